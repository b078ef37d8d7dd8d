// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>

// The questions that models ask about an argument before they compute. Two comparisons each; NaN answers no.
namespace traincost::detail {

template <class Rep>
constexpr bool finite_non_negative(const Rep& x) noexcept {
  return x >= Rep(0) && x <= (std::numeric_limits<Rep>::max)();
}
template <class Rep>
constexpr bool finite_positive(const Rep& x) noexcept {
  return x > Rep(0) && x <= (std::numeric_limits<Rep>::max)();
}

// The nearest valid argument, for on_error::clamp: NaN and below go to `low`, above goes to `high`.
template <class Rep>
constexpr Rep clamped(const Rep& x, const Rep& low, const Rep& high) noexcept {
  if (!(x >= low)) return low;
  return x <= high ? x : high;
}

}  // namespace traincost::detail
