// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/size_law.hpp"
#include "traincost/core/check.hpp"

namespace traincost::collective {

// (x^m + y^m)^(1/m) of start-up x and transfer y: one number for how much of the two overlaps.
//
//   m < 1        more than their sum: chunks and switches of protocol in between. m = 1/2 is `pipelined`
//   m = 1        `affine`
//   1 < m        between max(x, y) and the sum; m -> infinity is max(x, y), as message-rate-bound streaming is
//
// Computed as max (1 + (min/max)^m)^(1/m): no power of a time over- or underflows.
// Valid: exponent > 0, infinite included. Fits of 23 public AllReduce tables have m = 0.47 to 0.76 (quartiles), RoCE
// clusters 0.49 to 0.74; start a fit at 0.55. Below 0.1 it becomes a power law without meaning for alpha and beta.
// Do not use it across a switch of algorithm, which is a step: collective::regimes.
struct p_norm {
  static constexpr const char* name = "p_norm";
  double exponent = 1.0;

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> operator()(basic_seconds<Rep> start_up, basic_seconds<Rep> transfer) const
      noexcept(never_throws<P>) {
    if (!(exponent > 0.0)) {
      return detail::fail<P>("collective::p_norm: exponent must be > 0 (docs/errors.md#E340)", exponent,
                             start_up + transfer);
    }
    const bool longer_start = transfer < start_up;
    const auto longer = longer_start ? start_up : transfer;
    const auto shorter = longer_start ? transfer : start_up;
    if (shorter == basic_seconds<Rep>{} || exponent > (std::numeric_limits<double>::max)()) return longer;
    const Rep share = math::pow(static_cast<Rep>(shorter / longer), exponent);
    return static_cast<Rep>(math::exp(static_cast<Rep>(math::log1p(share) / static_cast<Rep>(exponent)))) * longer;
  }
};

}  // namespace traincost::collective
