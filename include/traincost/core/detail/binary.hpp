// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: a binary floating-point number taken apart and put together, in constant expressions too.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

namespace traincost::math::detail {

/// The types whose mathematics is our own series at compile time and the C library's at run time.
template <class T>
concept native = std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, long double>;

// NaN and infinity are always taken from here and never computed: clang refuses arithmetic with a NaN result, and g++
// arithmetic that overflows, in a constant expression.
template <native T>
inline constexpr T quiet_nan = std::numeric_limits<T>::quiet_NaN();
template <native T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();
template <native T>
inline constexpr int digits = std::numeric_limits<T>::digits;
template <native T>
inline constexpr int max_exponent = std::numeric_limits<T>::max_exponent;

/// An integer that orders |x| as finite < infinity < NaN. It looks at the bits because `x != x` is folded to false
/// under -ffast-math, and because g++ 11 has no constant `NaN < 1`.
template <native T>
constexpr std::uint64_t order_of_magnitude(T x) noexcept {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(x) & 0x7fff'ffffU;
  } else if constexpr (sizeof(T) == 8) {
    return std::bit_cast<std::uint64_t>(x) & 0x7fff'ffff'ffff'ffffU;
  } else {
    // x87 (64 digits, padded, with an explicit leading one) or IEEE quad (113), both little-endian: the sign and 15
    // bits of exponent lie above the fraction, of which "not zero" is enough. Bytes, because the padding is
    // indeterminate.
    struct bytes {
      unsigned char at[sizeof(T)];
    };
    constexpr int top = digits<T> == 64 ? 8 : sizeof(T) - 2;
    const auto [at] = std::bit_cast<bytes>(x);
    unsigned fraction = digits<T> == 64 ? at[top - 1] & 0x7fU : at[top - 1];
    for (int i = 0; i < top - 1; ++i) fraction |= at[i];
    return ((at[top + 1] & 0x7fU) << 16U) | (unsigned{at[top]} << 8U) | (fraction != 0 ? 1U : 0U);
  }
}
template <native T>
inline constexpr std::uint64_t order_of_infinity = order_of_magnitude(infinity<T>);
template <native T>
constexpr bool is_nan(T x) noexcept {
  return order_of_magnitude(x) > order_of_infinity<T>;
}
template <native T>
constexpr bool is_finite(T x) noexcept {
  return order_of_magnitude(x) < order_of_infinity<T>;
}

// These builtins are constant expressions everywhere.
constexpr float absolute(float x) noexcept { return __builtin_fabsf(x); }
constexpr double absolute(double x) noexcept { return __builtin_fabs(x); }
constexpr long double absolute(long double x) noexcept { return __builtin_fabsl(x); }
constexpr float with_sign_of(float sign, float x) noexcept { return __builtin_copysignf(x, sign); }
constexpr double with_sign_of(double sign, double x) noexcept { return __builtin_copysign(x, sign); }
constexpr long double with_sign_of(long double sign, long double x) noexcept { return __builtin_copysignl(x, sign); }

/// 2^n, for n whose result neither overflows nor vanishes.
template <native T>
constexpr T power_of_two(int n) noexcept {
  T result = 1;
  T factor = n < 0 ? T(0.5) : T(2);
  for (int bits = n < 0 ? -n : n; bits > 0; bits /= 2) {
    if (bits % 2 != 0) result *= factor;
    if (bits > 1) factor *= factor;
  }
  return result;
}

/// fraction * 2^n for |fraction| in [1/2, 2], rounded once where it is subnormal, infinite where it is too large.
template <native T>
constexpr T scaled(T fraction, int n) noexcept {
  constexpr int lowest = std::numeric_limits<T>::min_exponent - 1;  // 2^lowest is the smallest normal number
  const T size = absolute(fraction);
  const int shift = size < 1 ? 1 : size < 2 ? 0 : -1;
  fraction *= power_of_two<T>(shift);
  n -= shift;
  if (n >= max_exponent<T>) return with_sign_of(fraction, infinity<T>);
  if (n >= lowest) return fraction * power_of_two<T>(n);
  if (n < lowest - digits<T>) return with_sign_of(fraction, T(0));
  return fraction * power_of_two<T>(lowest) * power_of_two<T>(n - lowest);
}

/// The nearest integer, ties to even, for |x| < 2^(digits - 1): the sum is where numbers lie one apart.
template <native T>
constexpr T nearest(T x) noexcept {
  constexpr T apart_by_one = power_of_two<T>(digits<T> - 1);
  return x < 0 ? (x - apart_by_one) + apart_by_one : (x + apart_by_one) - apart_by_one;
}

}  // namespace traincost::math::detail
