// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/exponential.hpp"

#include <doctest/doctest.h>

#include "../support/convergence.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using convergence::exponential;
using point = convergence::excess_point<double>;
}  // namespace

TEST_CASE("exponential: documented fit") {
  const auto fitted = documented_fit<exponential<>>().shape;
  check_documented_fit<exponential<>>({fitted.slope, fitted.rate}, [](const row& line) {
    const double rate = 2.1 * line.number("second");
    return std::pair{line.number("first") * rate, rate};
  });
}

TEST_CASE("exponential: step ratio") {
  check_step_ratio(exponential<>{0.1, 0.0});
  check_step_ratio(exponential<>{0.1, 0.01});
  check_step_ratio(exponential<>{0.1, -0.01});
  check_step_ratio(exponential<>{0.1, 2.0}, 300.0);
  check_step_ratio(exponential<>{0.1, 1e-300});
}

TEST_CASE("exponential: passes through its points, steep or saturating") {
  random_source draw(141);
  for (int i = 0; i < 2000; ++i) {
    const auto [first, second] = random_points(draw);
    CHECK(passes_or_refuses<exponential<>>(first, second));
  }
  check_refused_points<exponential<>>();
}

TEST_CASE("exponential: exactly linear data give rate 0, or as good as 0") {
  random_source draw(142);
  for (int i = 0; i < 2000; ++i) {
    const double slope = draw.magnitude(1e-6, 1e6);
    const double u = draw.magnitude(1e-6, 1e6);
    const double apart = i % 2 == 0 ? draw.uniform(1.001, 30.0) : 2.0;
    CHECK(passes_or_refuses<exponential<>>({u, slope * u}, {u * apart, slope * (u * apart)}));
    const auto shape = exponential<>::through({u, slope * u}, {u * apart, slope * (u * apart)});
    CHECK(std::abs(shape.rate * u) < 1e-10);
    CHECK(relative_error(shape.slope, slope) < 1e-10);
  }
}

TEST_CASE("exponential: extreme data pass through both points to 1e-12 or are refused") {
  int passed = 0;
  for_extreme_points<exponential<>>([&](point first, point second) {
    if (second.u > first.u && second.y > first.y) passed += passes_or_refuses<exponential<>>(first, second) ? 1 : 0;
  });
  CHECK(passed > 2000);
}

TEST_CASE("exponential: a fit that runs out of iterations is refused, not returned") {
  constexpr point first{1.0, 0.3};
  constexpr point second{4.0, 20.0};
  static_assert(exponential<>::through(first, second).rate > 0.5);
  CHECK_THROWS_AS((void)(exponential<>::through<eval_policy{.max_iterations = 0}>(first, second)), domain_failure);
  CHECK_THROWS_AS((void)(exponential<>::through<eval_policy{.max_iterations = 1}>(first, second)), domain_failure);
}

TEST_CASE("exponential: the linear and the exponential law bracket the others beyond the documented points") {
  using namespace units;
  const auto law = documented_fit<exponential<>>();
  CHECK(law.step_ratio(30.0 * ms).value == doctest::Approx(2.474).epsilon(2e-4));
  CHECK(law.step_ratio(100.0 * ms).value == doctest::Approx(8.376).epsilon(1e-4));
}
