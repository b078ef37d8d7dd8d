// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/penalty_law.hpp"
#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// A measured step ratio at a latency; the baseline's ratio is 1 by definition.
template <class Rep>
struct latency_point {
  basic_seconds<Rep> latency{};
  Rep step_ratio{};
};

// A penalty fitted to latencies: S = 1 + shape(u), u = L / baseline - 1.
//
// Such a law repeats what was observed; it names no mechanism and holds only for the system it was fitted on.
// Valid: latency finite and >= 0; below the baseline S = 1, marked as extrapolated; above calibrated_to marked too.
// Do not use it for synchronous training, where latency costs time and no steps.
template <class Shape>
struct latency_law {
  using rep = typename Shape::rep;
  Shape shape{};
  basic_seconds<rep> baseline{};
  basic_seconds<rep> calibrated_to{};
  const char* provenance = "";

  template <eval_policy P = default_policy>
  [[nodiscard, gnu::always_inline]] constexpr estimate<rep> step_ratio(basic_seconds<rep> latency) const
      noexcept(never_throws<P>) {
    if (!traincost::detail::finite_positive(baseline.si())) {
      return traincost::detail::fail<P>(
          "convergence::latency_law: baseline must be finite and > 0 s "
          "(docs/errors.md#E315)",
          baseline.si(), estimate<rep>{rep(1), status::clamped});
    }
    if (!traincost::detail::finite_non_negative(latency.si())) {
      return traincost::detail::fail<P>(
          "convergence::latency_law: latency must be finite and >= 0 s "
          "(docs/errors.md#E309)",
          latency.si(), detail::beyond(latency.si()));
    }
    return detail::step_ratio<P>(shape, excess(latency), excess(calibrated_to));
  }

  // The law with `Shape` through a baseline and two points above it.
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr latency_law fit(basic_seconds<rep> baseline, latency_point<rep> first,
                                                 latency_point<rep> second,
                                                 const char* provenance = "") noexcept(never_throws<P>) {
    const excess_point<rep> points[] = {at(baseline, first), at(baseline, second)};
    if constexpr (requires { Shape::template through<P>(points[0], points[1]); }) {
      return {Shape::template through<P>(points[0], points[1]), baseline, second.latency, provenance};
    } else {
      return {Shape::template fit<P>(points), baseline, second.latency, provenance};
    }
  }

 private:
  [[nodiscard]] constexpr rep excess(basic_seconds<rep> latency) const noexcept {
    return (latency - baseline) / baseline;
  }
  static constexpr excess_point<rep> at(basic_seconds<rep> baseline, latency_point<rep> point) noexcept {
    const bool possible = traincost::detail::finite_positive(baseline.si());
    return {possible ? rep((point.latency - baseline) / baseline) : rep(0), point.step_ratio - rep(1)};
  }
};

}  // namespace traincost::convergence
