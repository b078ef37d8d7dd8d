// SPDX-License-Identifier: BSL-1.0
// core/math.hpp: the series behind the constant expressions against the C library, over many arguments at run time and
// over a few hundred computed by the compiler; special values; other number types.
#include "traincost/core/math.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>) && __has_include(<boost/math/differentiation/autodiff.hpp>)
#include <boost/math/differentiation/autodiff.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#define WITH_BOOST
#endif

namespace {

namespace math = traincost::math;
namespace series = traincost::math::detail::series;

/// What the C library computes the reference in, so that its own rounding does not show; long double has nothing wider.
template <class T>
using reference = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// The error of a result in units in the last place of T.
template <class T>
double units(T result, reference<T> exact) {
  using wide = reference<T>;
  using limits = std::numeric_limits<T>;
  if (std::isnan(exact) || std::isnan(result)) return std::isnan(exact) == std::isnan(result) ? 0 : HUGE_VAL;
  if (std::isinf(static_cast<T>(exact)) || std::isinf(result)) return static_cast<T>(exact) == result ? 0 : HUGE_VAL;
  const int exponent = exact == 0 ? limits::min_exponent : std::ilogb(exact) + 1;
  const int unit = (exponent < limits::min_exponent ? limits::min_exponent : exponent) - limits::digits;
  return static_cast<double>(std::ldexp(std::abs(static_cast<wide>(result) - exact), -unit));
}

/// Deterministic arguments, the same on every machine (splitmix64).
class arguments {
 public:
  std::uint64_t bits() {
    state += 0x9e37'79b9'7f4a'7c15U;
    std::uint64_t x = state;
    x = (x ^ (x >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d0'49bb'1331'11ebU;
    return x ^ (x >> 31U);
  }
  template <class T>
  T between(T low, T high) {
    return low + (high - low) * std::ldexp(static_cast<T>(bits() >> 11U), -53);
  }
  /// 2^low to 2^high, every power of two alike.
  template <class T>
  T scale(double low, double high) {
    const T fraction = 1 + std::ldexp(static_cast<T>(bits() >> 1U), -63);
    return std::ldexp(fraction, static_cast<int>(std::floor(between(low, high))));
  }
  template <class T>
  T either_sign(T x) {
    return bits() % 2 == 0 ? x : -x;
  }

 private:
  std::uint64_t state = 2026;
};

/// Fewer where it is slow: not optimised, or with a reference of 113 digits, which is done in software.
#ifdef __OPTIMIZE__
constexpr int full_sample = 100'000;
#else
constexpr int full_sample = 20'000;
#endif
template <class T>
constexpr int sample_size = std::numeric_limits<reference<T>>::digits > 64 ? full_sample / 20 : full_sample;

template <class T>
using function = std::function<T(T)>;

template <class T>
void compare(const doctest::String& name, const function<T>& ours, const function<reference<T>>& library,
             const std::function<T()>& argument, int allowed = 2) {
  double worst = 0;
  T worst_x = 0;
  for (int i = 0; i < sample_size<T>; ++i) {
    const T x = argument();
    const double error = units<T>(ours(x), library(static_cast<reference<T>>(x)));
    if (!(error <= worst)) {
      worst = error;
      worst_x = x;
    }
  }
  MESSAGE(name << ", " << std::numeric_limits<T>::digits << " digits: at worst " << worst << " ulp, at " << worst_x);
  CHECK_MESSAGE(worst <= allowed, name << " differs by " << worst << " ulp at " << worst_x);
}

}  // namespace

TEST_CASE_TEMPLATE("math: the series agree with the C library", T, float, double, long double) {
  using limits = std::numeric_limits<T>;
  using wide = reference<T>;
  constexpr int lowest = limits::min_exponent - limits::digits + 1;  // subnormal numbers included
  constexpr int highest = limits::max_exponent;
  constexpr T overflow = static_cast<T>(0.693147L * highest);
  arguments random;
  const auto any = [&] { return random.scale<T>(lowest, highest); };
  const auto around_zero = [&] { return random.either_sign(random.scale<T>(-limits::digits - 6, 0)); };
  const auto around_one = [&] { return 1 + random.either_sign(random.scale<T>(-limits::digits, -1)); };
  const auto exponents = [&] { return random.between<T>(-overflow - limits::digits, overflow); };
  const auto angles = [&] { return random.either_sign(random.scale<T>(-limits::digits - 6, 20)); };
  constexpr auto half_pi = static_cast<wide>(1.57079632679489661923132169163975144L);
  const auto quarter_turns = [&] { return static_cast<T>(static_cast<wide>(random.bits() % 667'000) * half_pi); };
  const auto fractions = [&] { return random.between<T>(-1, 1); };

  const auto exp = [](auto x) { return std::exp(x); };
  const auto expm1 = [](auto x) { return std::expm1(x); };
  const auto log = [](auto x) { return std::log(x); };
  const auto log1p = [](auto x) { return std::log1p(x); };
  const auto sqrt = [](auto x) { return std::sqrt(x); };
  const auto sin = [](auto x) { return std::sin(x); };
  const auto cos = [](auto x) { return std::cos(x); };
  const auto tan = [](auto x) { return std::tan(x); };
  const auto asin = [](auto x) { return std::asin(x); };
  const auto atan = [](auto x) { return std::atan(x); };

  compare<T>("exp", series::exp<T>, exp, exponents);
  compare<T>("exp around 0", series::exp<T>, exp, around_zero);
  compare<T>("expm1", series::expm1<T>, expm1, exponents);
  compare<T>("expm1 around 0", series::expm1<T>, expm1, around_zero);
  compare<T>("log", series::log<T>, log, any);
  compare<T>("log around 1", series::log<T>, log, around_one);
  compare<T>("log1p", series::log1p<T>, log1p, any);
  compare<T>("log1p around 0", series::log1p<T>, log1p, around_zero);
  compare<T>("sqrt", series::sqrt<T>, sqrt, any);
  compare<T>("sin", series::sin<T>, sin, angles);
  compare<T>("sin around k pi/2", series::sin<T>, sin, quarter_turns);
  compare<T>("cos", series::cos<T>, cos, angles);
  compare<T>("cos around k pi/2", series::cos<T>, cos, quarter_turns);
  compare<T>("tan", series::tan<T>, tan, angles);
  compare<T>("tan around k pi/2", series::tan<T>, tan, quarter_turns);
  compare<T>("asin", series::asin<T>, asin, fractions);
  compare<T>("asin around 0", series::asin<T>, asin, around_zero);
  compare<T>("asin around 1", series::asin<T>, asin, [&] { return 1 - random.scale<T>(-limits::digits, -1); });
  compare<T>("atan", series::atan<T>, atan, any);
  compare<T>("atan around 1", series::atan<T>, atan, around_one);

  T second = 0;  // of two arguments; chosen together with the first
  const auto with_exponent = [&](T x) {
    second = x == 1 ? T(1) : exponents() / std::log(x);
    if (std::isinf(second)) second = limits::max();
    return x;
  };
  const auto any_power = [&] { return with_exponent(any()); };
  const auto power_around_one = [&] { return with_exponent(around_one()); };
  const auto whole_numbers = [&] {
    second = static_cast<T>(random.bits() % 40) - 20;
    return random.either_sign(static_cast<T>(random.bits() % 1000 + 1));
  };
  const auto directions = [&] {
    const T y = random.either_sign(any());
    second = random.either_sign(random.bits() % 2 == 0 ? any() : y * random.scale<T>(-10, 10));
    return y;
  };
  const auto pow = [&](wide x) { return std::pow(x, static_cast<wide>(second)); };
  const auto series_pow = [&](T x) { return series::pow(x, second); };
  const auto atan2 = [&](wide y) { return std::atan2(y, static_cast<wide>(second)); };
  const auto series_atan2 = [&](T y) { return series::atan2(y, second); };
  // glibc's powl, and by mpmath's account not the series: up to 20 units with 113 digits, and 3 with 64.
  const int allowed = limits::digits == 113 ? 32 : limits::digits == 64 ? 4 : 2;
  compare<T>("pow", series_pow, pow, any_power, allowed);
  compare<T>("pow around 1", series_pow, pow, power_around_one, allowed);
  compare<T>("pow of whole numbers", series_pow, pow, whole_numbers, allowed);
  compare<T>("atan2", series_atan2, atan2, directions);
}

TEST_CASE_TEMPLATE("math: rounding to whole numbers is exact", T, float, double, long double) {
  arguments random;
  for (int i = 0; i < sample_size<T>; ++i) {
    const T any = random.either_sign(random.scale<T>(-4, std::numeric_limits<T>::digits + 2));
    const T half = std::floor(any) + T(0.5);
    for (const T x : {any, half, std::nextafter(half, T(0)), std::round(any)}) {
      const bool same = series::floor(x) == std::floor(x) && series::ceil(x) == std::ceil(x) &&
                        series::round(x) == std::round(x) && series::is_integer(x) == (x == std::trunc(x));
      if (!same) FAIL_CHECK("not rounded like the C library: " << x);
    }
  }
}

namespace {

/// f at `points` arguments from `first` to `last`, computed by the compiler.
constexpr int points = 200;
template <class T>
constexpr T point(T first, T last, int i) {
  return first + (last - first) * static_cast<T>(i) / (points - 1);
}
template <class T, class Function>
constexpr auto tabulate(Function f, T first, T last) {
  std::array<T, points> results{};
  for (int i = 0; i < points; ++i) results[static_cast<std::size_t>(i)] = f(point(first, last, i));
  return results;
}
template <class T>
void check_table(const doctest::String& name, const std::array<T, points>& results, std::type_identity_t<T> first,
                 std::type_identity_t<T> last, const function<reference<T>>& f) {
  double worst = 0;
  for (int i = 0; i < points; ++i) {
    const auto exact = f(static_cast<reference<T>>(point(first, last, i)));
    worst = std::fmax(worst, units<T>(results[static_cast<std::size_t>(i)], exact));
  }
  CHECK_MESSAGE(worst <= 2, name << " at worst " << worst << " ulp");
}

}  // namespace

TEST_CASE_TEMPLATE("math: what the compiler computes agrees with the C library", T, float, double, long double) {
  static constexpr T a = T(-20.25), b = T(87.5), c = T(0.0123), d = T(1e6), e = T(-0.999);
  static constexpr auto exp = tabulate<T>([](T x) { return math::exp(x); }, a, b);
  static constexpr auto expm1 = tabulate<T>([](T x) { return math::expm1(x); }, a, b);
  static constexpr auto log = tabulate<T>([](T x) { return math::log(x); }, c, d);
  static constexpr auto log1p = tabulate<T>([](T x) { return math::log1p(x); }, e, b);
  static constexpr auto sqrt = tabulate<T>([](T x) { return math::sqrt(x); }, c, d);
  static constexpr auto sin = tabulate<T>([](T x) { return math::sin(x); }, a, d);
  static constexpr auto cos = tabulate<T>([](T x) { return math::cos(x); }, a, b);
  static constexpr auto tan = tabulate<T>([](T x) { return math::tan(x); }, a, b);
  static constexpr auto asin = tabulate<T>([](T x) { return math::asin(x); }, e, c);
  static constexpr auto atan = tabulate<T>([](T x) { return math::atan(x); }, a, b);
  static constexpr auto pow = tabulate<T>([](T x) { return math::pow(c, x); }, e, T(19));
  static constexpr auto atan2 = tabulate<T>([](T x) { return math::atan2(c, x); }, e, c);
  check_table("exp", exp, a, b, [](auto x) { return std::exp(x); });
  check_table("expm1", expm1, a, b, [](auto x) { return std::expm1(x); });
  check_table("log", log, c, d, [](auto x) { return std::log(x); });
  check_table("log1p", log1p, e, b, [](auto x) { return std::log1p(x); });
  check_table("sqrt", sqrt, c, d, [](auto x) { return std::sqrt(x); });
  check_table("sin", sin, a, d, [](auto x) { return std::sin(x); });
  check_table("cos", cos, a, b, [](auto x) { return std::cos(x); });
  check_table("tan", tan, a, b, [](auto x) { return std::tan(x); });
  check_table("asin", asin, e, c, [](auto x) { return std::asin(x); });
  check_table("atan", atan, a, b, [](auto x) { return std::atan(x); });
  check_table("pow", pow, e, T(19), [](auto x) { return std::pow(static_cast<decltype(x)>(c), x); });
  check_table("atan2", atan2, e, c, [](auto x) { return std::atan2(static_cast<decltype(x)>(c), x); });
}

namespace {

template <class T>
constexpr auto special_values() {
  using limits = std::numeric_limits<T>;
  const T positive[] = {0,
                        limits::denorm_min(),
                        T(0.5),
                        1,
                        T(1.5),
                        3,
                        1 / limits::epsilon() - 1,
                        (limits::max)(),
                        limits::infinity(),
                        limits::quiet_NaN()};
  std::array<T, 2 * std::size(positive)> values{};
  for (std::size_t i = 0; i < std::size(positive); ++i) {
    values[2 * i] = positive[i];
    values[2 * i + 1] = -positive[i];
  }
  return values;
}
template <class T, class Function>
constexpr auto of_each(Function f) {
  std::array<T, special_values<T>().size()> results{};
  for (std::size_t i = 0; i < results.size(); ++i) results[i] = f(special_values<T>()[i]);
  return results;
}
template <class T, class Function>
constexpr auto of_each_pair(Function f) {
  std::array<std::array<T, special_values<T>().size()>, special_values<T>().size()> results{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i] = of_each<T>([&](T y) { return f(special_values<T>()[i], y); });
  }
  return results;
}

/// NaN for NaN, zeros and infinities the same with their signs, and anything else within two units.
template <class T>
bool like(T result, T library) {
  if (std::isnan(library)) return std::isnan(result);
  return std::signbit(result) == std::signbit(library) && units<T>(result, static_cast<reference<T>>(library)) <= 2 &&
         (result == 0) == (library == 0);
}
template <class T, class Function>
void check_each(const doctest::String& name, const auto& compiled, Function library) {
  for (std::size_t i = 0; i < compiled.size(); ++i) {
    const T x = special_values<T>()[i];
    const T expected = library(x);
    CHECK_MESSAGE(like(compiled[i], expected), name << "(" << x << ") is " << compiled[i] << ", not " << expected);
  }
}

/// The circular functions of the special values that a constant expression may take.
template <class T>
constexpr T within_limit(T x) {
  return math::is_finite(x) && math::abs(x) > T(1048576) ? T(3) : x;
}

}  // namespace

TEST_CASE_TEMPLATE("math: special values are the C library's", T, float, double, long double) {
  static constexpr auto exp = of_each<T>([](T x) { return math::exp(x); });
  static constexpr auto expm1 = of_each<T>([](T x) { return math::expm1(x); });
  static constexpr auto log = of_each<T>([](T x) { return math::log(x); });
  static constexpr auto log1p = of_each<T>([](T x) { return math::log1p(x); });
  static constexpr auto sqrt = of_each<T>([](T x) { return math::sqrt(x); });
  static constexpr auto sin = of_each<T>([](T x) { return math::sin(within_limit(x)); });
  static constexpr auto cos = of_each<T>([](T x) { return math::cos(within_limit(x)); });
  static constexpr auto tan = of_each<T>([](T x) { return math::tan(within_limit(x)); });
  static constexpr auto asin = of_each<T>([](T x) { return math::asin(x); });
  static constexpr auto atan = of_each<T>([](T x) { return math::atan(x); });
  static constexpr auto floor = of_each<T>([](T x) { return math::floor(x); });
  static constexpr auto ceil = of_each<T>([](T x) { return math::ceil(x); });
  static constexpr auto round = of_each<T>([](T x) { return math::round(x); });
  static constexpr auto abs = of_each<T>([](T x) { return math::abs(x); });
  check_each<T>("exp", exp, [](T x) { return std::exp(x); });
  check_each<T>("expm1", expm1, [](T x) { return std::expm1(x); });
  check_each<T>("log", log, [](T x) { return std::log(x); });
  check_each<T>("log1p", log1p, [](T x) { return std::log1p(x); });
  check_each<T>("sqrt", sqrt, [](T x) { return std::sqrt(x); });
  check_each<T>("sin", sin, [](T x) { return std::sin(within_limit(x)); });
  check_each<T>("cos", cos, [](T x) { return std::cos(within_limit(x)); });
  check_each<T>("tan", tan, [](T x) { return std::tan(within_limit(x)); });
  check_each<T>("asin", asin, [](T x) { return std::asin(x); });
  check_each<T>("atan", atan, [](T x) { return std::atan(x); });
  check_each<T>("floor", floor, [](T x) { return std::floor(x); });
  check_each<T>("ceil", ceil, [](T x) { return std::ceil(x); });
  check_each<T>("round", round, [](T x) { return std::round(x); });
  check_each<T>("abs", abs, [](T x) { return std::abs(x); });

  static constexpr auto pow = of_each_pair<T>([](T x, T y) { return math::pow(x, y); });
  static constexpr auto atan2 = of_each_pair<T>([](T y, T x) { return math::atan2(y, x); });
  for (std::size_t i = 0; i < pow.size(); ++i) {
    const T first = special_values<T>()[i];
    CAPTURE(first);
    check_each<T>("pow", pow[i], [&](T y) { return std::pow(first, y); });
    check_each<T>("atan2", atan2[i], [&](T x) { return std::atan2(first, x); });
  }
}

TEST_CASE_TEMPLATE("math: at run time it is the C library", T, float, double, long double) {
  arguments random;
  for (int i = 0; i < 1000; ++i) {
    const T x = random.scale<T>(-12, 5);
    const T y = random.scale<T>(-12, 0);
    CHECK(math::exp(x) == std::exp(x));
    CHECK(math::expm1(x) == std::expm1(x));
    CHECK(math::log(x) == std::log(x));
    CHECK(math::log1p(x) == std::log1p(x));
    CHECK(math::sqrt(x) == std::sqrt(x));
    CHECK(math::sin(x) == std::sin(x));
    CHECK(math::cos(x) == std::cos(x));
    CHECK(math::tan(x) == std::tan(x));
    CHECK(math::asin(y / 2) == std::asin(y / 2));
    CHECK(math::atan(x) == std::atan(x));
    CHECK(math::pow(x, y) == std::pow(x, y));
    CHECK(math::atan2(x, y) == std::atan2(x, y));
    CHECK(math::floor(x) == std::floor(x));
    CHECK(math::ceil(x) == std::ceil(x));
    CHECK(math::round(x) == std::round(x));
    CHECK(math::abs(-x) == x);
  }
}

TEST_CASE_TEMPLATE("math: NaN and infinity are seen at run time, and NaN is handed on", T, float, double, long double) {
  for (const T x : special_values<T>()) {
    CAPTURE(x);
    CHECK(math::is_nan(x) == std::isnan(x));
    CHECK(math::is_finite(x) == std::isfinite(x));
    for (const T y : special_values<T>()) {
      CAPTURE(y);
      const bool nan = std::isnan(x) || std::isnan(y);
      CHECK(std::isnan(math::lesser(x, y)) == nan);
      CHECK(std::isnan(math::greater(x, y)) == nan);
      CHECK((nan || math::lesser(x, y) == std::fmin(x, y)));
      CHECK((nan || math::greater(x, y) == std::fmax(x, y)));
    }
  }
}

namespace elsewhere {

/// A number type as a stranger would write it. It converts to double, which must not happen behind its back.
struct number {
  double value;
  int steps = 0;

  constexpr operator double() const { return value; }
  friend constexpr number exp(number x) { return {x.value + 1, x.steps + 1}; }
  friend constexpr number sqrt(const number& x) { return {x.value / 2, x.steps + 1}; }
  friend constexpr number pow(number x, number y) { return {x.value * y.value, x.steps + y.steps + 1}; }
  friend constexpr number pow(number x, double y) { return {x.value * y, x.steps + 1}; }
  friend constexpr number pow(double x, number y) { return {x * y.value, y.steps + 1}; }
  friend constexpr number operator-(number x) { return {-x.value, x.steps + 1}; }
  friend constexpr bool operator<(number x, number y) { return x.value < y.value; }
  friend constexpr bool operator<(number x, int y) { return x.value < y; }
  friend constexpr bool operator==(number x, number y) { return x.value == y.value; }
};
template <class T>
constexpr int steps(T) {
  return -1;
}
constexpr int steps(number x) { return x.steps; }

}  // namespace elsewhere

TEST_CASE("math: a class's own functions are found, and never double's") {
  using elsewhere::number;
  constexpr number x{4};
  static_assert(steps(math::exp(x)) == 1 && math::exp(x).value == 5);
  static_assert(steps(math::sqrt(x)) == 1 && math::sqrt(x).value == 2);
  static_assert(steps(math::pow(x, x)) == 1 && steps(math::pow(x, 0.5)) == 1 && steps(math::pow(0.5, x)) == 1);
  static_assert(steps(math::abs(x)) == 0 && steps(math::abs(number{-4})) == 1 && math::abs(number{-4}).value == 4);
  static_assert(math::lesser(x, number{3}).value == 3 && math::greater(x, number{3}).value == 4);
  static_assert(math::is_finite(x) && !math::is_nan(x));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(math::is_nan(number{nan}));
  CHECK_FALSE(math::is_finite(number{nan}));
  CHECK_FALSE(math::is_finite(number{std::numeric_limits<double>::infinity()}));
  CHECK(std::isnan(math::lesser(x, number{nan}).value));
  CHECK(std::isnan(math::greater(number{nan}, x).value));
}

#ifdef WITH_BOOST

namespace {

template <class R>
R formula(const R& x) {
  const R positive = math::abs(R(-x));
  const R power = math::pow(positive, 2.5) + math::pow(positive, x) + math::pow(2.0, positive);
  const R circular = math::sin(x) * math::cos(x) + math::atan(x);
  return math::greater(power, circular) * math::exp(R(-x)) + math::log(x) / math::sqrt(x) + circular;
}

}  // namespace

TEST_CASE("math: Boost.Multiprecision numbers, with and without expression templates") {
  namespace mp = boost::multiprecision;
  using plain = mp::cpp_bin_float_50;
  using lazy = mp::number<plain::backend_type, mp::et_on>;
  const double expected = formula(1.75);
  CHECK(static_cast<double>(formula(plain(1.75))) == doctest::Approx(expected).epsilon(1e-15));
  CHECK(static_cast<double>(formula(lazy(1.75))) == doctest::Approx(expected).epsilon(1e-15));

  const lazy two = 2;
  const auto e4 = math::exp(two * two);  // not an expression that refers to a temporary
  static_assert(std::is_same_v<decltype(e4), const lazy>);
  CHECK(e4 == exp(lazy(4)));
  CHECK(math::abs(two - 5) == 3);
  CHECK(abs(math::expm1(plain(1e-30)) - plain(1e-30)) < plain(1e-59));
  CHECK(math::log1p(plain(0)) == 0);
  CHECK(math::is_nan(std::numeric_limits<plain>::quiet_NaN()));
  CHECK_FALSE(math::is_finite(std::numeric_limits<lazy>::infinity()));
  CHECK(math::is_finite(two));
}

TEST_CASE("math: Boost.Math's automatic differentiation") {
  using boost::math::differentiation::make_fvar;
  const double x = 1.75;
  const double step = 1e-5;
  const auto variable = make_fvar<double, 2>(x);
  const auto result = formula(variable);
  const double first = (formula(x + step) - formula(x - step)) / (2 * step);
  CHECK(result.derivative(0) == doctest::Approx(formula(x)).epsilon(1e-14));
  CHECK(result.derivative(1) == doctest::Approx(first).epsilon(1e-8));
  CHECK(math::abs(-variable).derivative(1) == 1);
  for (const double at : {-0.75, -1e-3, -1e-9, 1e-20, 0.25, 3.0}) {  // autodiff has no expm1 and no log1p
    const auto near_zero = make_fvar<double, 2>(at);
    CHECK(math::expm1(near_zero).derivative(0) == doctest::Approx(std::expm1(at)).epsilon(1e-14).scale(0));
    CHECK(math::expm1(near_zero).derivative(2) == doctest::Approx(std::exp(at)).epsilon(1e-14));
    CHECK(math::log1p(near_zero).derivative(0) == doctest::Approx(std::log1p(at)).epsilon(1e-14).scale(0));
    CHECK(math::log1p(near_zero).derivative(1) == doctest::Approx(1 / (1 + at)).epsilon(1e-14));
  }
  CHECK(math::pow(variable, 3.0).derivative(2) == doctest::Approx(6 * x));
  CHECK(math::lesser(variable, make_fvar<double, 2>(9.0)) == variable);
  CHECK(math::is_finite(variable));
  CHECK_FALSE(math::is_nan(variable));
}

#endif
