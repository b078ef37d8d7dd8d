// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include "traincost/calibrate/curve.hpp"

namespace traincost::calibrate {

// A size, its time and how much its squared relative error counts.
struct weighted {
  double size = 0.0;  // B
  double time = 0.0;  // s
  double weight = 1.0;
};

// sum of weight (predicted / measured - 1)^2
inline double objective(const curve& fitted, std::span<const weighted> points) noexcept {
  double sum = 0.0;
  for (const weighted& point : points) {
    const double error = fitted(point.size) / point.time - 1.0;
    sum += point.weight * error * error;
  }
  return sum;
}

}  // namespace traincost::calibrate
