// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/quadratic.hpp"

#include <doctest/doctest.h>

#include "../support/convergence.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using convergence::quadratic;
}  // namespace

TEST_CASE("quadratic: documented fit") {
  const auto fitted = documented_fit<quadratic<>>().shape;
  check_documented_fit<quadratic<>>({fitted.first, fitted.second}, [](const row& line) {
    return std::pair{2.1 * line.number("first"), 2.1 * 2.1 * line.number("second")};
  });
}

TEST_CASE("quadratic: step ratio up to the apex") {
  check_step_ratio(quadratic<>{0.1, 0.0});
  check_step_ratio(quadratic<>{0.1, 0.01});
  check_step_ratio(quadratic<>{0.0, 0.01});
  constexpr quadratic<> concave{0.1, -0.01};
  static_assert(concave.limit() > 4.9999 && concave.limit() < 5.0001);
  check_step_ratio(concave, concave.limit());
  CHECK(concave.excess(5.0) == doctest::Approx(0.25).epsilon(1e-14));
}

TEST_CASE("quadratic: passes through its points") {
  random_source draw(121);
  int passed = 0;
  for (int i = 0; i < 1000; ++i) {
    // Curves that a parabola without a fall before the second point can follow: ratios of slopes between 1/2 and 2.
    auto [first, second] = random_points(draw);
    second.y = first.y * (second.u / first.u) * draw.uniform(0.6, 1.1);
    if (second.y > first.y) passed += passes_or_refuses<quadratic<>>(first, second) ? 1 : 0;
  }
  CHECK(passed > 800);
  check_refused_points<quadratic<>>();
}

TEST_CASE("quadratic: extreme data pass through both points to 1e-12 or are refused") {
  int passed = 0;
  for_extreme_points<quadratic<>>([&](auto first, auto second) {
    if (second.u > first.u && second.y > first.y) passed += passes_or_refuses<quadratic<>>(first, second) ? 1 : 0;
  });
  CHECK(passed > 500);
}
