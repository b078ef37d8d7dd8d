// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/shape.hpp"

namespace traincost::convergence {

// S = 1 + coefficient u^exponent.
//
// Valid: coefficient >= 0, exponent > 0. Through two points: exponent = ln(y2/y1) / ln(u2/u1).
// Not below u = 0, and not far beyond the last point: exponents from 0.99 to 1.10 fit the documented points as printed.
template <class Rep>
struct power {
  using rep = Rep;
  static constexpr const char* name = "power";
  Rep coefficient{};
  Rep exponent{1};

  [[nodiscard]] constexpr Rep excess(Rep u) const noexcept { return coefficient * math::pow(u, exponent); }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return traincost::detail::finite_non_negative(coefficient) && traincost::detail::finite_positive(exponent);
  }
  [[nodiscard]] static constexpr power not_a_number() noexcept {
    return {traincost::detail::not_a_number<Rep>(), traincost::detail::not_a_number<Rep>()};
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr power through(excess_point<Rep> first,
                                               excess_point<Rep> second) noexcept(never_throws<P>) {
    if (!detail::fit_possible(first, second)) return detail::no_fit<P, power>(second);
    const Rep distance = math::log(Rep(second.u / first.u));
    const Rep exponent = distance > Rep(0) ? Rep(math::log(Rep(second.y / first.y)) / distance) : Rep(0);
    const Rep at_first = math::pow(first.u, exponent);
    const Rep coefficient = at_first > Rep(0) ? Rep(first.y / at_first) : Rep(0);
    return detail::fitted<P>(power{coefficient, exponent}, first, second);
  }
};

}  // namespace traincost::convergence
