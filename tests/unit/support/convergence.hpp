// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "compare.hpp"
#include "random.hpp"
#include "table.hpp"
#include "traincost/convergence/latency_law.hpp"

/// What every penalty shape must do, whatever its formula.
namespace traincost::test {

/// The documented points: steps 1, 1.32 and 1.65 times the baseline's at 2.1, 8.8 and 15.3 ms.
template <class Shape>
convergence::latency_law<Shape> documented_fit() {
  using namespace units;
  return convergence::latency_law<Shape>::fit(2.1 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65});
}

/// The shape's line of penalty_fits.csv: S at each latency, and `parameters(line)`, in the library's own u = L/L0 - 1,
/// against `fitted`, both pairs of numbers.
template <class Shape, class Parameters>
void check_documented_fit(std::pair<double, double> fitted, Parameters parameters) {
  using namespace units;
  const table published("penalty_fits.csv");
  const row& line = published.where("shape", Shape::name);
  const std::pair<double, double> expected = parameters(line);
  CHECK(relative_error(fitted.first, expected.first) < 1e-10);
  CHECK(relative_error(fitted.second, expected.second) < 1e-10);

  const auto law = documented_fit<Shape>();
  for (const char* latency : {"2.1", "8.8", "15.3", "30", "60", "100"}) {
    CAPTURE(std::string(latency));
    const double L = std::stod(latency);
    const auto ratio = law.step_ratio(L * ms);
    CHECK(relative_error(ratio.value, line.number(std::string("S_") + latency)) < golden);
    CHECK(ratio.state == (L > 15.3 ? status::extrapolated : status::ok));
  }
  CHECK(law.step_ratio(2.1 * ms).value == 1.0);
}

/// S(baseline) = 1, S >= 1, and S does not decrease with the latency up to `limit` in u.
template <class Shape>
void check_step_ratio(const Shape& shape, double limit = 1e4) {
  using namespace units;
  const convergence::latency_law<Shape> law{shape, 2.0 * ms, 10.0 * ms, ""};
  CHECK(law.step_ratio(2.0 * ms).value == 1.0);
  CHECK(law.step_ratio(2.0 * ms).state == status::ok);
  CHECK(law.step_ratio(0.0 * ms).value == 1.0);
  CHECK(law.step_ratio(0.0 * ms).state == status::extrapolated);
  CHECK(shape.excess(0.0) == 0.0);
  double last = 1.0;
  for (double u = 1e-6; u < limit; u *= 1.3) {
    const double now = law.step_ratio((1.0 + u) * law.baseline).value;
    CAPTURE(u);
    CHECK(now >= last * (1.0 - 1e-13));
    last = now;
  }
}

/// Two points that a growing curve from the origin can pass through.
template <class Rep = double>
std::pair<convergence::excess_point<Rep>, convergence::excess_point<Rep>> random_points(random_source& draw) {
  const double u = draw.magnitude(1e-3, 1e3);
  const double y = draw.magnitude(1e-3, 1e1);
  return {{u, y}, {u * draw.uniform(1.01, 20.0), y * draw.uniform(1.01, 20.0)}};
}

/// The shape through two points, or no such shape: true if it passes, false if the fit or the law refuses the points.
template <class Shape>
bool passes_or_refuses(convergence::excess_point<double> first, convergence::excess_point<double> second) {
  using convergence::delay;
  try {
    const convergence::latency_law<Shape> law{Shape::through(first, second), 1.0 * units::s,
                                              (1.0 + second.u) * units::s, ""};
    CAPTURE(first.u);
    CAPTURE(first.y);
    CAPTURE(second.u);
    CAPTURE(second.y);
    CHECK(law.shape.valid());
    if constexpr (requires { law.shape.limit(); }) CHECK(second.u < law.shape.limit());
    CHECK(relative_error(law.shape.excess(first.u), first.y) < golden);
    CHECK(relative_error(law.shape.excess(second.u), second.y) < golden);
    return true;
  } catch (const domain_failure& refusal) {
    CHECK(std::string(refusal.what()).find("docs/errors.md#E311") != std::string::npos);
    return false;
  }
}

/// No fit through points that are no two growing points above the baseline.
template <class Shape>
void check_refused_points() {
  using point = convergence::excess_point<double>;
  const point good{1.0, 0.3};
  CHECK_THROWS_AS((void)(Shape::through(good, point{1.0, 0.5})), domain_failure);
  CHECK_THROWS_AS((void)(Shape::through(good, point{0.5, 0.5})), domain_failure);
  CHECK_THROWS_AS((void)(Shape::through(good, point{2.0, 0.3})), domain_failure);
  CHECK_THROWS_AS((void)(Shape::through(good, point{2.0, 0.2})), domain_failure);
  CHECK_THROWS_AS((void)(Shape::through(point{0.0, 0.1}, good)), domain_failure);
  CHECK_THROWS_AS((void)(Shape::through(point{0.5, 0.0}, good)), domain_failure);
  for (const double bad : {std::nan(""), -1.0, HUGE_VAL, -HUGE_VAL}) {
    CHECK_THROWS_AS((void)(Shape::through(point{bad, 0.1}, good)), domain_failure);
    CHECK_THROWS_AS((void)(Shape::through(point{0.5, bad}, good)), domain_failure);
    CHECK_THROWS_AS((void)(Shape::through(good, point{bad, 0.5})), domain_failure);
    CHECK_THROWS_AS((void)(Shape::through(good, point{2.0, bad})), domain_failure);
  }
}

/// A saturating, a straight and a steep pair of points, near and far apart, of every size.
template <class Shape, class Expect>
void for_extreme_points(Expect expect) {
  random_source draw(91);
  for (int i = 0; i < 4000; ++i) {
    const double u = draw.magnitude(1e-12, 1e12);
    const double y = draw.magnitude(1e-12, 1e12);
    const double apart = 1.0 + draw.magnitude(1e-12, 1e12);
    const double straight = 1.0 + (apart - 1.0) * (1.0 + 1e-12 * draw.uniform(-1.0, 1.0));
    const double growth = i % 4 == 0   ? 1.0 + draw.magnitude(1e-15, 1e-3)                // saturated
                          : i % 4 == 1 ? straight                                         // as good as linear
                          : i % 4 == 2 ? 1.0 + (apart - 1.0) * draw.magnitude(1e-3, 1e3)  // anything
                                       : draw.magnitude(1.1, 1e290);                      // exploding
    expect(convergence::excess_point<double>{u, y}, convergence::excess_point<double>{u * apart, y * growth});
  }
}

}  // namespace traincost::test
