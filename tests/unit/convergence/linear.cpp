// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/linear.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "../support/convergence.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using convergence::linear;
using point = convergence::excess_point<double>;
}  // namespace

TEST_CASE("linear: documented fit") {
  const auto fitted = documented_fit<linear<>>().shape;
  check_documented_fit<linear<>>({fitted.slope, 1.0}, [](const row& line) {
    return std::pair{2.1 * line.number("first"), 1.0};
  });
}

TEST_CASE("linear: the fit is the least-squares slope through the origin") {
  random_source draw(101);
  for (int i = 0; i < 100; ++i) {
    std::vector<point> points;
    for (int j = draw.integer(1, 20); j > 0; --j) points.push_back({draw.uniform(0.1, 10.0), draw.uniform(0.0, 5.0)});
    const auto squares = [&](double slope) {
      double sum = 0.0;
      for (const point& p : points) sum += (p.y - slope * p.u) * (p.y - slope * p.u);
      return sum;
    };
    const double slope = linear<>::fit(points).slope;
    CHECK(squares(slope) <= squares(slope * 1.001));
    CHECK(squares(slope) <= squares(slope * 0.999));
  }
  // Exact points give the exact slope.
  const point exact[] = {{1.0, 0.25}, {2.0, 0.5}, {8.0, 2.0}};
  CHECK(linear<>::fit(exact).slope == 0.25);
  const point none[] = {{1.0, 0.0}};
  CHECK(linear<>::fit(none).slope == 0.0);
}

TEST_CASE("linear: no fit without points or through bad ones") {
  CHECK_THROWS_AS((void)linear<>::fit(std::vector<point>{}), domain_failure);
  for (const double bad : {std::nan(""), -1.0, HUGE_VAL, -HUGE_VAL}) {
    const point u[] = {{1.0, 0.5}, {bad, 0.5}};
    const point y[] = {{1.0, bad}, {2.0, 0.5}};
    CHECK_THROWS_AS((void)linear<>::fit(u), domain_failure);
    CHECK_THROWS_AS((void)linear<>::fit(y), domain_failure);
  }
  const point zero[] = {{0.0, 0.5}};
  CHECK_THROWS_AS((void)linear<>::fit(zero), domain_failure);
}

TEST_CASE("linear: step ratio") {
  check_step_ratio(linear<>{0.0});
  check_step_ratio(linear<>{0.1});
  check_step_ratio(linear<>{1e6});
}
