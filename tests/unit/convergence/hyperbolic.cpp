// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/hyperbolic.hpp"

#include <doctest/doctest.h>

#include "../support/convergence.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using convergence::hyperbolic;
}  // namespace

TEST_CASE("hyperbolic: documented fit and its pole at 224.9 ms") {
  const auto law = documented_fit<hyperbolic<>>();
  check_documented_fit<hyperbolic<>>({law.shape.slope, law.shape.inverse_pole}, [](const row& line) {
    return std::pair{2.1 * line.number("first"), 2.1 / line.number("second")};
  });
  const seconds pole = (1.0 + law.shape.limit()) * law.baseline;
  CHECK(pole.in(ms) == doctest::Approx(224.8877863).epsilon(1e-9));
  CHECK(law.step_ratio(0.999 * pole).value > 100.0);
  CHECK_THROWS_AS((void)law.step_ratio(pole), domain_failure);
  CHECK_THROWS_AS((void)law.step_ratio(2.0 * pole), domain_failure);
}

TEST_CASE("hyperbolic: passes through its points") {
  random_source draw(131);
  for (int i = 0; i < 1000; ++i) {
    const auto [first, second] = random_points(draw);
    const auto shape = hyperbolic<>::through(first, second);
    CHECK(shape.slope > 0.0);
    CHECK(shape.limit() > second.u);
    // Near the pole the denominator cancels, so the tolerance follows it.
    const double sensitivity = 1.0 / (1.0 - shape.inverse_pole * second.u);
    CHECK(relative_error(shape.excess(first.u), first.y) < 1e-15 + 1e-15 * sensitivity + 1e-14);
    CHECK(relative_error(shape.excess(second.u), second.y) < 1e-14 * (1.0 + sensitivity));
  }
  check_refused_points<hyperbolic<>>();
}

TEST_CASE("hyperbolic: step ratio up to the pole") {
  check_step_ratio(hyperbolic<>{0.1, 0.0});
  check_step_ratio(hyperbolic<>{0.1, -0.5});
  check_step_ratio(hyperbolic<>{0.1, 0.01}, 99.9);
  CHECK(hyperbolic<>{0.1, -0.5}.excess(1e12) ==
        doctest::Approx(0.2).epsilon(1e-9));  // saturates at -slope / inverse_pole
  CHECK(hyperbolic<>{0.1, -0.5}.limit() == std::numeric_limits<double>::max());
}

TEST_CASE("hyperbolic: extreme data pass through both points to 1e-12 or are refused") {
  int passed = 0;
  for_extreme_points<hyperbolic<>>([&](auto first, auto second) {
    if (second.u > first.u && second.y > first.y) passed += passes_or_refuses<hyperbolic<>>(first, second) ? 1 : 0;
  });
  CHECK(passed > 2000);
}
