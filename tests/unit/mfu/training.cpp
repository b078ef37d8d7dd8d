// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/training.hpp"

#include <doctest/doctest.h>

#include <type_traits>

#include "../support/compare.hpp"
#include "../support/documented.hpp"
#include "../support/random.hpp"
#include "traincost/collective/any_of.hpp"
#include "traincost/collective/fastest_of.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/convergence/latency_law.hpp"
#include "traincost/convergence/power.hpp"
#include "traincost/hardware/cluster.hpp"
#include "traincost/mfu/documented.hpp"
#include "traincost/mfu/overlapped.hpp"
#include "traincost/step/overlapped.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
namespace paper = traincost::test::documented;
using namespace traincost::convergence;

const auto direct_law = mfu::amdahl<>::fit(paper::base, paper::baseline, paper::direct_at_slowest, paper::slowest);
const auto penalty =
    latency_law<power<>>::fit(paper::baseline, {8.8 * ms, 1.32}, {paper::slowest, 1.65}, "documented points");
}  // namespace

TEST_CASE("training: the documented run as three separate figures") {
  const auto run = training<>{}.with_mfu_law(direct_law).with_delay(latency_driven{}).with_penalty(penalty);
  const auto at = run.at(paper::slowest);
  CHECK(relative_error(at.mfu_direct.percent(), 44.0) < golden);
  CHECK(relative_error(at.step_ratio.value, 1.65) < golden);
  CHECK(at.step_ratio.ok());
  CHECK(relative_error(at.goodput_mfu.percent(), 26.666666666666668) < golden);
  const auto beyond = run.at(30.0 * ms);
  CHECK(beyond.step_ratio.state == status::extrapolated);
  CHECK(relative_error(beyond.mfu_direct.percent(), 37.56417910447761) < 1e-7);

  const auto parts = run.decompose(paper::baseline, paper::slowest);
  CHECK(relative_error(100.0 * parts.direct_loss, 8.0) < golden);
  CHECK(relative_error(100.0 * parts.convergence_loss, 17.333333333333332) < golden);
  const auto shapley = run.decompose(paper::baseline, paper::slowest, mfu::attribution::shapley);
  CHECK(relative_error(100.0 * shapley.direct_loss, 6.424242424242424) < golden);
}

TEST_CASE("training: synchronous training never pays steps, whatever the latency, law and penalty") {
  random_source draw(301);
  for (int i = 0; i < 500; ++i) {
    const auto run = training<>{}
                         .with_mfu_law(mfu::amdahl<>{fraction{draw.uniform(0.01, 1.0)},
                                                     fraction{draw.uniform(0.0, 1.0)}, draw.magnitude(1e-6, 1.0) * s})
                         .with_penalty(delay_law<>{linear<>{draw.magnitude(1e-3, 1e6)}});
    static_assert(std::is_same_v<decltype(run.delay), synchronous>);
    const seconds latency = draw.magnitude(1e-9, 1e6) * s;
    const auto at = run.at(latency);
    CHECK(at.step_ratio.value == 1.0);
    CHECK(at.step_ratio.ok());
    CHECK(at.goodput_mfu == at.mfu_direct);
    CHECK(run.with_penalty(penalty).step_ratio(latency).value == 1.0);
    CHECK(run.decompose(run.mfu_law.baseline, run.mfu_law.baseline + latency).convergence_loss < 1e-15);
  }
}

TEST_CASE("training: delayed updates pay for their delay, not for the latency") {
  constexpr auto run = training<>{}.with_delay(delayed_by{2}).with_penalty(delay_law<>{linear<>{0.1}});
  random_source draw(302);
  for (int i = 0; i < 100; ++i)
    CHECK(run.step_ratio(draw.magnitude(1e-9, 1e6) * s).value == doctest::Approx(1.2).epsilon(1e-15));
}

TEST_CASE("training: asynchronous updates pay for latency over compute") {
  constexpr auto run = training<>{}.with_delay(latency_driven{}).with_penalty(delay_law<>{linear<>{0.5}});
  CHECK(run.step_ratio(4.0 * ms, 2.0 * ms).value == doctest::Approx(2.0).epsilon(1e-15));
  CHECK_THROWS_AS((void)run.step_ratio(4.0 * ms), domain_failure);  // how long a step computes must be said
}

