// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <type_traits>

#include "traincost/core/detail/native.hpp"

/// Mathematics that a formula over any number type R can call, in constant expressions and at run time.
///
///   R                            at compile time                              at run time
///   float, double, long double   our own series, within 1 unit in the last    the C library
///                                place of the exact value
///   any class                    the class's own function of the same name, found by argument-dependent look-up
///
/// All functions are constexpr; those for float, double and long double are noexcept and keep to C's special values
/// (annex F), without errno or floating-point flags at compile time.
/// Compile time only: sin, cos and tan need |x| <= 2^20, round to nearest is assumed, and one constant expression has
/// room for some 300 calls within the compilers' default limits.
namespace traincost::math {

namespace detail {

/// What the functions take. Not integers: whether exp(1) is meant for float or double, the caller says.
template <class R>
concept number = native<R> || std::is_class_v<R>;

/// A double or an int, usually a literal, may be the exponent of any number.
template <class Exponent, class R>
concept exponent_of = std::same_as<Exponent, R> || std::same_as<Exponent, double> || std::same_as<Exponent, int> ||
    std::is_class_v<R> || std::is_class_v<Exponent>;

/// Hide the C library's functions of these names, to whose argument a class might convert.
template <native R>
void sinh(R) = delete;
template <native R>
void atanh(R) = delete;

/// The number an expression template stands for, so that no result refers to an argument that is gone.
template <class E>
constexpr auto evaluated(E expression) {
  if constexpr (requires { typename E::result_type; }) {
    return typename E::result_type(expression);
  } else {
    return expression;
  }
}

}  // namespace detail

/// e^x.
template <detail::number R>
constexpr auto exp(const R& x) noexcept(detail::native<R>) {
  using detail::exp;
  return detail::evaluated(exp(x));
}
/// e^x - 1, accurate near x = 0. A class without expm1 (Boost.Math's autodiff variables) needs exp and sinh.
template <detail::number R>
constexpr auto expm1(const R& x) noexcept(detail::native<R>) {
  using detail::expm1, detail::exp, detail::sinh;
  if constexpr (requires { expm1(x); }) {
    return detail::evaluated(expm1(x));
  } else {
    return x < -1 || x > 1 ? detail::evaluated(exp(x) - 1) : detail::evaluated(2 * sinh(x / 2) * exp(x / 2));
  }
}
/// ln x; -infinity at 0, NaN below.
template <detail::number R>
constexpr auto log(const R& x) noexcept(detail::native<R>) {
  using detail::log;
  return detail::evaluated(log(x));
}
/// ln(1 + x), accurate near x = 0. A class without log1p (Boost.Math's autodiff variables) needs log and atanh.
template <detail::number R>
constexpr auto log1p(const R& x) noexcept(detail::native<R>) {
  using detail::log1p, detail::log, detail::atanh;
  if constexpr (requires { log1p(x); }) {
    return detail::evaluated(log1p(x));
  } else {
    return x < -0.5 || x > 1 ? detail::evaluated(log(1 + x)) : detail::evaluated(2 * atanh(x / (x + 2)));
  }
}
/// Square root; NaN below 0.
template <detail::number R>
constexpr auto sqrt(const R& x) noexcept(detail::native<R>) {
  using detail::sqrt;
  return detail::evaluated(sqrt(x));
}
/// Sine of x radians.
template <detail::number R>
constexpr auto sin(const R& x) noexcept(detail::native<R>) {
  using detail::sin;
  return detail::evaluated(sin(x));
}
/// Cosine of x radians.
template <detail::number R>
constexpr auto cos(const R& x) noexcept(detail::native<R>) {
  using detail::cos;
  return detail::evaluated(cos(x));
}
/// Tangent of x radians.
template <detail::number R>
constexpr auto tan(const R& x) noexcept(detail::native<R>) {
  using detail::tan;
  return detail::evaluated(tan(x));
}
/// Angle in [-pi/2, pi/2] whose sine is x; NaN beyond +-1.
template <detail::number R>
constexpr auto asin(const R& x) noexcept(detail::native<R>) {
  using detail::asin;
  return detail::evaluated(asin(x));
}
/// Angle in [-pi/2, pi/2] whose tangent is x.
template <detail::number R>
constexpr auto atan(const R& x) noexcept(detail::native<R>) {
  using detail::atan;
  return detail::evaluated(atan(x));
}
/// Largest integer not above x.
template <detail::number R>
constexpr auto floor(const R& x) noexcept(detail::native<R>) {
  using detail::floor;
  return detail::evaluated(floor(x));
}
/// Smallest integer not below x.
template <detail::number R>
constexpr auto ceil(const R& x) noexcept(detail::native<R>) {
  using detail::ceil;
  return detail::evaluated(ceil(x));
}
/// Nearest integer, halves away from zero.
template <detail::number R>
constexpr auto round(const R& x) noexcept(detail::native<R>) {
  using detail::round;
  return detail::evaluated(round(x));
}

/// x^y. For a float, double or long double x, y may also be a double or an int, which becomes x's type.
template <detail::number R, detail::exponent_of<R> Exponent>
constexpr auto pow(const R& x, const Exponent& y) noexcept(!std::is_class_v<R> && !std::is_class_v<Exponent>) {
  using detail::pow;
  if constexpr (detail::native<R> && (std::same_as<Exponent, double> || std::same_as<Exponent, int>)) {
    return pow(x, static_cast<R>(y));
  } else {
    return detail::evaluated(pow(x, y));
  }
}
/// Angle of the point (x, y) in [-pi, pi].
template <detail::number R>
constexpr auto atan2(const R& y, const R& x) noexcept(detail::native<R>) {
  using detail::atan2;
  return detail::evaluated(atan2(y, x));
}

// The rest asks of a class only comparisons, and minus for abs and is_finite.

/// Also under -ffast-math for float, double and long double.
template <class R>
constexpr bool is_nan(const R& x) noexcept(detail::native<R>) {
  if constexpr (detail::native<R>) {
    return detail::is_nan(x);
  } else {
    return !(x == x);
  }
}
/// Neither infinite nor NaN. Also under -ffast-math for float, double and long double.
template <class R>
constexpr bool is_finite(const R& x) noexcept(detail::native<R>) {
  if constexpr (detail::native<R>) {
    return detail::is_finite(x);
  } else {
    return x - x == x - x;
  }
}
/// |x|.
template <class R>
constexpr auto abs(const R& x) noexcept(detail::native<R>) {
  if constexpr (detail::native<R>) {
    return detail::absolute(x);
  } else {
    const auto value = detail::evaluated(x);
    return value < 0 ? detail::evaluated(-value) : value;
  }
}
/// The smaller of two numbers, NaN if either is. Named so because `min` and `max` are macros on some systems.
template <class R>
constexpr R lesser(const R& x, const R& y) noexcept(detail::native<R>) {
  return is_nan(x) ? x : is_nan(y) || y < x ? y : x;
}
/// The larger of two numbers, NaN if either is.
template <class R>
constexpr R greater(const R& x, const R& y) noexcept(detail::native<R>) {
  return is_nan(x) ? x : is_nan(y) || x < y ? y : x;
}

}  // namespace traincost::math
