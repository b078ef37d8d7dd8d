// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/step/breakdown.hpp"

namespace traincost::step {

// Communication hides behind up to `share` of the compute time; the rest is exposed:
//
//   hidden = min(communication, share compute),   total = compute + communication - hidden
//
// share 0 is the serial sum, share 1 the longer of the two. A share near 2/3 is the backward pass.
// Assumptions: (1) hiding slows neither side down; (2) what can hide is known beforehand.
// Valid: times finite and >= 0. Not where communication takes cores or memory bandwidth from compute.
template <class Rep>
struct overlapped {
  static constexpr const char* name = "overlapped";
  fraction<Rep> share = fraction<Rep>::unchecked(Rep(1));

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr breakdown<Rep> operator()(basic_seconds<Rep> compute, basic_seconds<Rep> communication) const
      noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(compute.si()) || !detail::finite_non_negative(communication.si())) {
      return detail::fail<P>("step: compute and communication times must be finite and >= 0 s (docs/errors.md#E319)",
                             detail::finite_non_negative(compute.si()) ? communication.si() : compute.si(),
                             breakdown<Rep>{});
    }
    const auto window = share * compute;
    const auto hidden = communication < window ? communication : window;
    return {compute, communication - hidden, hidden};
  }
};

}  // namespace traincost::step
