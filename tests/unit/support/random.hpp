// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>

namespace traincost::test {

/// SplitMix64: the same inputs in every run, on every machine. Source: Steele, Lea, Flood, OOPSLA 2014.
class random_source {
 public:
  explicit random_source(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11U) * 0x1p-53);
  }
  /// Every order of magnitude between `low` and `high` equally often.
  double magnitude(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  int integer(int low, int high) {
    return low + static_cast<int>(next() % (static_cast<std::uint64_t>(high - low) + 1));
  }

 private:
  std::uint64_t state_;
};

}  // namespace traincost::test
