// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/core/check.hpp"
#include "traincost/core/error.hpp"

namespace traincost::collective {

// A known slowdown as a fabric policy: a measured one, or another policy's, worked out once for a hot loop as in
// `link | stretch_by{ecmp{.flows = 8, .links = 8}.stretch()}`. stretch_by{} changes nothing. Valid: factor >= 1.
struct stretch_by {
  static constexpr bool is_fabric_policy = true;
  double factor = 1.0;

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    if (!(factor >= 1.0 && detail::finite_positive(factor))) {
      return detail::fail<P>("collective::stretch_by: factor must be finite and >= 1 (docs/errors.md#E356)", factor,
                             detail::clamped(factor, 1.0, (std::numeric_limits<double>::max)()));
    }
    return factor;
  }
};

}  // namespace traincost::collective
