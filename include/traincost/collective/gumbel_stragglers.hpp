// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Stragglers whose delays have Gumbel's law, exp(-exp(-(x - location)/scale)): each is already the slowest of many
// causes. The slowest of N has the same law, moved by scale ln N.
//
//   expected_max = location + scale (ln N + 0.57722)      N = 1 is the mean, not the location
//
// Assumptions: (1) independent, equal workers; (2) everyone waits for the last. Valid: location, scale >= 0, N >= 1.
// Not for a scale near the location: the law allows negative delays. Source: Gumbel 1958, its stability under maxima.
struct gumbel_stragglers {
  seconds location{};
  seconds scale{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected_max(int workers) const noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(location.si()) || !detail::finite_non_negative(scale.si())) {
      return detail::fail<P>(
          "collective::gumbel_stragglers: location and scale must be finite and >= 0 (docs/errors.md#E360)",
          detail::finite_non_negative(location.si()) ? scale.si() : location.si(), seconds{});
    }
    if (workers < 1) {
      return detail::fail<P>("collective::gumbel_stragglers: workers must be >= 1 (docs/errors.md#E361)", workers,
                             seconds{});
    }
    constexpr double euler = 0.5772156649015329;
    return location + (math::log(static_cast<double>(workers)) + euler) * scale;
  }
};

}  // namespace traincost::collective
