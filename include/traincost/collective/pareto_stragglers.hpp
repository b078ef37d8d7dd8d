// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Stragglers with a heavy tail, P(delay > x) = (least/x)^shape: the expected delay of the slowest of N.
//
//   expected_max = least Gamma(N+1) Gamma(1-s) / Gamma(N+1-s) = least product over i = 1..N of i/(i-s),   s = 1/shape
//
// It grows like N^s, without end. Assumptions: (1) independent, equal workers; (2) everyone waits for the last.
// Valid: least >= 0, shape > 1 (the mean is infinite at 1), N >= 1. Not for delays that a time-out cuts off.
// Source: order statistics of (1-U)^-s, U uniform: a Beta integral.
struct pareto_stragglers {
  seconds least{};
  double shape = 3.0;

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected_max(int workers) const noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(least.si())) {
      return detail::fail<P>("collective::pareto_stragglers: least must be finite and >= 0 (docs/errors.md#E360)",
                             least.si(), seconds{});
    }
    if (!(shape > 1.0 && detail::finite_positive(shape))) {
      return detail::fail<P>("collective::pareto_stragglers: shape must be finite and > 1 (docs/errors.md#E360)", shape,
                             least);
    }
    if (workers < 1) {
      return detail::fail<P>("collective::pareto_stragglers: workers must be >= 1 (docs/errors.md#E361)", workers,
                             seconds{});
    }
    constexpr int multiplied = 64;
    double in_least = 1.0;
    for (int i = 1; i <= workers && i <= multiplied; ++i) in_least *= i / (i - 1.0 / shape);
    if (workers > multiplied) in_least *= math::exp(log_ratio(workers) - log_ratio(multiplied));
    return in_least * least;
  }

 private:
  // ln Gamma(n+1) - ln Gamma(n+1-s) by Stirling's series, its logarithms joined so that nothing large cancels.
  [[nodiscard]] constexpr double log_ratio(int n) const noexcept {
    const double s = 1.0 / shape;
    const double z = n + 1.0;
    return s * math::log(z) - (z - 0.5 - s) * math::log1p(-s / z) - s + correction(z) - correction(z - s);
  }
  [[nodiscard]] static constexpr double correction(double z) noexcept {
    const double square = z * z;
    return (1.0 - (1.0 / 30.0 - 1.0 / (105.0 * square)) / square) / (12.0 * z);
  }
};

}  // namespace traincost::collective
