// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/delay_law.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "traincost/convergence/hyperbolic.hpp"
#include "traincost/convergence/linear.hpp"
#include "traincost/convergence/power.hpp"

namespace {
using namespace traincost;
using convergence::delay, convergence::delay_law, convergence::linear;

constexpr delay_law<> law{linear<>{0.5}, delay<>{4.0}, "an example"};
}  // namespace

TEST_CASE("delay_law: one at no delay, growing, marked beyond the calibrated range") {
  static_assert(law.step_ratio(delay<>{0.0}).value == 1.0 && law.step_ratio(delay<>{0.0}).ok());
  static_assert(law.step_ratio(delay<>{4.0}).value == 3.0 && law.step_ratio(delay<>{4.0}).ok());
  static_assert(law.step_ratio(delay<>{6.0}).value == 4.0 &&
                law.step_ratio(delay<>{6.0}).state == status::extrapolated);
  CHECK(delay_law<>{linear<>{0.5}}.step_ratio(delay<>{1e9}).ok());  // calibrated without an end unless told
  CHECK(delay_law<>{}.step_ratio(delay<>{3.0}).value == 1.0);       // and without a penalty
}

TEST_CASE("delay_law: what to do beyond the calibrated range is a policy") {
  constexpr delay<> beyond{6.0};
  CHECK_THROWS_AS((void)law.step_ratio<eval_policy{.extrapolation = on_error::raise}>(beyond), domain_failure);
  const auto nan = law.step_ratio<eval_policy{.extrapolation = on_error::quiet_nan}>(beyond);
  CHECK(std::isnan(nan.value));
  CHECK(nan.state == status::invalid);
  const auto clamped = law.step_ratio<eval_policy{.extrapolation = on_error::clamp}>(beyond);
  CHECK(clamped.value == 3.0);
  CHECK(clamped.state == status::clamped);
  // Inside the range all of them answer alike.
  CHECK(law.step_ratio<eval_policy{.extrapolation = on_error::raise}>(delay<>{3.0}).value == 2.5);
  CHECK(law.step_ratio<eval_policy{.extrapolation = on_error::quiet_nan}>(delay<>{3.0}).value == 2.5);
  CHECK(law.step_ratio<eval_policy{.extrapolation = on_error::clamp}>(delay<>{3.0}).value == 2.5);
}

TEST_CASE("delay_law: a calibrated range that does not reach the first delay clamps to no penalty, never below") {
  constexpr eval_policy clamp{.extrapolation = on_error::clamp};
  for (const double end : {0.0, -1.0, -HUGE_VAL, std::nan("")}) {
    CAPTURE(end);
    CHECK(delay_law<>{linear<>{0.5}, delay<>{end}}.step_ratio<clamp>(delay<>{2.0}).value == 1.0);
    const delay_law<convergence::power<>> curved{convergence::power<>{0.5, 1.5}, delay<>{end}};
    CHECK(curved.step_ratio<clamp>(delay<>{2.0}).value == 1.0);
  }
}

// Plain SGD with the rate re-tuned at every delay: at most 4/pi a step of delay.
TEST_CASE("delay_law: the bound for a tuned rate") {
  constexpr delay_law<> bound{linear<>{1.2732395447351628}};
  CHECK(bound.step_ratio(delay<>{1.0}).value == doctest::Approx(1.0 + 4.0 / std::acos(-1.0)).epsilon(1e-15));
}

TEST_CASE("delay_law: beyond the pole the target is never reached") {
  constexpr delay_law<convergence::hyperbolic<>> fixed_rate{convergence::hyperbolic<>{0.1, 0.125}};
  CHECK(fixed_rate.step_ratio(delay<>{4.0}).value == doctest::Approx(1.8).epsilon(1e-15));
  CHECK_THROWS_AS((void)fixed_rate.step_ratio(delay<>{8.0}), domain_failure);
  const auto clamped = fixed_rate.step_ratio<eval_policy{.domain = on_error::clamp}>(delay<>{9.0});
  CHECK(clamped.value == HUGE_VAL);
  CHECK(clamped.state == status::clamped);
}
