// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace traincost {

// ceil(a / b) for a >= 0, b > 0.
template <std::integral Int>
constexpr Int ceil_div(Int a, Int b) noexcept {
  return a / b + (a % b != 0 ? 1 : 0);
}

// floor(log2 n), ceil(log2 n) for n >= 1.
constexpr int floor_log2(std::int64_t n) noexcept {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n))) - 1;
}
constexpr int ceil_log2(std::int64_t n) noexcept { return n <= 1 ? 0 : floor_log2(n - 1) + 1; }
constexpr bool is_power_of_two(std::int64_t n) noexcept { return n >= 1 && (n & (n - 1)) == 0; }

// An exact ratio of integers: coefficients stay exact until a representation is chosen, so that a table can be
// compared without a tolerance and a 50-digit number loses nothing.
struct ratio {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  template <class Rep>
  [[nodiscard]] constexpr Rep as() const {
    return static_cast<Rep>(numerator) / static_cast<Rep>(denominator);
  }
  friend constexpr bool operator==(ratio a, ratio b) noexcept {
    return a.numerator * b.denominator == b.numerator * a.denominator;
  }
};

}  // namespace traincost
