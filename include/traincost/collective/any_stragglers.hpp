// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Stragglers of an unknown law with a known mean and standard deviation: the expected delay of the slowest of N is at
// most
//
//   expected_max = mean + deviation (N-1) / sqrt(2N-1)
//
// and there is a law that reaches it. Assumptions: (1) independent, equal workers; (2) everyone waits for the last.
// Valid: mean, deviation >= 0, N >= 1. A bound, not an estimate: for N = 1024 it is seven times the normal law's.
// Source: Hartley and David, Gumbel, both Ann. Math. Stat. 25 (1954).
struct any_stragglers {
  seconds mean{};
  seconds deviation{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected_max(int workers) const noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(mean.si()) || !detail::finite_non_negative(deviation.si())) {
      return detail::fail<P>(
          "collective::any_stragglers: mean and deviation must be finite and >= 0 (docs/errors.md#E360)",
          detail::finite_non_negative(mean.si()) ? deviation.si() : mean.si(), seconds{});
    }
    if (workers < 1) {
      return detail::fail<P>("collective::any_stragglers: workers must be >= 1 (docs/errors.md#E361)", workers,
                             seconds{});
    }
    const double n = workers;
    return mean + ((n - 1.0) / math::sqrt(2.0 * n - 1.0)) * deviation;
  }
};

}  // namespace traincost::collective
