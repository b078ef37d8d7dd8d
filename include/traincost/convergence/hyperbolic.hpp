// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// S = 1 + slope u / (1 - inverse_pole u).
//
// The shape of a fixed learning rate: the noise floor grows with the delay until it meets the target, at the pole
// u = 1 / inverse_pole. inverse_pole = 0 is linear; below 0 the penalty saturates.
// Valid: slope >= 0; u < 1 / inverse_pole where inverse_pole > 0: beyond the pole the target is never reached.
template <class Rep>
struct hyperbolic {
  using rep = Rep;
  static constexpr const char* name = "hyperbolic";
  Rep slope{};
  Rep inverse_pole{};

  [[nodiscard]] constexpr Rep excess(Rep u) const noexcept { return slope * u / (Rep(1) - inverse_pole * u); }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return traincost::detail::finite_non_negative(slope) &&
           traincost::detail::finite_non_negative(math::abs(inverse_pole));
  }
  [[nodiscard]] constexpr Rep limit() const noexcept {
    return inverse_pole > Rep(0) ? Rep(1) / inverse_pole : (std::numeric_limits<Rep>::max)();
  }
  [[nodiscard]] constexpr Rep excess_at_limit() const noexcept { return std::numeric_limits<Rep>::infinity(); }
  [[nodiscard]] static constexpr hyperbolic not_a_number() noexcept {
    return {traincost::detail::not_a_number<Rep>(), traincost::detail::not_a_number<Rep>()};
  }

  // With r = (y2/u2) / (y1/u1): inverse_pole = (r - 1) / (r u2 - u1).
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr hyperbolic through(excess_point<Rep> first,
                                                    excess_point<Rep> second) noexcept(never_throws<P>) {
    if (!detail::fit_possible(first, second)) return detail::no_fit<P, hyperbolic>(second);
    const Rep r = (second.y / second.u) / (first.y / first.u);
    const Rep inverse = (r - Rep(1)) / (r * second.u - first.u);
    return detail::fitted<P>(hyperbolic{(first.y / first.u) * (Rep(1) - inverse * first.u), inverse}, first, second);
  }
};

}  // namespace traincost::convergence
