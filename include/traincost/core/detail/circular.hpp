// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: the circular functions and their inverses for constant expressions.
#pragma once

#include "traincost/core/detail/binary.hpp"
#include "traincost/core/detail/double_word.hpp"
#include "traincost/core/detail/exponential.hpp"
#include "traincost/core/detail/series.hpp"

namespace traincost::math::detail::series {

/// Not constexpr: the name is the message. Beyond 2^20 the reduction would need ever more digits of pi.
inline void argument_beyond_2_to_the_20_in_a_constant_sin_cos_or_tan() noexcept {}

/// An angle = quarter_turns * pi/2 + rest, with |rest| <= pi/4 as double words, and the rest's sine and cosine.
template <native T>
struct angle {
  double_word<T> sine;
  double_word<T> cosine;
  int quarter_turns = 0;

  explicit constexpr angle(T x) noexcept {
    constexpr T two_over_pi = T(0.6366197723675814);  // only decides which quarter
    if (absolute(x) > power_of_two<T>(20)) argument_beyond_2_to_the_20_in_a_constant_sin_cos_or_tan();
    const T turns = nearest(x * two_over_pi);
    quarter_turns = static_cast<int>(turns) & 3;
    const double_word<T> rest = plus_multiple<T>(x, -2 * turns, quarter_pi);
    const double_word<T> z = -(rest * rest);
    sine = rest * nested_sum(z, [](T i) { return ratio<T>{1, 2 * i * (2 * i + 1)}; });  // x - x^3/3! + x^5/5! - ...
    cosine = nested_sum(z, [](T i) { return ratio<T>{1, (2 * i - 1) * 2 * i}; });       // 1 - x^2/2! + x^4/4! - ...
  }
  /// The sine of the angle that is `ahead` quarter turns further on.
  constexpr double_word<T> sine_of(int ahead) const noexcept {
    const int turns = (quarter_turns + ahead) & 3;
    const double_word<T> size = turns % 2 == 0 ? sine : cosine;
    return turns < 2 ? size : -size;
  }
};

template <native T>
constexpr T sin(T x) noexcept {
  if (is_nan(x) || absolute(x) < negligible<T>) return x;
  if (!is_finite(x)) return quiet_nan<T>;
  return rounded<T>(angle(widened(x).high).sine_of(0));
}
template <native T>
constexpr T cos(T x) noexcept {
  if (!is_finite(x)) return quiet_nan<T>;
  return rounded<T>(angle(widened(x).high).sine_of(1));
}
template <native T>
constexpr T tan(T x) noexcept {
  if (is_nan(x) || absolute(x) < negligible<T>) return x;
  if (!is_finite(x)) return quiet_nan<T>;
  const angle a(widened(x).high);
  return rounded<T>(a.sine_of(0) / a.sine_of(1));
}

/// arctan t for t >= 0. Half the angle has the tangent t / (1 + sqrt(1 + t^2)); twice that, and t is below 0.2.
template <native T>
constexpr double_word<T> arctan_of(double_word<T> t) noexcept {
  if (t.high > 1) return half_pi<T>() - arctan_of(T(1) / t);
  for (int halved = 0; halved < 2; ++halved) t = t / (T(1) + root(T(1) + t * t));
  const auto next = [](T i) { return ratio<T>{2 * i - 1, 2 * i + 1}; };
  return T(4) * t * nested_sum(-(t * t), next);  // t - t^3/3 + t^5/5 - ...
}

template <native T>
constexpr T atan(T x) noexcept {
  using W = wide<T>;
  if (is_nan(x) || absolute(x) < negligible<T>) return x;
  const T size = absolute(x);
  const bool vertical = size > 1 / (negligible<T> * negligible<T>);  // or infinite
  return with_sign_of(x, rounded<T>(vertical ? half_pi<W>() : arctan_of(widened(size))));
}

template <native T>
constexpr T asin(T x) noexcept {
  using W = wide<T>;
  if (is_nan(x) || absolute(x) < negligible<T>) return x;
  const T size = absolute(x);
  if (size > 1) return quiet_nan<T>;
  const double_word<W> opposite = widened(size);
  const double_word<W> adjacent_squared = (W(1) - opposite) * (W(1) + opposite);
  return with_sign_of(x, rounded<T>(size == 1 ? half_pi<W>() : arctan_of(opposite / root(adjacent_squared))));
}

/// The angle of a line that rises by `rise` over `run`, neither negative nor NaN. Two zeros or two infinities: see
/// atan2.
template <native T>
constexpr double_word<T> slope_angle(T rise, T run) noexcept {
  if (rise == 0 || (run == infinity<T> && is_finite(rise))) return T(0);
  if (run == 0 || (rise == infinity<T> && is_finite(run))) return half_pi<T>();
  if (rise == infinity<T>) return plus_multiple<T>({}, 1, quarter_pi);
  const auto [y, y_exponent] = parts_of<T>(rise);
  const auto [x, x_exponent] = parts_of<T>(run);
  const int steepness = y_exponent - x_exponent;
  if (steepness > 2 * digits<T>) return half_pi<T>();
  if (steepness < -2 * digits<T>) return scaled((y / x).high, steepness);
  return arctan_of(y / x * power_of_two<T>(steepness));
}
/// The angle of the point (x, y), between -pi and pi, both included: the sign of a zero counts.
template <native T>
constexpr T atan2(T y, T x) noexcept {
  using W = wide<T>;
  if (is_nan(x) || is_nan(y)) return quiet_nan<T>;
  const double_word<W> acute = slope_angle(widened(absolute(y)).high, widened(absolute(x)).high);
  const bool left = with_sign_of(x, T(1)) < 0;
  return with_sign_of(y, rounded<T>(left ? W(2) * half_pi<W>() - acute : acute));
}

}  // namespace traincost::math::detail::series