TEST_CASE("training: goodput never exceeds the direct MFU, and both fall with the latency") {
  random_source draw(303);
  for (int i = 0; i < 200; ++i) {
    const seconds baseline = draw.magnitude(1e-6, 1e-2) * s;
    const latency_law<power<>> law{power<>{draw.magnitude(1e-3, 1.0), draw.uniform(0.5, 2.0)}, baseline,
                                   10.0 * baseline, ""};
    const auto run =
        training<>{}
            .with_delay(latency_driven{})
            .with_penalty(law)
            .with_mfu_law(mfu::amdahl<>{fraction{draw.uniform(0.01, 1.0)}, fraction{draw.uniform(0.0, 1.0)}, baseline});
    double last = 1.0;
    for (double factor = 0.5; factor < 1e3; factor *= 1.7) {
      const auto at = run.at(factor * baseline);
      CHECK(at.goodput_mfu <= at.mfu_direct);
      CHECK(relative_error(at.goodput_mfu.value(), at.mfu_direct.value() / at.step_ratio.value) < rounding);
      CHECK(at.goodput_mfu.value() <= last * (1.0 + rounding));
      last = at.goodput_mfu.value();
    }
  }
}

TEST_CASE("training: a step from hardware is its compute model, its collective and its overlap rule") {
  constexpr auto cluster = hardware::atlas_a2(32);
  constexpr collective::two_level network{collective::mesh{cluster.inside}, collective::nhr{cluster.between}, 8};
  constexpr auto chip = compute::roofline<>::of(cluster.accelerator);
  constexpr step::load<> job{.work = 100.0 * TFLOP, .traffic = 100.0 * GB, .reduced = 1.0 * GB, .ranks = 256};
  const auto run = training<>{}.with_collective(network).with_compute(chip);
  const auto parts = run.step(job);
  CHECK(parts.compute == chip.time(job.work, job.traffic));
  CHECK(parts.exposed_communication == network.time(collective::all_reduce{}, job.reduced, job.ranks));
  const auto hidden = run.with_overlap(step::overlapped<>{}).step(job);
  CHECK(hidden.total() < parts.total());
  CHECK(relative_error(hidden.communication().si(), parts.communication().si()) < rounding);
}

TEST_CASE("training: each slot is replaced alone") {
  constexpr auto run = training<>{}.with_delay(delayed_by{1});
  static_assert(std::is_same_v<decltype(run.delay), delayed_by<double>>);
  constexpr auto other = run.with_overlap(step::overlapped<>{fraction{0.5}}).with_mfu_law(mfu::overlapped<>{});
  static_assert(other.delay.steps == 1.0);
  static_assert(other.overlap.share.value() == 0.5);
  static_assert(std::is_same_v<decltype(other.mfu_law), mfu::overlapped<double>>);
  static_assert(std::is_same_v<decltype(other.collective), decltype(run.collective)>);
  CHECK(other.step_ratio(1.0 * ms).value == 1.0);  // the default penalty is none
}

// ---- the smallest models a user can write: one member each, no policy, no base class ----
namespace {
namespace user {
struct network {
  constexpr seconds time(collective::all_reduce, bytes n, int ranks) const {
    return ranks > 1 ? n / (1.0 * GB_per_s) : 0.0 * s;
  }
};
struct chip {
  constexpr seconds time(flops work, bytes) const { return work / (1.0 * TFLOP_per_s); }
};
struct overlap {
  constexpr step::breakdown<> operator()(seconds compute, seconds communication) const {
    return {compute, 0.5 * communication, 0.5 * communication};
  }
};
struct mode {
  constexpr delay<> age(seconds, seconds) const { return {3.0}; }
};
struct by_delay {
  constexpr estimate<double> step_ratio(delay<> age) const { return {1.0 + 0.1 * age.steps, status::ok}; }
};
struct by_latency {
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency.in(s), status::extrapolated}; }
};
struct law {
  constexpr fraction<> mfu(seconds latency) const { return fraction{latency > 1.0 * s ? 0.25 : 0.5}; }
};
}  // namespace user
}  // namespace

