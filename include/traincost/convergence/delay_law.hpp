// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/penalty_law.hpp"
#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// A penalty in delay steps: S = 1 + shape(tau).
//
// Valid: delay finite and >= 0; beyond calibrated_to the result is marked as extrapolated.
// Do not feed it a latency: a delay mode turns latency into a delay first, and for synchronous training that is 0.
template <class Shape>
struct delay_law {
  using rep = typename Shape::rep;
  Shape shape{};
  delay<rep> calibrated_to{(std::numeric_limits<rep>::max)()};
  const char* provenance = "";

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr estimate<rep> step_ratio(delay<rep> age) const noexcept(never_throws<P>) {
    if (!traincost::detail::finite_non_negative(age.steps)) {
      return traincost::detail::fail<P>(
          "convergence::delay_law: delay must be finite and >= 0 steps "
          "(docs/errors.md#E316)",
          age.steps, detail::beyond(age.steps));
    }
    return detail::step_ratio<P>(shape, age.steps, calibrated_to.steps);
  }
};

}  // namespace traincost::convergence
