// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: what the functions are made of. Every sum is carried in double words as far as it matters,
// so that one rounding, the last, is what a caller sees.
#pragma once

#include <cstdint>
#include <limits>

#include "traincost/core/detail/binary.hpp"
#include "traincost/core/detail/double_word.hpp"

namespace traincost::math::detail {

/// Arguments below this are their own sine, logarithm of one plus ..., to far less than a unit in the last place.
template <native T>
inline constexpr T negligible = std::numeric_limits<T>::epsilon() / 16;

/// The quotient of two successive coefficients of a series.
template <native T>
struct ratio {
  T numerator;
  T denominator;
};

/// 1 + q1 z (1 + q2 z (1 + ...)) with ratios q = next(1), next(2), ...; |z| < 1 and q <= 1.
/// Terms below 2^-20 do not need the second word: their rounding errors are below 2^-20 units in the last place.
template <native T, class Ratio>
constexpr double_word<T> nested_sum(double_word<T> z, Ratio next) noexcept {
  constexpr T leading = power_of_two<T>(-20);
  constexpr T vanishing = negligible<T> * leading;
  int leading_terms = 0;
  int terms = 0;
  for (T term = 1; absolute(term) > vanishing; ++terms) {
    if (absolute(term) > leading) leading_terms = terms + 1;
    const ratio<T> q = next(static_cast<T>(terms + 1));
    term *= z.high * q.numerator / q.denominator;
  }
  T tail = 1;
  for (; terms > leading_terms; --terms) {
    const ratio<T> q = next(static_cast<T>(terms));
    tail = 1 + z.high * tail * q.numerator / q.denominator;
  }
  double_word<T> sum = tail;
  for (; terms > 0; --terms) {
    const ratio<T> q = next(static_cast<T>(terms));
    sum = T(1) + z * sum * q.numerator / q.denominator;
  }
  return sum;
}

/// The first 320 binary digits of a constant between 1/2 and 1.
struct binary_fraction {
  std::uint32_t words[10];
};
inline constexpr binary_fraction ln_2{{0xb17217f7, 0xd1cf79ab, 0xc9e3b398, 0x03f2f6af, 0x40f34326,  //
                                       0x7298b62d, 0x8a0d175b, 0x8baafa2b, 0xe7b87620, 0x6debac98}};
inline constexpr binary_fraction quarter_pi{{0xc90fdaa2, 0x2168c234, 0xc4c6628b, 0x80dc1cd1, 0x29024e08,  //
                                             0x8a67cc74, 0x020bbea6, 0x3b139b22, 0x514a0879, 0x8e3404dd}};

/// x + n * constant for an integer |n| <= 2^21, whose products with the 32-bit words are exact. What cancels against x
/// does so in the first words, exactly, so the result keeps its relative accuracy.
template <native T>
constexpr double_word<T> plus_multiple(double_word<T> x, T n, const binary_fraction& constant) noexcept {
  constexpr T enough = std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon() * power_of_two<T>(-64);
  T scale = 1;
  for (const std::uint32_t word : constant.words) {
    scale *= power_of_two<T>(-32);
    x = x + n * static_cast<T>(word) * scale;
    if (scale < enough) break;
  }
  return x;
}
template <native T>
constexpr double_word<T> half_pi() noexcept {
  return plus_multiple<T>({}, 2, quarter_pi);
}

/// x = fraction * 2^exponent, for a positive x, with a fraction between sqrt(1/2) and sqrt(2).
template <native T>
struct parts {
  double_word<T> fraction;
  int exponent = 0;

  constexpr void multiply(T factor, int n) noexcept {  // factor = 2^n
    fraction = {fraction.high * factor, fraction.low * factor};
    exponent -= n;
  }
};
/// Brings x between 1/factor and factor = 2^n, after the recursion has brought it between their squares.
template <native T>
constexpr parts<T> parts_of(double_word<T> x, T factor = 2, int n = 1) noexcept {
  parts<T> p{x};
  if (2 * n < max_exponent<T>) {
    p = parts_of(x, factor * factor, 2 * n);
  } else if (x.high < (std::numeric_limits<T>::min)()) {
    p.multiply(power_of_two<T>(digits<T>), digits<T>);
  }
  if (p.fraction.high >= factor) p.multiply(1 / factor, -n);
  if (p.fraction.high < 1 / factor) p.multiply(factor, n);
  if (n == 1 && p.fraction.high > T(1.414)) p.multiply(T(0.5), -1);
  if (n == 1 && p.fraction.high < T(0.707)) p.multiply(2, 1);
  return p;
}

/// Square root of a positive number: Heron's rule until T is full, and once more with two words.
template <native T>
constexpr double_word<T> root(double_word<T> x) noexcept {
  parts<T> p = parts_of(x);
  if (p.exponent % 2 != 0) p.multiply(2, 1);
  T y = (1 + p.fraction.high) / 2;
  for (int i = 0; i < 6; ++i) y = (y + p.fraction.high / y) / 2;  // errors 0.14, 0.01, ... square each time
  const double_word<T> precise = y + (p.fraction - double_word<T>::product(y, y)) / (2 * y);
  const T scale = power_of_two<T>(p.exponent / 2);
  return {precise.high * scale, precise.low * scale};
}

}  // namespace traincost::math::detail
