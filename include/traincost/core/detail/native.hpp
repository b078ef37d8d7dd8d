// SPDX-License-Identifier: BSL-1.0
// Private to core/math.hpp: each function for float, double and long double. In a constant expression it is our own
// series, at run time the C library's function, called as a compiler builtin because <cmath> costs more than <vector>.
// The types are constrained and not converted to, so that a class that converts to double is never cut down to one.
#pragma once

#include <concepts>

#include "traincost/core/detail/circular.hpp"
#include "traincost/core/detail/exponential.hpp"

namespace traincost::math::detail {

constexpr bool constant() noexcept { return __builtin_is_constant_evaluated(); }

template <class T, class Exactly>
concept is = std::same_as<T, Exactly>;

constexpr auto exp(is<float> auto x) noexcept { return constant() ? series::exp(x) : __builtin_expf(x); }
constexpr auto exp(is<double> auto x) noexcept { return constant() ? series::exp(x) : __builtin_exp(x); }
constexpr auto exp(is<long double> auto x) noexcept { return constant() ? series::exp(x) : __builtin_expl(x); }

constexpr auto expm1(is<float> auto x) noexcept { return constant() ? series::expm1(x) : __builtin_expm1f(x); }
constexpr auto expm1(is<double> auto x) noexcept { return constant() ? series::expm1(x) : __builtin_expm1(x); }
constexpr auto expm1(is<long double> auto x) noexcept { return constant() ? series::expm1(x) : __builtin_expm1l(x); }

constexpr auto log(is<float> auto x) noexcept { return constant() ? series::log(x) : __builtin_logf(x); }
constexpr auto log(is<double> auto x) noexcept { return constant() ? series::log(x) : __builtin_log(x); }
constexpr auto log(is<long double> auto x) noexcept { return constant() ? series::log(x) : __builtin_logl(x); }

constexpr auto log1p(is<float> auto x) noexcept { return constant() ? series::log1p(x) : __builtin_log1pf(x); }
constexpr auto log1p(is<double> auto x) noexcept { return constant() ? series::log1p(x) : __builtin_log1p(x); }
constexpr auto log1p(is<long double> auto x) noexcept { return constant() ? series::log1p(x) : __builtin_log1pl(x); }

constexpr auto sqrt(is<float> auto x) noexcept { return constant() ? series::sqrt(x) : __builtin_sqrtf(x); }
constexpr auto sqrt(is<double> auto x) noexcept { return constant() ? series::sqrt(x) : __builtin_sqrt(x); }
constexpr auto sqrt(is<long double> auto x) noexcept { return constant() ? series::sqrt(x) : __builtin_sqrtl(x); }

constexpr auto sin(is<float> auto x) noexcept { return constant() ? series::sin(x) : __builtin_sinf(x); }
constexpr auto sin(is<double> auto x) noexcept { return constant() ? series::sin(x) : __builtin_sin(x); }
constexpr auto sin(is<long double> auto x) noexcept { return constant() ? series::sin(x) : __builtin_sinl(x); }

constexpr auto cos(is<float> auto x) noexcept { return constant() ? series::cos(x) : __builtin_cosf(x); }
constexpr auto cos(is<double> auto x) noexcept { return constant() ? series::cos(x) : __builtin_cos(x); }
constexpr auto cos(is<long double> auto x) noexcept { return constant() ? series::cos(x) : __builtin_cosl(x); }

constexpr auto tan(is<float> auto x) noexcept { return constant() ? series::tan(x) : __builtin_tanf(x); }
constexpr auto tan(is<double> auto x) noexcept { return constant() ? series::tan(x) : __builtin_tan(x); }
constexpr auto tan(is<long double> auto x) noexcept { return constant() ? series::tan(x) : __builtin_tanl(x); }

constexpr auto asin(is<float> auto x) noexcept { return constant() ? series::asin(x) : __builtin_asinf(x); }
constexpr auto asin(is<double> auto x) noexcept { return constant() ? series::asin(x) : __builtin_asin(x); }
constexpr auto asin(is<long double> auto x) noexcept { return constant() ? series::asin(x) : __builtin_asinl(x); }

constexpr auto atan(is<float> auto x) noexcept { return constant() ? series::atan(x) : __builtin_atanf(x); }
constexpr auto atan(is<double> auto x) noexcept { return constant() ? series::atan(x) : __builtin_atan(x); }
constexpr auto atan(is<long double> auto x) noexcept { return constant() ? series::atan(x) : __builtin_atanl(x); }

constexpr auto floor(is<float> auto x) noexcept { return constant() ? series::floor(x) : __builtin_floorf(x); }
constexpr auto floor(is<double> auto x) noexcept { return constant() ? series::floor(x) : __builtin_floor(x); }
constexpr auto floor(is<long double> auto x) noexcept { return constant() ? series::floor(x) : __builtin_floorl(x); }

constexpr auto ceil(is<float> auto x) noexcept { return constant() ? series::ceil(x) : __builtin_ceilf(x); }
constexpr auto ceil(is<double> auto x) noexcept { return constant() ? series::ceil(x) : __builtin_ceil(x); }
constexpr auto ceil(is<long double> auto x) noexcept { return constant() ? series::ceil(x) : __builtin_ceill(x); }

constexpr auto round(is<float> auto x) noexcept { return constant() ? series::round(x) : __builtin_roundf(x); }
constexpr auto round(is<double> auto x) noexcept { return constant() ? series::round(x) : __builtin_round(x); }
constexpr auto round(is<long double> auto x) noexcept { return constant() ? series::round(x) : __builtin_roundl(x); }

constexpr auto pow(is<float> auto x, is<float> auto y) noexcept {
  return constant() ? series::pow(x, y) : __builtin_powf(x, y);
}
constexpr auto pow(is<double> auto x, is<double> auto y) noexcept {
  return constant() ? series::pow(x, y) : __builtin_pow(x, y);
}
constexpr auto pow(is<long double> auto x, is<long double> auto y) noexcept {
  return constant() ? series::pow(x, y) : __builtin_powl(x, y);
}

constexpr auto atan2(is<float> auto y, is<float> auto x) noexcept {
  return constant() ? series::atan2(y, x) : __builtin_atan2f(y, x);
}
constexpr auto atan2(is<double> auto y, is<double> auto x) noexcept {
  return constant() ? series::atan2(y, x) : __builtin_atan2(y, x);
}
constexpr auto atan2(is<long double> auto y, is<long double> auto x) noexcept {
  return constant() ? series::atan2(y, x) : __builtin_atan2l(y, x);
}

}  // namespace traincost::math::detail
