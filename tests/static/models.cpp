// SPDX-License-Identifier: BSL-1.0
// Every model computes in a constant expression: hardware, counts, collectives, congestion, compute, steps, and the
// composition with each of its slots replaced, also by models of a user's own.
#include "traincost/traincost.hpp"

namespace traincost::tests {

using namespace traincost::units;
using namespace traincost::hardware;
using collective::all_gather, collective::all_reduce, collective::reduce_scatter;
using collective::mesh, collective::nhr, collective::ring, collective::halving_doubling;

constexpr bool close(double computed, double expected) {
  const double error = computed < expected ? expected - computed : computed - expected;
  return error <= 1e-14 * (expected < 0.0 ? -expected : expected);
}
template <dim D>
constexpr bool close(quantity<D> computed, quantity<D> expected) {
  return close(computed.si(), expected.si());
}
static_assert(close(1.0, 1.0) && !close(1.0, 1.0 + 1e-13) && !close(1.0 * ms, 1.0 * ms + 1e-13 * ms));

constexpr eval_policy clamping{.domain = on_error::clamp};
template <class T>
constexpr bool is_nan(T x) {
  return x != x;
}

// --- hardware

static_assert(close(ascend910b1.peak(), 363.7248 * TFLOP_per_s) && close(ascend910b2.peak(), 353.8944 * TFLOP_per_s));
static_assert(close(ascend910b3.peak(), 294.912 * TFLOP_per_s) && close(ascend910b4.peak(), 245.76 * TFLOP_per_s));
static_assert(close(ascend910b2.memory_bandwidth, 1.6 * TB_per_s) && ascend910b4.memory == 32.0 * GiB);
static_assert(close(ascend910b2.advertised, 376.0 * TFLOP_per_s) && ascend910b4.level2_cache == 96.0 * MiB);

constexpr auto port_60us = port(60.0 * us, 20.0 * GB_per_s);
static_assert(close(port_60us.bandwidth(), 20.0 * GB_per_s) && port_60us.gamma == seconds_per_byte{} &&
              port_60us.valid());
static_assert(close(port_60us.stretched(4.0).bandwidth(), 5.0 * GB_per_s) &&
              port_60us.stretched(4.0).alpha == 60.0 * us);
static_assert(close(port(1.0 * us, 1.0 * GB_per_s, 50.0 * GB_per_s).gamma, 1.0 / (50.0 * GB_per_s)));
static_assert(!port_link<>{.alpha = -1.0 * us}.valid() && port_link<>::kind != pair_link<>::kind);

constexpr rocev2<> roce{.line_rate = 200.0 * Gbit_per_s};
static_assert(roce.overhead() == 82 && rocev2<>{.ipv6 = true}.overhead() == 102 &&
              rocev2<>{.vlan = true}.overhead() == 86);
static_assert(close(roce.goodput().value(), 4096.0 / 4178.0) &&
              close(rocev2<>{.mtu = 256}.goodput().value(), 256.0 / 338.0));
static_assert(close(roce.message_goodput(1).value(), 1.0 / (4.0 + 82.0 + 16.0)));
static_assert(close(roce.link(2.0 * us, fraction{0.5}).bandwidth(), 4096.0 / 4178.0 * (12.5 * GB_per_s)));
static_assert(rocev2<>{.mtu = 9000}.goodput<clamping>() == roce.goodput());
static_assert(is_nan(rocev2<>{.mtu = 9000}.goodput<batch_policy>()) && is_nan(roce.message_goodput<batch_policy>(0)));

constexpr auto cluster_256 = atlas_a2(32);
static_assert(cluster_256.ranks() == 256 && close(cluster_256.peak(), 256.0 * ascend910b2.peak()));
static_assert(close(cluster_256.between.bandwidth(), 20.0 * GB_per_s) && cluster_256.between.alpha == 60.0 * us);
static_assert(close(cluster_256.inside.bandwidth(), hccs::effective_per_link) && hccs::largest_group == 8);

// --- workload

static_assert(workload::glm_130b.parameters() == 128685441024 && workload::glm_130b.matmul_weights() == 128685441024);
static_assert(workload::glm_4_9b.parameters() == 9399435264 && workload::glm_4_9b.matmul_weights() == 8778678272);
static_assert(workload::glm_4_9b.training_flops(8192) == 68778196992.0 * (FLOP / token));
static_assert(workload::glm_4_9b.training_flops(8192, workload::attention::causal) == 60725133312.0 * (FLOP / token));
static_assert(workload::glm_4_9b.gradient_bytes() == 2.0 * 9399435264.0 * B);

// --- collectives

// n alpha-steps of n B each: 1 us and 1 GB/s on 8 MB make times that can be checked by hand.
constexpr auto port_1us = port(1.0 * us, 1.0 * GB_per_s);
constexpr auto pair_1us = hardware::pair(1.0 * us, 1.0 * GB_per_s);
constexpr bytes n = 8.0 * MB;

static_assert(close(ring{port_1us}.time(all_reduce{}, n, 8), 14.0 * us + 14.0 * ms));
static_assert(close(ring{port_1us}.time(reduce_scatter{}, n, 8), 7.0 * us + 7.0 * ms));
static_assert(close(ring{port_1us}.time(all_gather{}, n, 8), 7.0 * us + 7.0 * ms));
static_assert(close(nhr{port_1us}.time(all_reduce{}, n, 8), 6.0 * us + 14.0 * ms));
static_assert(close(halving_doubling{port_1us}.time(all_reduce{}, n, 8), 6.0 * us + 14.0 * ms));
static_assert(close(halving_doubling{port_1us}.time(all_reduce{}, n, 6),
                    6.0 * us + (2.0 * 3.0 / 4.0 + 2.0) * 8.0 * ms));
static_assert(close(mesh{pair_1us}.time(all_reduce{}, n, 8), 2.0 * us + 2.0 * ms));
static_assert(close(ring{port(1.0 * us, 1.0 * GB_per_s, 1.0 * GB_per_s)}.time(all_reduce{}, n, 8),
                    14.0 * us + 21.0 * ms));
static_assert(ring{port_1us}.time(all_reduce{}, n, 1) == 0.0 * s &&
              ring{port_1us}.time(all_reduce{}, 0.0 * B, 2) == 2.0 * us);
static_assert(ring<>::cost(all_reduce{}, 6) == collective::coefficients{10, {5, 3}, {5, 6}});
static_assert(nhr<>::cost(all_gather{}, 5) == collective::coefficients{3, {4, 5}, {0, 1}});

// The pipelined law joins the same two parts as (sqrt x + sqrt y)^2: here x = y / 1000.
constexpr ring piped{port_1us, collective::pipelined{}};
static_assert(close(piped.time(all_reduce{}, n, 8), 14.0 * us + 14.0 * ms + 2.0 * math::sqrt(14e-6 * 14e-3) * s));
static_assert(close(collective::pipelined{}(1.0 * s, 4.0 * s), 9.0 * s) &&
              collective::affine{}(1.0 * s, 4.0 * s) == 5.0 * s);

static_assert(ring{port_1us}.time<clamping>(all_reduce{}, -n, 8) == 14.0 * us);
static_assert(ring{port_1us}.time<clamping>(all_reduce{}, n, 0) == 0.0 * s);
static_assert(is_nan(ring{port_1us}.time<batch_policy>(all_reduce{}, -n, 8)));
static_assert(is_nan(ring{port_1us}.time<batch_policy>(all_reduce{}, n, -1)));
static_assert(is_nan(ring{port_1us.stretched(-1.0)}.time<batch_policy>(all_reduce{}, n, 8)));

// Two levels of 8: ReduceScatter and AllGather inside, AllReduce of an eighth between.
constexpr collective::two_level both{mesh{pair_1us}, ring{port_1us}, 8};
static_assert(close(both.levels(all_reduce{}, n, 32).inner, 2.0 * us + 2.0 * ms));
static_assert(close(both.levels(all_reduce{}, n, 32).outer, 6.0 * us + 1.5 * ms));
static_assert(close(both.time(all_reduce{}, n, 32), both.levels(all_reduce{}, n, 32).total()));
static_assert(close(both.time(all_reduce{}, n, 4), mesh{pair_1us}.time(all_reduce{}, n, 4)));
constexpr collective::two_level outer_first{mesh{pair_1us}, ring{port_1us}, 8, collective::staging::outer_first};
static_assert(close(outer_first.levels(reduce_scatter{}, n, 32).outer, ring{port_1us}.time(reduce_scatter{}, n, 4)));
static_assert(close(outer_first.levels(all_gather{}, n, 32).inner, mesh{pair_1us}.time(all_gather{}, n / 4.0, 8)));
static_assert(is_nan(both.levels<batch_policy>(all_reduce{}, n, 12).outer) &&
              both.time<clamping>(all_reduce{}, n, 12) > 0.0 * s);
// Levels nest: a rack of servers.
constexpr collective::two_level three_levels{both, ring{port_1us}, 32};
static_assert(close(three_levels.levels(all_reduce{}, n, 64).outer, ring{port_1us}.time(all_reduce{}, n / 32.0, 2)));

constexpr auto chosen(int index) {
  collective::any_of models{ring{port_1us}, nhr{port_1us}, both};
  models.chosen = index;
  return models;
}
static_assert(chosen(0).size == 3 && chosen(0).time(all_reduce{}, n, 32) == ring{port_1us}.time(all_reduce{}, n, 32));
static_assert(chosen(1).time(all_reduce{}, n, 32) == nhr{port_1us}.time(all_reduce{}, n, 32));
static_assert(chosen(2).time(all_reduce{}, n, 32) == both.time(all_reduce{}, n, 32));
static_assert(chosen(9).time<clamping>(all_reduce{}, n, 32) == both.time(all_reduce{}, n, 32));
static_assert(is_nan(chosen(3).time<batch_policy>(all_reduce{}, n, 32)));
static_assert(is_nan(chosen(-1).time<batch_policy>(all_reduce{}, n, 32)));

// Six ranks: the ring moves fewer bytes, halving-doubling takes fewer steps.
constexpr collective::fastest_of fastest{ring{port_1us}, halving_doubling{port_1us}};
static_assert(fastest.time(all_reduce{}, n, 6) == ring{port_1us}.time(all_reduce{}, n, 6));
static_assert(fastest.time(all_reduce{}, 1.0 * B, 6) == halving_doubling{port_1us}.time(all_reduce{}, 1.0 * B, 6));

// --- congestion

static_assert(collective::ecmp{.flows = 1, .links = 4}.expected_max_load() == 1.0);
static_assert(close(collective::ecmp{.flows = 2, .links = 2}.expected_max_load(), 1.5));
static_assert(close(collective::ecmp{.flows = 3, .links = 2}.expected_max_load(), 2.25));
static_assert(close(collective::ecmp{.flows = 4, .links = 1}.expected_max_load(), 4.0));
static_assert(close(collective::ecmp{.flows = 2, .links = 2, .queue_pairs = 2, .flow_rate = 2.0}.stretch(), 2.75));
static_assert(collective::ecmp{.flows = 2, .links = 2, .flow_rate = 0.5}.stretch() == 1.0);
static_assert(is_nan(collective::ecmp{.flows = 0}.expected_max_load<batch_policy>()));

constexpr collective::oversubscribed four_to_one{.ratio = 4.0, .rack = 8};
static_assert(four_to_one.stretch(ring{port_1us}, 32) == 1.0 && four_to_one.stretch(ring{port_1us}, 8) == 1.0);
static_assert(collective::oversubscribed{4.0, 2}.stretch(ring{port_1us}, 32) == 2.0);
static_assert(close(four_to_one.stretch(halving_doubling{port_1us}, 16), (15.0 / 16.0 + 3.0 / 16.0) * 16.0 / 15.0));
static_assert(four_to_one.stretch(nhr{port_1us}, 32) > 1.0 &&
              is_nan(four_to_one.stretch<batch_policy>(nhr{port_1us}, 12)));

// --- compute, step, achieved MFU

constexpr auto npu = compute::roofline<>::of(ascend910b2);
static_assert(close(npu.time(1.0 * PFLOP, 1.0 * GB), 1.0 * PFLOP / (0.86 * ascend910b2.peak())));
static_assert(close(npu.time(1.0 * GFLOP, 1.0 * TB), 1.0 * TB / (1.28 * TB_per_s)) && npu.time({}, {}) == 0.0 * s);
static_assert(close(npu.time(npu.ridge() * GB, 1.0 * GB), 1.0 * GB / (1.28 * TB_per_s)));
static_assert(is_nan(npu.time<batch_policy>(-1.0 * FLOP, {})) && npu.time<clamping>(-1.0 * FLOP, {}) == 0.0 * s);

constexpr auto in_series = step::serial{}(80.0 * ms, 20.0 * ms);
static_assert(in_series.total() == 100.0 * ms && in_series.exposed_communication == 20.0 * ms);
static_assert(close(in_series.communication_share().value(), 0.2) && in_series.hidden_communication == 0.0 * s);
constexpr auto hidden = step::overlapped<>{fraction{0.125}}(80.0 * ms, 20.0 * ms);
static_assert(close(hidden.hidden_communication, 10.0 * ms) && close(hidden.total(), 90.0 * ms));
static_assert(step::overlapped<>{}(80.0 * ms, 20.0 * ms).total() == 80.0 * ms &&
              close(hidden.communication(), 20.0 * ms));

static_assert(close(mfu::achieved(40.0 * TFLOP, 1.0 * s, 100.0 * TFLOP_per_s).value(), 0.4));
static_assert(mfu::achieved<clamping>(200.0 * TFLOP, 1.0 * s, 100.0 * TFLOP_per_s) == fraction{1});
static_assert(is_nan(mfu::achieved<batch_policy>(1.0 * TFLOP, 0.0 * s, 100.0 * TFLOP_per_s)));

// --- convergence

static_assert(convergence::synchronous{}.age(1.0 * s, 1.0 * s).steps == 0.0);
static_assert(convergence::delayed_by{2}.age(1.0 * s, 1.0 * s).steps == 2.0);
static_assert(convergence::latency_driven{}.age(3.0 * ms, 2.0 * ms).steps == 1.5);
constexpr convergence::delay_law<> steps_law{.shape = {.slope = 0.25}, .calibrated_to = {4.0}};
static_assert(steps_law.step_ratio({2.0}).value == 1.5 && steps_law.step_ratio({2.0}).ok());
static_assert(steps_law.step_ratio({8.0}).value == 3.0 && steps_law.step_ratio({8.0}).state == status::extrapolated);
constexpr eval_policy stop_there{.extrapolation = on_error::clamp};
static_assert(steps_law.step_ratio<stop_there>({8.0}).value == 2.0);
static_assert(steps_law.step_ratio<stop_there>({8.0}).state == status::clamped);

// --- the composition, slot by slot

constexpr mfu::amdahl<> law{percent(50.0), fraction{0.25}, 2.0 * ms};
constexpr auto plain = training{}.with_collective(ring{port_1us}).with_compute(npu).with_mfu_law(law);
constexpr step::load<> job{.work = 10.0 * TFLOP, .traffic = 1.0 * GB, .reduced = n, .ranks = 8, .all_reduces = 2};

static_assert(close(plain.step(job).compute, npu.time(job.work, job.traffic)));
static_assert(close(plain.step(job).exposed_communication, 28.0 * us + 28.0 * ms));
static_assert(close(plain.at(4.0 * ms).mfu_direct.value(), 0.4) && plain.at(4.0 * ms).step_ratio.value == 1.0);
static_assert(plain.at(4.0 * ms).goodput_mfu == plain.at(4.0 * ms).mfu_direct);

// Slots by ours. Each replacement changes what it should and leaves the rest.
static_assert(close(plain.with_collective(both).step(job).exposed_communication, 4.0 * us + 4.0 * ms));
static_assert(plain.with_collective(both).step(job).compute == plain.step(job).compute);
static_assert(close(plain.with_compute(compute::roofline<>::of(ascend910b4)).step(job).compute,
                    compute::roofline<>::of(ascend910b4).time(job.work, job.traffic)));
static_assert(plain.with_overlap(step::overlapped<>{}).step(job).hidden_communication > 27.0 * ms);
constexpr auto late = plain.with_delay(convergence::delayed_by{2}).with_penalty(steps_law);
static_assert(late.at(4.0 * ms).step_ratio.value == 1.5 && close(late.at(4.0 * ms).goodput_mfu.value(), 0.4 / 1.5));
static_assert(
    close(late.with_mfu_law(mfu::documented<>{percent(50.0), fraction{0.25}, 2.0 * ms}).mfu_direct(4.0 * ms).value(),
          0.5 * (0.75 + 0.25 / 2.0)));
static_assert(late.with_delay(convergence::latency_driven{}).step_ratio(6.0 * ms, 2.0 * ms).value == 1.75);
static_assert(plain.with_penalty(steps_law).step_ratio(4.0 * ms).value == 1.0);  // synchronous pays no penalty
static_assert(close(late.decompose(2.0 * ms, 4.0 * ms).direct_loss, 0.1));
static_assert(late.decompose(2.0 * ms, 4.0 * ms).convergence_loss == 0.0);  // as late at both ends

// Slots by a user: required members only, no policy, no base class.
struct fixed_collective {
  seconds each{};
  constexpr seconds time(all_reduce, bytes, int) const { return each; }
};
struct fixed_compute {
  seconds each{};
  constexpr seconds time(flops, bytes) const { return each; }
};
struct half_hidden {
  constexpr step::breakdown<double> operator()(seconds compute, seconds communication) const {
    return {compute, 0.5 * communication, 0.5 * communication};
  }
};
struct three_late {
  constexpr convergence::delay<double> age(seconds, seconds) const { return {3.0}; }
};
struct tenth_per_step {
  constexpr estimate<double> step_ratio(convergence::delay<double> age) const {
    return {1.0 + age.steps / 10.0, status::ok};
  }
};
struct per_second {
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency.si(), status::extrapolated}; }
};
struct constant_mfu {
  constexpr fraction<double> mfu(seconds) const { return fraction<double>::unchecked(0.25); }
};
struct own_algorithm {  // one step to everybody through one port
  static constexpr link_kind kind = link_kind::port;
  static constexpr collective::coefficients cost(all_reduce, int p) { return {1, {p - 1, 1}, {p - 1, 1}}; }
};
struct longer_of {
  constexpr seconds operator()(seconds start_up, seconds transfer) const {
    return start_up < transfer ? transfer : start_up;
  }
};

