// SPDX-License-Identifier: BSL-1.0
// Every model satisfies its concept and nothing wrong does; an empty model costs no space; a call can throw only where
// its policy says so; every value is trivially copyable, so that a planner may keep it where it likes.
#include "traincost/traincost.hpp"

namespace traincost::tests {

using namespace traincost::collective;
using hardware::link_kind, hardware::pair_link, hardware::port_link;

// --- collective models, algorithms, size laws

static_assert(collective_model<ring<>> && collective_model<mesh<>> && collective_model<nhr<>>);
static_assert(collective_model<halving_doubling<>> && collective_model<two_level<>> && collective_model<fastest_of<>>);
static_assert(collective_model<any_of<ring<>, mesh<>, two_level<>>> && collective_model<any_of<nhr<>>>);
static_assert(collective_model<two_level<mesh<>, fastest_of<ring<>, any_of<nhr<>, halving_doubling<>>>>>);
static_assert(collective_model<ring<port_link<>, pipelined>> && collective_model<two_level<two_level<>, ring<>>>);
static_assert(check_collective_model<ring<>>() && check_collective_model<two_level<>>());
static_assert(check_collective_model<ring<port_link<float>>, float>() && !collective_model<ring<port_link<float>>>);

struct any_collective {
  seconds time(all_reduce, bytes, int) const;
};
static_assert(collective_model<any_collective> && check_collective_model<any_collective>());
struct returns_number {
  double time(all_reduce, bytes, int) const;
};
struct returns_bytes {
  bytes time(all_reduce, bytes, int) const;
};
struct takes_number {  // a bare message size: never called by accident
  seconds time(all_reduce, double, int) const;
};
struct takes_seconds {
  seconds time(all_reduce, seconds, int) const;
};
struct without_all_reduce {
  seconds time(all_gather, bytes, int) const;
};
struct not_const {
  seconds time(all_reduce, bytes, int);
};
struct two_arguments {
  seconds time(all_reduce, bytes) const;
};
struct not_copyable : any_collective {
  not_copyable(const not_copyable&) = delete;
};
static_assert(!collective_model<returns_number> && !collective_model<returns_bytes> && !collective_model<takes_number>);
static_assert(!collective_model<takes_seconds> && !collective_model<without_all_reduce> &&
              !collective_model<not_const>);
static_assert(!collective_model<two_arguments> && !collective_model<not_copyable> && !collective_model<any_of<>>);
static_assert(!collective_model<int> && !collective_model<seconds> && !collective_model<affine>);

static_assert(algorithm<ring<>> && algorithm<mesh<>> && algorithm<nhr<>> && algorithm<halving_doubling<>>);
static_assert(offers<ring<>, all_reduce> && offers<ring<>, reduce_scatter> && offers<ring<>, all_gather>);
static_assert(!offers<ring<>, int> && !algorithm<two_level<>> && !algorithm<affine>);
struct gather_only {
  static constexpr link_kind kind = link_kind::port;
  static constexpr coefficients cost(all_gather, int p) { return {1, {p - 1, p}, {0, 1}}; }
};
struct without_kind {
  static constexpr coefficients cost(all_reduce, int p) { return {1, {p - 1, p}, {0, 1}}; }
};
struct inexact {
  static constexpr link_kind kind = link_kind::port;
  static constexpr double cost(all_reduce, int p) { return p; }
};
static_assert(algorithm<gather_only> && offers<gather_only, all_gather> && !offers<gather_only, all_reduce>);
static_assert(!algorithm<without_kind> && !algorithm<inexact> && !offers<inexact, all_reduce>);
static_assert(ring<>::kind == link_kind::port && mesh<>::kind == link_kind::pair &&
              port_link<>::kind == link_kind::port);

static_assert(size_law<affine> && size_law<pipelined> && check_size_law<affine>() && check_size_law<pipelined>());
struct bare_law {
  double operator()(seconds, seconds) const;
};
struct unary_law {
  seconds operator()(seconds) const;
};
struct mutable_law {
  seconds operator()(seconds, seconds);
};
struct bytes_law {
  seconds operator()(seconds, bytes) const;
};
static_assert(!size_law<bare_law> && !size_law<unary_law> && !size_law<mutable_law> && !size_law<bytes_law>);

// --- compute models, overlap rules

static_assert(compute::compute_model<compute::roofline<>> && compute::check_compute_model<compute::roofline<>>());
static_assert(!compute::compute_model<compute::roofline<float>> &&
              compute::check_compute_model<compute::roofline<float>, float>());
struct bare_compute {
  double time(flops, bytes) const;
};
struct swapped_compute {
  seconds time(bytes, flops) const;
};
struct rate_only {
  flop_rate rate(flops) const;
};
static_assert(!compute::compute_model<bare_compute> && !compute::compute_model<swapped_compute>);
static_assert(!compute::compute_model<rate_only> && !compute::compute_model<ring<>>);

static_assert(step::overlap_rule<step::serial> && step::overlap_rule<step::overlapped<>>);
static_assert(step::check_overlap_rule<step::serial>() && step::check_overlap_rule<step::serial, float>());
static_assert(step::check_overlap_rule<step::overlapped<float>, float>() &&
              !step::overlap_rule<step::overlapped<float>>);
struct one_time {
  seconds operator()(seconds, seconds) const;
};
struct three_arguments {
  step::breakdown<> operator()(seconds, seconds, seconds) const;
};
static_assert(!step::overlap_rule<one_time> && !step::overlap_rule<three_arguments> && !step::overlap_rule<affine>);

// --- delay modes, penalty laws and shapes, MFU laws

using convergence::delay_law, convergence::latency_law;
using convergence::delay_mode, convergence::penalty_law, convergence::penalty_shape;
using convergence::exponential, convergence::hyperbolic, convergence::linear, convergence::power,
    convergence::quadratic;

static_assert(delay_mode<convergence::synchronous> && delay_mode<convergence::delayed_by<>>);
static_assert(delay_mode<convergence::latency_driven> &&
              convergence::check_delay_mode<convergence::latency_driven, float>());
struct bare_delay {
  double age(seconds, seconds) const;
};
struct delay_of_latency {
  convergence::delay<> age(seconds) const;
};
static_assert(!delay_mode<bare_delay> && !delay_mode<delay_of_latency> && !delay_mode<convergence::delay<>>);
static_assert(!delay_mode<convergence::delayed_by<float>> && !delay_mode<int>);

static_assert(penalty_shape<linear<>> && penalty_shape<power<>> && penalty_shape<quadratic<>>);
static_assert(penalty_shape<exponential<>> && penalty_shape<hyperbolic<>> && penalty_shape<hyperbolic<float>>);
struct shape_without_valid {
  using rep = double;
  double excess(double) const;
};
struct shape_of_float {
  using rep = float;
  double excess(float) const;
  bool valid() const;
};
static_assert(!penalty_shape<shape_without_valid> && !penalty_shape<shape_of_float> && !penalty_shape<delay_law<>>);

template <class Shape>
concept makes_laws =
    penalty_law<latency_law<Shape>> && penalty_law<delay_law<Shape>> &&
    convergence::takes<latency_law<Shape>, seconds> && !convergence::takes<delay_law<Shape>, seconds> &&
    convergence::takes<delay_law<Shape>, convergence::delay<>> &&
    !convergence::takes<latency_law<Shape>, convergence::delay<>>;
static_assert(makes_laws<linear<>> && makes_laws<power<>> && makes_laws<quadratic<>>);
static_assert(makes_laws<exponential<>> && makes_laws<hyperbolic<>> && !makes_laws<linear<float>>);
struct bare_penalty {
  double step_ratio(seconds) const;
};
struct penalty_of_number {
  estimate<double> step_ratio(double) const;
};
struct penalty_of_bytes {
  estimate<double> step_ratio(bytes) const;
};
static_assert(!penalty_law<bare_penalty> && !penalty_law<penalty_of_number> && !penalty_law<penalty_of_bytes>);
static_assert(!penalty_law<linear<>> && !penalty_law<mfu::amdahl<>>);

static_assert(mfu::mfu_law<mfu::amdahl<>> && mfu::mfu_law<mfu::documented<>> && mfu::mfu_law<mfu::overlapped<>>);
static_assert(mfu::check_mfu_law<mfu::amdahl<float>, float>() && !mfu::mfu_law<mfu::amdahl<float>>);
struct bare_mfu {
  double mfu(seconds) const;
};
struct mfu_of_number {
  fraction<> mfu(double) const;
};
static_assert(!mfu::mfu_law<bare_mfu> && !mfu::mfu_law<mfu_of_number> && !mfu::mfu_law<delay_law<>>);

// Under a fraction's and a quantity's refusals a generic caller learns the same: no call with a bare number.
template <class Model, class Argument>
concept takes_latency = requires(const Model model, Argument x) {
  model.mfu(x);
};
static_assert(takes_latency<mfu::amdahl<>, seconds> && !takes_latency<mfu::amdahl<>, double>);
static_assert(!takes_latency<mfu::amdahl<>, bytes> && !takes_latency<mfu::documented<>, int>);
template <class Model, class Bytes, class Ranks = int>
concept times = requires(const Model model, Bytes n, Ranks p) {
  model.time(all_reduce{}, n, p);
};
static_assert(times<ring<>, bytes> && !times<ring<>, double> && !times<ring<>, seconds> && !times<ring<>, bandwidth>);
static_assert(times<two_level<>, bytes> && !times<two_level<>, seconds> && !times<two_level<>, double>);
static_assert(times<any_of<ring<>>, bytes> && !times<any_of<ring<>>, seconds> && !times<fastest_of<>, seconds>);
static_assert(!times<ring<>, bytes, bytes> && !times<ring<>, int, bytes>);

// --- space: what is empty costs nothing

static_assert(sizeof(port_link<>) == 3 * sizeof(double) && sizeof(port_link<float>) == 3 * sizeof(float));
static_assert(sizeof(ring<>) == sizeof(port_link<>) && sizeof(mesh<>) == sizeof(pair_link<>));
static_assert(sizeof(nhr<>) == sizeof(port_link<>) &&
              sizeof(halving_doubling<port_link<>, pipelined>) == sizeof(port_link<>));
static_assert(sizeof(two_level<>) == 2 * sizeof(port_link<>) + 2 * sizeof(int));
static_assert(sizeof(fastest_of<>) == 2 * sizeof(port_link<>));
static_assert(sizeof(delay_law<>) == 2 * sizeof(double) + sizeof(const char*));
static_assert(sizeof(estimate<double>) == 2 * sizeof(double) && sizeof(mfu::amdahl<>) == 3 * sizeof(double));
static_assert(std::is_empty_v<step::serial> && std::is_empty_v<convergence::synchronous> && std::is_empty_v<affine>);
// The empty slots of a composition take no room: a synchronous, serial run is as large as its other four models.
static_assert(sizeof(training<>) ==
              sizeof(two_level<>) + sizeof(compute::roofline<>) + sizeof(delay_law<>) + sizeof(mfu::amdahl<>));
static_assert(sizeof(training<ring<>>) == sizeof(training<>) - sizeof(two_level<>) + sizeof(ring<>));
static_assert(sizeof(training<>{}.with_overlap(step::overlapped<>{})) == sizeof(training<>) + sizeof(double));
static_assert(sizeof(training<>{}.with_delay(convergence::latency_driven{})) == sizeof(training<>));

template <class... Types>
constexpr bool plain = (... && (std::is_trivially_copyable_v<Types> && std::is_nothrow_default_constructible_v<Types> &&
                                std::copyable<Types> && std::is_trivially_destructible_v<Types>));
static_assert(plain<ring<>, mesh<>, nhr<>, halving_doubling<>, two_level<>, fastest_of<>, any_of<ring<>, mesh<>>>);
static_assert(plain<affine, pipelined, ecmp, oversubscribed, coefficients, level_times<double>>);
static_assert(plain<hardware::accelerator<>, port_link<>, pair_link<>, hardware::rocev2<>, hardware::cluster<>>);
static_assert(plain<workload::transformer, compute::roofline<>, step::serial, step::overlapped<>, step::breakdown<>>);
static_assert(
    plain<convergence::synchronous, convergence::delayed_by<>, convergence::latency_driven, convergence::delay<>>);
static_assert(plain<linear<>, power<>, quadratic<>, exponential<>, hyperbolic<>>);
static_assert(
    plain<latency_law<linear<>>, delay_law<hyperbolic<>>, convergence::latency_point<>, convergence::excess_point<>>);
static_assert(plain<mfu::amdahl<>, mfu::documented<>, mfu::overlapped<>, mfu::decomposition<>, outcome<>, training<>>);
static_assert(plain<estimate<double>, estimate<seconds>, eval_policy, ratio>);

// --- exceptions: a call throws under a policy that raises, and under no other

constexpr eval_policy clamping{.domain = on_error::clamp};
constexpr eval_policy strict_extrapolation{.domain = on_error::quiet_nan, .extrapolation = on_error::raise};
static_assert(never_throws<batch_policy> && never_throws<clamping>);
static_assert(!never_throws<default_policy> && !never_throws<strict_extrapolation>);

// Each lambda is as noexcept as the one call in it, under the policy of its argument.
template <eval_policy P>
struct under {};
template <class... Calls>
constexpr bool throw_by_policy(Calls...) {
  return (... && (std::is_nothrow_invocable_v<Calls, under<batch_policy>> &&
                  std::is_nothrow_invocable_v<Calls, under<clamping>> &&
                  !std::is_nothrow_invocable_v<Calls, under<default_policy>> &&
                  !std::is_nothrow_invocable_v<Calls, under<strict_extrapolation>>));
}
template <class Model>
constexpr bool time_throws_by_policy = throw_by_policy(
    []<eval_policy P>(under<P>) noexcept(noexcept(Model{}.template time<P>(all_reduce{}, bytes{}, 1))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(Model{}.template time<P>(reduce_scatter{}, bytes{}, 1))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(Model{}.template time<P>(all_gather{}, bytes{}, 1))) {});
static_assert(time_throws_by_policy<ring<>> && time_throws_by_policy<mesh<>> && time_throws_by_policy<nhr<>>);
static_assert(time_throws_by_policy<halving_doubling<>> && time_throws_by_policy<two_level<>>);
static_assert(time_throws_by_policy<fastest_of<>> && time_throws_by_policy<any_of<ring<>, mesh<>>>);

template <class Law>
constexpr bool mfu_throws_by_policy =
    throw_by_policy([]<eval_policy P>(under<P>) noexcept(noexcept(Law{}.template mfu<P>(seconds{}))) {});
static_assert(mfu_throws_by_policy<mfu::amdahl<>> && mfu_throws_by_policy<mfu::documented<>>);
static_assert(mfu_throws_by_policy<mfu::overlapped<>>);

template <class Shape>
constexpr bool shape_throws_by_policy = throw_by_policy(
    []<eval_policy P>(under<P>) noexcept(noexcept(latency_law<Shape>{}.template step_ratio<P>(seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(delay_law<Shape>{}.template step_ratio<P>(convergence::delay<>{}))) {
    },
    []<eval_policy P>(under<P>) noexcept(noexcept(latency_law<Shape>::template fit<P>(seconds{}, {}, {}))) {});
static_assert(shape_throws_by_policy<linear<>> && shape_throws_by_policy<power<>> &&
              shape_throws_by_policy<quadratic<>>);
static_assert(shape_throws_by_policy<exponential<>> && shape_throws_by_policy<hyperbolic<>>);

using share = fraction<>;
static_assert(throw_by_policy(
    []<eval_policy P>(under<P>) noexcept(noexcept(compute::roofline<>{}.time<P>(flops{}, bytes{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(step::serial{}.operator()<P>(seconds{}, seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(step::overlapped<>{}.operator()<P>(seconds{}, seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(convergence::latency_driven{}.age<P>(seconds{}, seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(convergence::delayed_by<>{}.age<P>(seconds{}, seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(ecmp{}.stretch<P>())) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(ecmp{}.expected_max_load<P>())) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(oversubscribed{}.stretch<P>(ring<>{}, 1))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(hardware::rocev2<>{}.goodput<P>())) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(hardware::rocev2<>{}.message_goodput<P>(1))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(hardware::rocev2<>{}.link<P>(seconds{}, share{}))) {}));
static_assert(throw_by_policy(
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::achieved<P>(flops{}, seconds{}, flop_rate{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::goodput<P>(share{}, 1.0))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::mfu_documented<P>(share{}, 1.0, 0.0))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::time_to_target_ratio<P>(share{}, share{}, 1.0))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::reconciling_weight<P>(share{}, share{}, 1.0))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::decompose<P>(share{}, share{}, 1.0))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::amdahl<>::fit<P>(share{}, seconds{}, share{}, seconds{}))) {},
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::documented<>::fit<P>(share{}, seconds{}, share{}, seconds{}))) {
    },
    []<eval_policy P>(under<P>) noexcept(noexcept(mfu::overlapped<>::fit<P>(share{}, seconds{}, share{}, seconds{},
                                                                            seconds{}))) {}));
static_assert(
    throw_by_policy([]<eval_policy P>(under<P>) noexcept(noexcept(workload::glm_130b.training_flops<P>(2048))) {},
                    []<eval_policy P>(under<P>) noexcept(noexcept(workload::glm_130b.gradient_bytes<P>())) {}));
static_assert(throw_by_policy([]<eval_policy P>(under<P>) noexcept(noexcept(training<>{}.step<P>(step::load<>{}))) {},
                              []<eval_policy P>(under<P>) noexcept(noexcept(training<>{}.step_ratio<P>(seconds{}))) {},
                              []<eval_policy P>(under<P>) noexcept(noexcept(training<>{}.mfu_direct<P>(seconds{}))) {},
                              []<eval_policy P>(under<P>) noexcept(noexcept(training<>{}.at<P>(seconds{}))) {},
                              []<eval_policy P>(under<P>) noexcept(noexcept(training<>{}.decompose<P>(seconds{},
                                                                                                      seconds{}))) {}));

// What has no policy has nothing to refuse.
static_assert(
    noexcept(hardware::ascend910b2.peak()) && noexcept(hardware::atlas_a2(32)) && noexcept(hardware::hccs::link()));
static_assert(noexcept(workload::glm_130b.parameters()) && noexcept(workload::glm_130b.matmul_weights()));
static_assert(noexcept(convergence::synchronous{}.age(seconds{}, seconds{})) && noexcept(ring<>::cost(all_reduce{},
                                                                                                      8)));
static_assert(noexcept(training{}.with_collective(ring<>{})) && noexcept(step::breakdown<>{}.communication_share()));

}  // namespace traincost::tests
