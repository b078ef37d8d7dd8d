// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: arithmetic with twice the digits of T, so that a series' own rounding does not show.
#pragma once

#include <concepts>
#include <type_traits>

#include "traincost/core/detail/binary.hpp"

namespace traincost::math::detail {

/// high + low, where high is the sum rounded to T. Dekker, Numer. Math. 18 (1971); Joldes, Muller, Popescu, ACM TOMS 44
/// (2017), whose bounds give a relative error of a few 2^(-2 digits). Needs round to nearest (constant expressions have
/// nothing else) and no -ffast-math at run time, where only tests come here. Contraction to fused multiply-add, the
/// default of g++ on aarch64, does no harm: wherever the rounding of a product would matter, the product is exact.
template <native T>
struct double_word {
  T high{};
  T low{};

  constexpr double_word() = default;
  constexpr double_word(T value) noexcept : high(value) {}  // implicit: T takes part in the formulas
  constexpr double_word(T first, T second) noexcept : high(first), low(second) {}

  /// a + b exactly.
  static constexpr double_word sum(T a, T b) noexcept {
    const T high = a + b;
    const T b_part = high - a;
    return {high, (a - (high - b_part)) + (b - b_part)};
  }
  /// a + b exactly, for |a| >= |b| or a = 0.
  static constexpr double_word ordered_sum(T a, T b) noexcept {
    const T high = a + b;
    return {high, b - (high - a)};
  }
  /// a * b exactly, from the four products of halves. They are exact, so fusing them with the sums changes nothing.
  static constexpr double_word product(T a, T b) noexcept {
    const double_word x = halves(a);
    const double_word y = halves(b);
    const double_word middle = sum(x.high * y.low, x.low * y.high);
    const double_word upper = ordered_sum(x.high * y.high, middle.high);
    return ordered_sum(upper.high, upper.low + (middle.low + x.low * y.low));
  }
  /// The upper and the lower half of a's digits. Dekker multiplies by 2^n + 1, and that product a compiler may fuse.
  static constexpr double_word halves(T a) noexcept {
    const T shifted = a * power_of_two_half;
    const T high = (a + shifted) - shifted;
    return {high, a - high};
  }
  static constexpr T power_of_two_half = power_of_two<T>((digits<T> + 1) / 2);

  friend constexpr double_word operator-(double_word a) noexcept { return {-a.high, -a.low}; }
  friend constexpr double_word operator+(double_word a, double_word b) noexcept {
    const double_word highs = sum(a.high, b.high);
    const double_word lows = sum(a.low, b.low);
    const double_word total = ordered_sum(highs.high, highs.low + lows.high);
    return ordered_sum(total.high, total.low + lows.low);
  }
  friend constexpr double_word operator-(double_word a, double_word b) noexcept { return a + -b; }
  friend constexpr double_word operator*(double_word a, double_word b) noexcept {
    const double_word highs = product(a.high, b.high);
    return ordered_sum(highs.high, highs.low + (a.high * b.low + a.low * b.high));
  }
  friend constexpr double_word operator/(double_word a, double_word b) noexcept {
    const T quotient = a.high / b.high;
    return ordered_sum(quotient, (a - b * quotient).high / b.high);
  }
};

/// A float's series run in double: twice its digits in one word, and more with two.
template <native T>
using wide = std::conditional_t<std::same_as<T, float>, double, T>;

template <native T>
constexpr double_word<wide<T>> widened(T x) noexcept {
  return static_cast<wide<T>>(x);
}
/// Back to T. A constant expression may not convert a double beyond the range of float.
template <native T>
constexpr T rounded(double_word<wide<T>> x) noexcept {
  if constexpr (std::same_as<T, float>) {
    constexpr double overflow = 0x1.ffffffp127;  // the largest float and half a unit in its last place
    if (absolute(x.high) >= overflow) return x.high < 0 ? -infinity<float> : infinity<float>;
  }
  return static_cast<T>(x.high);
}

}  // namespace traincost::math::detail
