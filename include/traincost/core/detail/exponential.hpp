// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: exp, log and their kin, pow, sqrt and rounding for constant expressions. NaN is sent away
// first everywhere: g++ 11 has no constant order between NaN and a number. Special values are those of C, annex F.
#pragma once

#include "traincost/core/detail/binary.hpp"
#include "traincost/core/detail/double_word.hpp"
#include "traincost/core/detail/series.hpp"

namespace traincost::math::detail::series {

template <native T>
constexpr T floor(T x) noexcept {
  if (is_nan(x) || absolute(x) >= power_of_two<T>(digits<T> - 1)) return x;
  const T integer = nearest(x);
  return with_sign_of(x, integer > x ? integer - 1 : integer);
}
template <native T>
constexpr T ceil(T x) noexcept {
  return -series::floor(-x);
}
template <native T>
constexpr T round(T x) noexcept {
  if (!is_finite(x)) return x;
  const T size = absolute(x);
  const T below = series::floor(size);
  return with_sign_of(x, size - below >= T(0.5) ? below + 1 : below);
}

template <native T>
constexpr T sqrt(T x) noexcept {
  if (is_nan(x) || x == 0 || x == infinity<T>) return x;
  if (x < 0) return quiet_nan<T>;
  return rounded<T>(root(widened(x)));
}

/// e^x = 2^power (1 + minus_one), with minus_one between sqrt(1/2) - 1 and sqrt(2) - 1: x = power ln 2 + rest.
template <native T>
struct exponential {
  double_word<T> minus_one;
  int power;

  explicit constexpr exponential(double_word<T> x) noexcept {
    constexpr T inverse_ln_2 = T(1.4426950408889634);  // only decides which power
    const T multiple = nearest(x.high * inverse_ln_2);
    const double_word<T> rest = plus_multiple(x, -multiple, ln_2);
    minus_one = rest * nested_sum(rest, [](T i) { return ratio<T>{1, i + 1}; });  // x + x^2/2! + x^3/3! + ...
    power = static_cast<int>(multiple);
  }
};
/// e^x, for any x but NaN.
template <native T>
constexpr double_word<T> exp_of(double_word<T> x) noexcept {
  if (x.high > max_exponent<T>) return infinity<T>;
  if (x.high < -max_exponent<T>) return T(0);
  const exponential<T> e(x);
  return scaled((T(1) + e.minus_one).high, e.power);
}

template <native T>
constexpr T exp(T x) noexcept {
  if (is_nan(x)) return x;
  return rounded<T>(exp_of(widened(x)));
}
template <native T>
constexpr T expm1(T x) noexcept {
  using W = wide<T>;
  if (is_nan(x) || absolute(x) < negligible<T>) return x;
  if (x < -2 * digits<T>) return -1;
  if (x > 2 * digits<T>) return series::exp(x);
  const exponential<W> e(widened(x));
  if (e.power == 0) return rounded<T>(e.minus_one);
  return rounded<T>((W(1) + e.minus_one) * power_of_two<W>(e.power) - W(1));
}

/// ln x for a positive, finite x: x = m 2^e, ln x = e ln 2 + 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.18.
template <native T>
constexpr double_word<T> log_of(double_word<T> x) noexcept {
  const auto [m, e] = parts_of(x);
  const double_word<T> s = (m - T(1)) / (m + T(1));
  const double_word<T> artanh = s * nested_sum(s * s, [](T i) { return ratio<T>{2 * i - 1, 2 * i + 1}; });
  return plus_multiple(artanh * T(2), static_cast<T>(e), ln_2);
}

template <native T>
constexpr T log(T x) noexcept {
  if (is_nan(x) || x == infinity<T>) return x;
  if (x < 0) return quiet_nan<T>;
  if (x == 0) return -infinity<T>;
  return rounded<T>(log_of(widened(x)));
}
template <native T>
constexpr T log1p(T x) noexcept {
  using W = wide<T>;
  if (is_nan(x) || x == infinity<T> || absolute(x) < negligible<T>) return x;
  if (x < -1) return quiet_nan<T>;
  if (x == -1) return -infinity<T>;
  return rounded<T>(log_of(W(1) + widened(x)));
}

template <native T>
constexpr bool is_integer(T x) noexcept {
  return series::floor(x) == x;
}
/// x^y = e^(y ln x). The exponent of the largest result is about 2^14 at most, so ln x must be right to some 14 bits
/// more than T has; double words have twice as many.
template <native T>
constexpr T pow(T x, T y) noexcept {
  using W = wide<T>;
  if (y == 0 || x == 1) return 1;  // even if the other is NaN
  if (is_nan(x) || is_nan(y)) return quiet_nan<T>;
  const T size = absolute(x);
  const T sign = is_integer(y) && !is_integer(y / 2) ? with_sign_of(x, T(1)) : T(1);
  const T limit = (size > 1) == (y > 0) ? infinity<T> : T(0);  // of an ever larger y, or an ever larger |ln x|
  if (size != 1 && (size == 0 || !is_finite(x) || !is_finite(y))) return sign * limit;
  if (x < 0 && !is_integer(y)) return quiet_nan<T>;
  if (size == 1) return sign;
  const double_word<W> logarithm = log_of(widened(size));
  const double_word<W> exponent = widened(y);
  if (absolute(exponent.high) > 2 * max_exponent<W> / absolute(logarithm.high)) return sign * limit;
  return sign * rounded<T>(exp_of(exponent * logarithm));
}

}  // namespace traincost::math::detail::series
