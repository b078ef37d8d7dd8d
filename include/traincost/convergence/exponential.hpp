// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// S = 1 + slope (e^(rate u) - 1) / rate, which is 1 + slope u at rate 0.
//
// In the more usual form 1 + A (e^(b u) - 1), A = slope / rate and b = rate; written by its slope at 0 it has no
// singularity where the data are straight. Valid: slope >= 0; rate < 0 saturates.
// With linear it brackets an extrapolation by the shapes that have no pole.
template <class Rep>
struct exponential {
  using rep = Rep;
  static constexpr const char* name = "exponential";
  Rep slope{};
  Rep rate{};

  [[nodiscard]] constexpr Rep excess(Rep u) const noexcept {
    return rate == Rep(0) ? Rep(slope * u) : Rep(slope * math::expm1(Rep(rate * u)) / rate);
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return traincost::detail::finite_non_negative(slope) && traincost::detail::finite_non_negative(math::abs(rate));
  }
  [[nodiscard]] static constexpr exponential not_a_number() noexcept {
    return {traincost::detail::not_a_number<Rep>(), traincost::detail::not_a_number<Rep>()};
  }

  // The rate b solves h(b) = ln(expm1(b u2) / expm1(b u1)) = ln(y2 / y1). h increases and is convex, so its tangent at
  // 0, ln(u2/u1) + b (u2 - u1) / 2, lies below it: Newton started where the tangent meets the target comes down to the
  // root from the right, monotonically, whatever the data. No closed solution exists.
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr exponential through(excess_point<Rep> first,
                                                     excess_point<Rep> second) noexcept(never_throws<P>) {
    if (!detail::fit_possible(first, second)) return detail::no_fit<P, exponential>(second);
    const Rep target = math::log(Rep(second.y / first.y));
    const Rep gap = second.u - first.u;
    Rep rate = Rep(2) * (target - math::log(Rep(second.u / first.u))) / gap;
    for (int i = 0; i < P.max_iterations && rate != Rep(0); ++i) {
      const Rep steepness = weight(rate, second.u) - weight(rate, first.u);
      if (!(steepness > Rep(0))) break;  // lost to rounding: the rate is as good as 0
      const Rep next = rate - (log_growth(rate, first.u, second.u) - target) / steepness;
      if (!(next < rate)) break;
      rate = next;
    }
    const Rep slope = rate == Rep(0) ? Rep(first.y / first.u) : Rep(first.y * rate / math::expm1(Rep(rate * first.u)));
    return detail::fitted<P>(exponential{slope, rate}, first, second);
  }

 private:
  // h(b), with the growing exponential factored out so that it cannot overflow.
  static constexpr Rep log_growth(Rep b, Rep u1, Rep u2) noexcept {
    const Rep sign = b > Rep(0) ? Rep(-1) : Rep(1);
    const Rep ratio = math::expm1(Rep(sign * b * u2)) / math::expm1(Rep(sign * b * u1));
    return math::log(ratio) + (b > Rep(0) ? Rep(b * (u2 - u1)) : Rep(0));
  }
  // d/db ln expm1(b u).
  static constexpr Rep weight(Rep b, Rep u) noexcept { return -u / math::expm1(Rep(-b * u)); }
};

}  // namespace traincost::convergence
