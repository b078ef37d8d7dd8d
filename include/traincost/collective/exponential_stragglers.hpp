// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Stragglers whose delays are exponential: the expected delay of the slowest of N.
//
//   expected_max = mean H_N,   H_N = 1 + 1/2 + ... + 1/N
//
// Assumptions: (1) independent, equal workers; (2) everyone waits for the last. Valid: mean >= 0, N >= 1. Waiting on
// rare events (interrupts, retries) looks like this; the sum of many small causes is rather normal.
// Source: the N-th arrives after spacings of mean/N, mean/(N-1), ..., mean (Renyi 1953).
struct exponential_stragglers {
  seconds mean{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected_max(int workers) const noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(mean.si())) {
      return detail::fail<P>("collective::exponential_stragglers: mean must be finite and >= 0 (docs/errors.md#E360)",
                             mean.si(), seconds{});
    }
    if (workers < 1) {
      return detail::fail<P>("collective::exponential_stragglers: workers must be >= 1 (docs/errors.md#E361)", workers,
                             seconds{});
    }
    return harmonic(workers) * mean;
  }

 private:
  // Summed from the small end, or Euler's asymptotic series, whose next term is below 1e-16 here.
  [[nodiscard]] static constexpr double harmonic(int workers) noexcept {
    if (workers > 64) {
      constexpr double euler = 0.5772156649015329;
      const double n = workers;
      const double square = n * n;
      return math::log(n) + euler + 0.5 / n - (1.0 - (0.1 - 1.0 / (21.0 * square)) / square) / (12.0 * square);
    }
    double sum = 0.0;
    for (int i = workers; i > 0; --i) sum += 1.0 / i;
    return sum;
  }
};

}  // namespace traincost::collective
