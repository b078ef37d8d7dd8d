// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/step/overlapped.hpp"

namespace traincost::step {

// The serial sum: nothing hides. The pessimistic end of overlapped, and what blocking communication costs.
struct serial {
  static constexpr const char* name = "serial";

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr breakdown<Rep> operator()(basic_seconds<Rep> compute, basic_seconds<Rep> communication) const
      noexcept(never_throws<P>) {
    return overlapped<Rep>{fraction<Rep>::unchecked(Rep(0))}.template operator()<P>(compute, communication);
  }
};

}  // namespace traincost::step
