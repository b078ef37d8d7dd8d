// SPDX-License-Identifier: BSL-1.0
#include "traincost/units/quantity.hpp"

#include <cmath>
#include <compare>
#include <initializer_list>
#include <limits>
#include <type_traits>

#include <doctest/doctest.h>

#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"
#include "unit/support/compare.hpp"
#include "unit/support/random.hpp"

namespace {

using namespace traincost;
using namespace traincost::units;
using test::random_source;

TEST_CASE("a quantity computes as its number does") {
  random_source random(1);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.magnitude(1e-12, 1e12);
    const double y = random.magnitude(1e-12, 1e12);
    const seconds a = x * s;
    const seconds b = y * s;
    CHECK((a + b).si() == x + y);
    CHECK((a - b).si() == x - y);
    CHECK((-a).si() == -x);
    CHECK((y * a).si() == y * x);
    CHECK((a * y).si() == y * x);
    CHECK((a / y).si() == x / y);
    CHECK((y / a).si() == y / x);
    CHECK(a / b == x / y);
    CHECK((a * b).si() == x * y);
    CHECK((a < b) == (x < y));
    CHECK((a <= b) == (x <= y));
    CHECK((a > b) == (x > y));
    CHECK((a >= b) == (x >= y));
    CHECK((a == b) == (x == y));
    CHECK((a != b) == (x != y));
  }
}

TEST_CASE("what goes in by a unit comes out by it") {
  random_source random(2);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.magnitude(1e-9, 1e15);
    CHECK(test::relative_error((x * ms).in(ms), x) <= 3e-16);
    CHECK(test::relative_error((x * us).in(ns), 1000.0 * x) <= 6e-16);
    CHECK(test::relative_error((x * GB_per_s).in(Gbit_per_s), 8.0 * x) <= 3e-16);
    CHECK(test::relative_error((x * TFLOP_per_s).in(PFLOP_per_s), x / 1000.0) <= 3e-16);
    CHECK((x * GiB).in(GiB) == x);  // powers of two lose nothing
    CHECK((x * TiB).in(GiB) == 1024.0 * x);
  }
}

TEST_CASE("compound assignment is the operator, and returns the left side") {
  seconds t = 2.0 * s;
  CHECK(&(t += 1.0 * s) == &t);
  CHECK(t.si() == 3.0);
  CHECK((t -= 5.0 * s).si() == -2.0);
  CHECK((t *= -3.0).si() == 6.0);
  CHECK((t /= 4.0).si() == 1.5);
  CHECK(t.si() == 1.5);
}

TEST_CASE("NaN is unordered, and infinities are ordered") {
  const auto nan = seconds::not_a_number();
  const seconds infinite = std::numeric_limits<double>::infinity() * s;
  CHECK(std::isnan(nan.si()));
  for (const seconds t : {nan, infinite, -infinite, seconds{}, 1.0 * s}) {
    CHECK_FALSE(nan == t);
    CHECK(nan != t);
    CHECK_FALSE(nan < t);
    CHECK_FALSE(nan <= t);
    CHECK_FALSE(t > nan);
    CHECK_FALSE(t >= nan);
    CHECK((nan <=> t) == std::partial_ordering::unordered);
  }
  CHECK(1e300 * s < infinite);
  CHECK(-infinite < infinite);
  CHECK((infinite <=> infinite) == std::partial_ordering::equivalent);
  CHECK(-0.0 * s == 0.0 * s);
  CHECK((1.0 * s <=> 2.0 * s) == std::partial_ordering::less);
  CHECK((2.0 * s <=> 1.0 * s) == std::partial_ordering::greater);
}

TEST_CASE("narrowing rounds once, widening is exact") {
  const seconds third = (1.0 / 3.0) * s;
  CHECK(basic_seconds<float>{third}.si() == static_cast<float>(1.0 / 3.0));
  const seconds back = basic_seconds<float>{third};
  CHECK(back.si() == static_cast<double>(static_cast<float>(1.0 / 3.0)));
  const basic_seconds<long double> wide = third;
  CHECK(wide.si() == static_cast<long double>(1.0 / 3.0));
}

TEST_CASE("mixed representations compute in the wider one") {
  const auto narrow = from_si<dim{.time = 1}>(0.1F);
  const auto wide = from_si<dim{.time = 1}>(0.1L);
  CHECK((narrow + 0.1 * s).si() == static_cast<double>(0.1F) + 0.1);
  CHECK((0.1 * s - wide).si() == static_cast<long double>(0.1) - 0.1L);
  CHECK((0.1 * narrow).si() == 0.1 * static_cast<double>(0.1F));
  CHECK(narrow / (0.1 * s) == static_cast<double>(0.1F) / 0.1);
  CHECK(narrow > 0.1 * s);  // 0.1f lies above 0.1
  CHECK_FALSE(narrow == 0.1 * s);
  CHECK((from_si<dim{.data = 1}>(7) / 2.0).si() == 3.5);
}

// A number type of a user's own: a dual number, with neither <=> nor a conversion to double.
struct dual {
  double value = 0.0;
  double slope = 0.0;
  dual() = default;
  constexpr dual(double v, double d = 0.0) : value(v), slope(d) {}  // NOLINT(google-explicit-constructor)
  friend constexpr dual operator+(dual a, dual b) { return {a.value + b.value, a.slope + b.slope}; }
  friend constexpr dual operator-(dual a, dual b) { return {a.value - b.value, a.slope - b.slope}; }
  friend constexpr dual operator-(dual a) { return {-a.value, -a.slope}; }
  friend constexpr dual operator*(dual a, dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
  friend constexpr dual operator/(dual a, dual b) {
    return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)};
  }
  friend constexpr bool operator==(dual a, dual b) { return a.value == b.value; }
  friend constexpr bool operator<(dual a, dual b) { return a.value < b.value; }
  friend constexpr bool operator<=(dual a, dual b) { return a.value <= b.value; }
  friend constexpr bool operator>=(dual a, dual b) { return a.value >= b.value; }
};

TEST_CASE("a class is a representation too, and absorbs built-in numbers") {
  const auto x = from_si<dim{.time = 1}>(dual{3.0, 1.0});
  static_assert(std::is_same_v<decltype(x + 1.0 * s), basic_seconds<dual>>);
  static_assert(std::is_same_v<decltype(2.0 * x), basic_seconds<dual>>);
  static_assert(std::is_same_v<decltype(dual{2.0} * s), basic_seconds<dual>>);
  static_assert(std::is_same_v<decltype(x * GB_per_s), basic_bytes<dual>>);
  static_assert(std::is_same_v<decltype(x / s), dual>);
  CHECK((x + 1.0 * s).si().value == 4.0);
  CHECK((x + 1.0 * s).si().slope == 1.0);
  CHECK((2.0 * x - x).si().slope == 1.0);
  CHECK((-x).si().slope == -1.0);
  CHECK((x * x).si().slope == 6.0);
  CHECK((x / (2.0 * s)).slope == 0.5);
  CHECK((1.0 / x).si().slope == -1.0 / 9.0);
  CHECK(x.in(ms).value == doctest::Approx(3000.0));
  CHECK(x < 4.0 * s);
  CHECK(4.0 * s > x);
  CHECK(x >= 3.0 * s);
  CHECK(x == 3.0 * s);
  CHECK((x <=> 2.0 * s) == std::partial_ordering::greater);
  CHECK((fraction<dual>{dual{0.25, 1.0}} * x).si().slope == 3.25);
  CHECK(fraction<dual>{dual{0.25}} < fraction<dual>{dual{0.5}});
}

}  // namespace