constexpr training own{fixed_collective{10.0 * ms},
                       fixed_compute{80.0 * ms},
                       half_hidden{},
                       three_late{},
                       tenth_per_step{},
                       constant_mfu{}};
static_assert(own.step(job).compute == 80.0 * ms && own.step(job).exposed_communication == 10.0 * ms);
static_assert(own.step(job).hidden_communication == 10.0 * ms && own.at(1.0 * s).mfu_direct == fraction{0.25});
static_assert(own.at(1.0 * s).step_ratio.value == 1.3 && close(own.at(1.0 * s).goodput_mfu.value(), 0.25 / 1.3));
static_assert(own.step<batch_policy>(job).total() == 90.0 * ms && own.at<batch_policy>(1.0 * s).step_ratio.ok());

static_assert(plain.with_collective(fixed_collective{3.0 * ms}).step(job).exposed_communication == 6.0 * ms);
static_assert(plain.with_compute(fixed_compute{7.0 * ms}).step(job).compute == 7.0 * ms);
static_assert(plain.with_overlap(half_hidden{}).step(job).exposed_communication ==
              0.5 * plain.step(job).exposed_communication);
static_assert(plain.with_delay(three_late{}).with_penalty(steps_law).step_ratio(1.0 * s).value == 1.75);
static_assert(plain.with_delay(three_late{}).with_penalty(tenth_per_step{}).step_ratio(1.0 * s).value == 1.3);
static_assert(plain.with_delay(convergence::latency_driven{}).with_penalty(per_second{}).step_ratio(0.5 * s).value ==
              1.5);