TEST_CASE("user models: fill every slot") {
  static_assert(collective::collective_model<user::network> && compute::compute_model<user::chip> &&
                step::overlap_rule<user::overlap> && delay_mode<user::mode> && penalty_law<user::by_delay> &&
                penalty_law<user::by_latency> && mfu::mfu_law<user::law>);
  constexpr training<user::network, user::chip, user::overlap, user::mode, user::by_delay, user::law> run{};
  constexpr step::load<> job{
      .work = 1.0 * TFLOP, .traffic = 0.0 * B, .reduced = 2.0 * GB, .ranks = 8, .all_reduces = 2};
  constexpr auto parts = run.step(job);
  CHECK(relative_error(parts.compute.si(), 1.0) < rounding);
  CHECK(relative_error(parts.exposed_communication.si(), 2.0) < rounding);
  constexpr auto at = run.at(2.0 * s);
  static_assert(at.mfu_direct.value() == 0.25);
  CHECK(at.step_ratio.value == doctest::Approx(1.3).epsilon(1e-15));
  CHECK(at.goodput_mfu.value() == doctest::Approx(0.25 / 1.3).epsilon(1e-15));
  CHECK(relative_error(run.decompose(0.5 * s, 2.0 * s).direct_loss, 0.25) < rounding);
  // Under any policy: ours are called under it, the user's as they are.
  CHECK(run.at<batch_policy>(2.0 * s).goodput_mfu == at.goodput_mfu);
  CHECK(run.step<batch_policy>(job).total() == parts.total());
  static_assert(noexcept(run.at<batch_policy>(2.0 * s)));
  static_assert(sizeof(run) <= 8);
}

TEST_CASE("user models: one slot among ours, by naming it") {
  const auto ours = training<>{}.with_mfu_law(direct_law);
  CHECK(ours.with_mfu_law(user::law{}).mfu_direct(2.0 * s).value() == 0.25);
  CHECK(ours.with_delay(user::mode{}).with_penalty(delay_law<>{linear<>{0.5}}).step_ratio(1.0 * s).value == 2.5);
  CHECK(ours.with_delay(delayed_by{2}).with_penalty(user::by_delay{}).step_ratio(1.0 * s).value ==
        doctest::Approx(1.2).epsilon(1e-15));
  const auto by_latency = ours.with_delay(latency_driven{}).with_penalty(user::by_latency{}).step_ratio(1.0 * s);
  CHECK(by_latency.value == 2.0);
  CHECK(by_latency.state == status::extrapolated);
  CHECK(ours.with_penalty(user::by_latency{}).step_ratio(1.0 * s).value == 1.0);  // still synchronous
  constexpr step::load<> job{.work = 1.0 * TFLOP, .traffic = 0.0 * B, .reduced = 2.0 * GB, .ranks = 8};
  CHECK(relative_error(ours.with_collective(user::network{}).with_compute(user::chip{}).step(job).total().si(), 3.0) <
        rounding);
}

TEST_CASE("user models: inside the combinators") {
  using namespace collective;
  constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s);
  constexpr bytes n = 1.0 * GB;
  static_assert(fastest_of{user::network{}, ring{link}}.time(all_reduce{}, n, 8) ==
                ring{link}.time(all_reduce{}, n, 8));
  static_assert(fastest_of{ring{link}, user::network{}}.time<batch_policy>(all_reduce{}, n, 8) ==
                ring{link}.time(all_reduce{}, n, 8));
  any_of model{ring{link}, user::network{}};
  model.chosen = 1;
  CHECK(relative_error(model.time(all_reduce{}, n, 8).si(), 1.0) < rounding);
  constexpr two_level hierarchy{mesh{hardware::hccs::link()}, user::network{}, 8};
  CHECK(relative_error(hierarchy.levels(all_reduce{}, n, 64).outer.si(), 0.125) < rounding);
  const auto run = training<>{}.with_collective(hierarchy).with_compute(user::chip{});
  CHECK(run.step(step::load<>{.reduced = n, .ranks = 64}).communication() == hierarchy.time(all_reduce{}, n, 64));
}

TEST_CASE("training: a loss between two latencies counts steps relative to the reference") {
  const auto base = training{}.with_mfu_law(mfu::amdahl<>{percent(52.0), fraction{0.1}, 2.1 * ms});
  const auto per_step = convergence::delay_law<>{{0.25}};
  // Gradients late by design are as late at both ends: all of the loss is communication.
  const auto late = base.with_delay(convergence::delayed_by{1}).with_penalty(per_step);
  const auto by_design = late.decompose(2.1 * ms, 15.3 * ms);
  CHECK(by_design.convergence_loss == 0.0);
  CHECK(relative_error(by_design.direct_loss, 0.52 - late.mfu_direct(15.3 * ms).value()) < rounding);
  // Late by as much as the network takes: S = (1 + 0.25 L / compute), relative to that at the reference.
  const auto driven = base.with_delay(convergence::latency_driven{}).with_penalty(per_step);
  const auto parts = driven.decompose(2.1 * ms, 15.3 * ms, mfu::attribution::shapley, 30.0 * ms);
  const double ratio = (1.0 + 0.25 * 15.3 / 30.0) / (1.0 + 0.25 * 2.1 / 30.0);
  CHECK(relative_error(parts.effective.value(), driven.mfu_direct(15.3 * ms).value() / ratio) < rounding);
}
