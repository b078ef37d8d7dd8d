// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/power.hpp"

#include <doctest/doctest.h>

#include "../support/convergence.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using convergence::power;
}  // namespace

TEST_CASE("power: documented fit") {
  const auto fitted = documented_fit<power<>>().shape;
  check_documented_fit<power<>>({fitted.coefficient, fitted.exponent}, [](const row& line) {
    const double exponent = line.number("second");
    return std::pair{line.number("first") * std::pow(2.1, exponent), exponent};
  });
}

TEST_CASE("power: passes through its points") {
  random_source draw(111);
  int passed = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto [first, second] = random_points(draw);
    passed += passes_or_refuses<power<>>(first, second) ? 1 : 0;
  }
  CHECK(passed > 990);  // the others need a coefficient that no double holds
  check_refused_points<power<>>();
}

TEST_CASE("power: step ratio") {
  for (const double exponent : {0.1, 0.5, 1.0, 1.045, 2.0, 6.4}) check_step_ratio(power<>{0.1, exponent});
  check_step_ratio(power<>{0.0, 1.0});
}

TEST_CASE("power: exponent 1 is linear") {
  CHECK(power<>{0.3, 1.0}.excess(7.0) == 0.3 * 7.0);
  CHECK(power<>{0.3}.exponent == 1.0);
}

TEST_CASE("power: extreme data pass through both points to 1e-12 or are refused") {
  int passed = 0;
  for_extreme_points<power<>>([&](auto first, auto second) {
    if (second.u > first.u && second.y > first.y) passed += passes_or_refuses<power<>>(first, second) ? 1 : 0;
  });
  CHECK(passed > 2000);
}