static_assert(plain.with_mfu_law(constant_mfu{}).mfu_direct(9.0 * s) == fraction{0.25});

// Slots that are left out have their defaults, and a composition deduces to itself.
static_assert(std::same_as<decltype(training{ring{port_1us}}), training<ring<>>>);
static_assert(std::same_as<decltype(training{both, fixed_compute{}}),
                           training<decltype(collective::two_level{both}), fixed_compute>>);
static_assert(std::same_as<decltype(training{own}), std::remove_const_t<decltype(own)>> &&
              std::same_as<decltype(training{}), training<>>);

// A user's algorithm and law under ours, and a user's model inside ours.
static_assert(close(collective::flat<own_algorithm>{port_1us}.time(all_reduce{}, n, 4), 1.0 * us + 24.0 * ms));
static_assert(close(ring{port_1us, longer_of{}}.time(all_reduce{}, n, 8), 14.0 * ms));
static_assert(collective::two_level{mesh{pair_1us}, fixed_collective{1.0 * ms}, 8}.levels(all_reduce{}, n, 16).outer ==
              1.0 * ms);
static_assert(collective::any_of{fixed_collective{1.0 * ms}, ring{port_1us}}.time(all_reduce{}, n, 16) == 1.0 * ms);
static_assert(collective::fastest_of{fixed_collective{1.0 * ns}, ring{port_1us}}.time(all_reduce{}, n, 16) == 1.0 * ns);

// Other representations go all the way through.
constexpr port_link<float> port_float = port(from_si<dim{.time = 1}>(1e-6f), from_si<dim{.time = -1, .data = 1}>(1e9f));
static_assert(std::same_as<decltype(ring{port_float}.time(all_reduce{}, from_si<dim{.data = 1}>(8e6f), 8)),
                           basic_seconds<float>>);
static_assert(ring{port_float}.time(all_reduce{}, from_si<dim{.data = 1}>(8e6f), 8).si() > 0.0140f);
static_assert(
    std::same_as<decltype(mfu::amdahl<long double>{}.mfu(from_si<dim{.time = 1}>(1.0L))), fraction<long double>>);

}  // namespace traincost::tests
