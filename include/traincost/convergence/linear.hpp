// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// S = 1 + slope u.
//
// Valid: slope >= 0. With u = tau it is F0: the tight bounds for a rate re-tuned at each delay are linear in the
// delay, and plain SGD has slope <= 4/pi. Not for a fixed learning rate, whose penalty has a pole (hyperbolic).
template <class Rep>
struct linear {
  using rep = Rep;
  static constexpr const char* name = "linear";
  Rep slope{};

  [[nodiscard]] constexpr Rep excess(Rep u) const noexcept { return slope * u; }
  [[nodiscard]] constexpr bool valid() const noexcept { return traincost::detail::finite_non_negative(slope); }
  [[nodiscard]] static constexpr linear not_a_number() noexcept { return {traincost::detail::not_a_number<Rep>()}; }

  // Least squares in S with equal weights over a range of excess_points (span, array, vector): at least one.
  template <eval_policy P = default_policy, class Points>
  [[nodiscard]] static constexpr linear fit(const Points& points) noexcept(never_throws<P>) {
    Rep uy(0);
    Rep uu(0);
    for (const excess_point<Rep>& point : points) {
      if (!traincost::detail::finite_positive(point.u) || !traincost::detail::finite_non_negative(point.y)) {
        return detail::no_fit<P, linear>(point);
      }
      uy += point.u * point.y;
      uu += point.u * point.u;
    }
    using traincost::detail::finite_non_negative;
    const bool possible = uu > Rep(0) && finite_non_negative(uu) && finite_non_negative(uy);
    return possible ? linear{uy / uu} : detail::no_fit<P, linear>(excess_point<Rep>{});
  }
};

}  // namespace traincost::convergence
