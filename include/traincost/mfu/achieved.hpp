// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::mfu {

// MFU by its definition: model FLOPs of a step / (step time x peak), both of the same set of accelerators.
// Valid: work finite and >= 0, time and peak > 0, work no more than the peak could do. With recomputation counted in
// `work` the result is HFU. The convention of `work` (workload::attention) belongs beside every figure.
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr fraction<Rep> achieved(basic_flops<Rep> work, basic_seconds<Rep> time,
                                               basic_flop_rate<Rep> peak) noexcept(never_throws<P>) {
  using traincost::detail::finite_positive;
  if (!traincost::detail::finite_non_negative(work.si()) || !finite_positive(time.si()) ||
      !finite_positive(peak.si())) {
    return traincost::detail::fail<P>(
        "mfu::achieved: work must be finite and >= 0, time and peak finite and > 0 "
        "(docs/errors.md#E328)",
        !traincost::detail::finite_non_negative(work.si()) ? work.si()
        : finite_positive(time.si())                       ? peak.si()
                                                           : time.si(),
        fraction<Rep>{});
  }
  const Rep share = work / (time * peak);
  if (!(share <= Rep(1))) {
    return traincost::detail::fail<P>(
        "mfu::achieved: more work than the peak can do in that time; check units and the "
        "FLOP convention (docs/errors.md#E329)",
        share, fraction<Rep>::unchecked(Rep(1)));
  }
  return fraction<Rep>::unchecked(share);
}

}  // namespace traincost::mfu
