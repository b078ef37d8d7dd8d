// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/latency_law.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "../support/convergence.hpp"
#include "traincost/convergence/exponential.hpp"
#include "traincost/convergence/hyperbolic.hpp"
#include "traincost/convergence/linear.hpp"
#include "traincost/convergence/power.hpp"
#include "traincost/convergence/quadratic.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using namespace traincost::convergence;

constexpr eval_policy refusing{.extrapolation = on_error::raise};
constexpr eval_policy to_nan{.extrapolation = on_error::quiet_nan};
constexpr eval_policy clamping{.extrapolation = on_error::clamp};
}  // namespace

TEST_CASE("latency_law: the fit remembers its baseline, range and source") {
  const auto law = latency_law<power<>>::fit(2.1 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65}, "a report");
  CHECK(law.baseline == 2.1 * ms);
  CHECK(law.calibrated_to == 15.3 * ms);
  CHECK(std::string(law.provenance) == "a report");
}

TEST_CASE("latency_law: what to do beyond the calibrated range is a policy") {
  const auto law = documented_fit<power<>>();
  const auto accepted = law.step_ratio(30.0 * ms);
  CHECK(accepted.state == status::extrapolated);
  CHECK(relative_error(accepted.value, 2.420963760894121) < golden);
  CHECK_THROWS_AS((void)law.step_ratio<refusing>(30.0 * ms), domain_failure);
  CHECK(std::isnan(law.step_ratio<to_nan>(30.0 * ms).value));
  CHECK(law.step_ratio<to_nan>(30.0 * ms).state == status::invalid);
  CHECK(relative_error(law.step_ratio<clamping>(30.0 * ms).value, 1.65) < golden);
  CHECK(law.step_ratio<clamping>(30.0 * ms).state == status::clamped);
  for (const double inside : {2.1, 3.0, 8.8, 15.3}) {
    CHECK(law.step_ratio<refusing>(inside * ms).ok());
    CHECK(law.step_ratio<to_nan>(inside * ms).value == law.step_ratio(inside * ms).value);
    CHECK(law.step_ratio<clamping>(inside * ms).value == law.step_ratio(inside * ms).value);
  }
}

TEST_CASE("latency_law: below the baseline there is no penalty, and it is marked") {
  const auto law = documented_fit<quadratic<>>();
  for (const double below : {0.0, 1.0, 2.09}) {
    CHECK(law.step_ratio(below * ms).value == 1.0);
    CHECK(law.step_ratio(below * ms).state == status::extrapolated);
    CHECK(law.step_ratio<clamping>(below * ms).value == 1.0);
  }
}

TEST_CASE("latency_law: a law without a calibrated range clamps to no penalty, never below") {
  const latency_law<power<>> law{power<>{0.1, 1.5}, 2.0 * ms, {}, ""};
  CHECK(law.step_ratio(10.0 * ms).state == status::extrapolated);
  CHECK(law.step_ratio<clamping>(10.0 * ms).value == 1.0);
  CHECK(latency_law<>{linear<>{0.1}, 2.0 * ms}.step_ratio<clamping>(10.0 * ms).value == 1.0);
}

// What the whole family says beyond the last point: linear below, the others between it and the hyperbola.
TEST_CASE("latency_law: the shapes agree inside the calibrated range and part beyond it") {
  const auto values = [](seconds latency) {
    return std::array{documented_fit<linear<>>().step_ratio(latency).value,
                      documented_fit<power<>>().step_ratio(latency).value,
                      documented_fit<quadratic<>>().step_ratio(latency).value,
                      documented_fit<exponential<>>().step_ratio(latency).value,
                      documented_fit<hyperbolic<>>().step_ratio(latency).value};
  };
  for (double latency = 2.1; latency <= 15.3; latency += 0.3) {
    const auto all = values(latency * ms);
    for (const double value : all) CHECK(value == doctest::Approx(all[0]).epsilon(0.01));
  }
  for (const double latency : {16.0, 30.0, 60.0, 100.0}) {
    const auto all = values(latency * ms);
    for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i] > all[i - 1]);
  }
}

TEST_CASE("latency_law: points that cannot be fitted") {
  using law = latency_law<power<>>;
  CHECK_THROWS_AS((void)law::fit(2.1 * ms, {15.3 * ms, 1.65}, {8.8 * ms, 1.32}), domain_failure);
  CHECK_THROWS_AS((void)law::fit(2.1 * ms, {2.1 * ms, 1.32}, {8.8 * ms, 1.65}), domain_failure);
  CHECK_THROWS_AS((void)law::fit(2.1 * ms, {8.8 * ms, 1.0}, {15.3 * ms, 1.65}), domain_failure);
  CHECK_THROWS_AS((void)law::fit(0.0 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65}), domain_failure);
  CHECK_THROWS_AS((void)law::fit(std::nan("") * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65}), domain_failure);
  const auto none = law::fit<batch_policy>(2.1 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.0});
  CHECK(std::isnan(none.shape.exponent));
  CHECK(std::isnan(none.step_ratio<batch_policy>(8.8 * ms).value));
}
