// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// S = 1 + first u + second u^2.
//
// Valid: first >= 0; u up to the apex -first / (2 second) where second < 0, since a penalty does not fall again.
// Use it inside the calibrated range; it is the shape with the least freedom to bend there.
template <class Rep>
struct quadratic {
  using rep = Rep;
  static constexpr const char* name = "quadratic";
  Rep first{};
  Rep second{};

  [[nodiscard]] constexpr Rep excess(Rep u) const noexcept { return u * (first + second * u); }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return traincost::detail::finite_non_negative(first) && traincost::detail::finite_non_negative(math::abs(second));
  }
  [[nodiscard]] constexpr Rep limit() const noexcept {
    return second < Rep(0) ? -first / (Rep(2) * second) : (std::numeric_limits<Rep>::max)();
  }
  [[nodiscard]] constexpr Rep excess_at_limit() const noexcept { return excess(limit()); }
  [[nodiscard]] static constexpr quadratic not_a_number() noexcept {
    return {traincost::detail::not_a_number<Rep>(), traincost::detail::not_a_number<Rep>()};
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr quadratic through(excess_point<Rep> a, excess_point<Rep> b) noexcept(never_throws<P>) {
    if (!detail::fit_possible(a, b)) return detail::no_fit<P, quadratic>(b);
    const Rep curvature = (b.y / b.u - a.y / a.u) / (b.u - a.u);
    const quadratic fitted{a.y / a.u - curvature * a.u, curvature};
    // Too concave, and the apex lies before b; too convex, and the penalty falls at 0.
    return fitted.valid() && b.u < fitted.limit() ? fitted : detail::no_fit<P, quadratic>(b);
  }
};

}  // namespace traincost::convergence
