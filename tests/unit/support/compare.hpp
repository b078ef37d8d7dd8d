// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <limits>

namespace traincost::test {

/// |actual / expected - 1|; 0 where both are equal, infinity where either is NaN.
inline double relative_error(double actual, double expected) {
  if (actual == expected) return 0.0;
  const double error = std::abs(actual - expected) / std::abs(expected);
  return std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
}

inline constexpr double golden = 1e-12;    // of values that were computed with more digits and rounded to double
inline constexpr double rounding = 1e-14;  // of two orders of the same few operations

}  // namespace traincost::test
