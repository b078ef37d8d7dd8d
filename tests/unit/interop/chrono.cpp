// SPDX-License-Identifier: BSL-1.0
#include "traincost/interop/chrono.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ratio>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include "unit/support/random.hpp"

namespace {

using namespace traincost::units;
using namespace std::chrono_literals;
using std::chrono::duration, std::chrono::nanoseconds, std::chrono::microseconds, std::chrono::milliseconds;
using traincost::interop::from_chrono, traincost::interop::to_chrono;

using time = traincost::seconds;
using whole_seconds = duration<std::int64_t>;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr traincost::eval_policy clamping{.domain = traincost::on_error::clamp};

template <class Duration>
bool fits(time t) {
  try {
    static_cast<void>(to_chrono<Duration>(t));
    return true;
  } catch (const traincost::domain_failure& failure) {
    const double ticks = duration<double, typename Duration::period>(duration<double>(t.si())).count();
    CHECK((failure.value() == ticks || std::isnan(ticks)));
    CHECK(std::string(failure.what()).find("docs/errors.md#E330") != std::string::npos);
    return false;
  }
}

TEST_CASE("a duration becomes seconds") {
  CHECK(from_chrono(2100us).in(ms) == doctest::Approx(2.1).epsilon(1e-15));
  CHECK(from_chrono(1500ms).si() == 1.5);
  CHECK(from_chrono(2h).si() == 7200.0);
  CHECK(from_chrono(3min).in(minute) == 3.0);
  CHECK(from_chrono(-1s).si() == -1.0);
  CHECK(from_chrono(0ns).si() == 0.0);
  CHECK(from_chrono(duration<double, std::micro>(0.5)).si() == 0.5e-6);
  CHECK(from_chrono(duration<float>(0.25F)).si() == 0.25);
  CHECK(from_chrono(duration<std::int64_t, std::ratio<86400>>(2)).in(day) == 2.0);
  CHECK(std::isinf(from_chrono(duration<double>(infinite)).si()));
}

TEST_CASE("seconds become a duration of the nearest tick") {
  CHECK(to_chrono<microseconds>(2.1 * ms) == 2100us);
  CHECK(to_chrono<nanoseconds>(60.0 * us) == 60000ns);
  CHECK(to_chrono<milliseconds>(1.5 * s) == 1500ms);
  CHECK(to_chrono<milliseconds>(-1.5 * s) == -1500ms);
  CHECK(to_chrono<std::chrono::hours>(2.0 * hour) == 2h);
  CHECK(to_chrono<nanoseconds>(time{}) == 0ns);
}

TEST_CASE("halves round away from zero, and nothing else does") {
  CHECK(to_chrono<whole_seconds>(0.5 * s).count() == 1);
  CHECK(to_chrono<whole_seconds>(1.5 * s).count() == 2);
  CHECK(to_chrono<whole_seconds>(2.5 * s).count() == 3);
  CHECK(to_chrono<whole_seconds>(-0.5 * s).count() == -1);
  CHECK(to_chrono<whole_seconds>(-2.5 * s).count() == -3);
  CHECK(to_chrono<whole_seconds>(0.49 * s).count() == 0);
  CHECK(to_chrono<whole_seconds>(-0.49 * s).count() == 0);
  CHECK(to_chrono<whole_seconds>(-1.49 * s).count() == -1);
  CHECK(to_chrono<whole_seconds>(1.51 * s).count() == 2);
  // Adding one half and cutting off would round these up.
  CHECK(to_chrono<whole_seconds>(std::nextafter(0.5, 0.0) * s).count() == 0);
  CHECK(to_chrono<whole_seconds>(std::nextafter(-0.5, 0.0) * s).count() == 0);
  for (const double odd : {4503599627370497.0, 4503599627370499.0, 9007199254740991.0}) {
    CHECK(to_chrono<whole_seconds>(odd * s).count() == static_cast<std::int64_t>(odd));
    CHECK(to_chrono<whole_seconds>(-odd * s).count() == -static_cast<std::int64_t>(odd));
  }
}

TEST_CASE("whole ticks survive the way through seconds and back") {
  traincost::test::random_source random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto ticks = static_cast<std::int64_t>(random.magnitude(1.0, 4e15)) * (i % 2 == 0 ? 1 : -1);
    CAPTURE(ticks);
    CHECK(to_chrono<whole_seconds>(from_chrono(whole_seconds(ticks))).count() == ticks);
    CHECK(to_chrono<milliseconds>(from_chrono(milliseconds(ticks))).count() == ticks);
    CHECK(to_chrono<microseconds>(from_chrono(microseconds(ticks))).count() == ticks);
    CHECK(to_chrono<nanoseconds>(from_chrono(nanoseconds(ticks))).count() == ticks);
  }
}

TEST_CASE("what does not fit is refused, to the last tick") {
  CHECK(fits<whole_seconds>(9223372036854774784.0 * s));  // the largest double below 2^63
  CHECK_FALSE(fits<whole_seconds>(9223372036854775808.0 * s));
  CHECK(to_chrono<whole_seconds>(-9223372036854775808.0 * s) == whole_seconds::min());
  CHECK_FALSE(fits<whole_seconds>(-9223372036854777856.0 * s));
  CHECK_FALSE(fits<nanoseconds>(9.3e9 * s));
  CHECK(fits<nanoseconds>(9.2e9 * s));

  using narrow = duration<std::int32_t>;
  CHECK(to_chrono<narrow>(2147483647.49 * s).count() == 2147483647);
  CHECK_FALSE(fits<narrow>(2147483647.5 * s));
  CHECK(to_chrono<narrow>(-2147483648.49 * s).count() == -2147483647 - 1);
  CHECK_FALSE(fits<narrow>(-2147483648.5 * s));
  CHECK_FALSE(fits<duration<signed char>>(127.5 * s));
  CHECK(fits<duration<signed char>>(127.4 * s));

  using counter = duration<std::uint32_t>;
  CHECK(to_chrono<counter>(4294967295.0 * s).count() == 4294967295U);
  CHECK_FALSE(fits<counter>(4294967296.0 * s));
  CHECK(to_chrono<counter>(-0.4 * s).count() == 0U);
  CHECK_FALSE(fits<counter>(-0.5 * s));
  CHECK_FALSE(fits<counter>(-1000.0 * s));
  CHECK(fits<duration<std::uint64_t>>(18446744073709549568.0 * s));
  CHECK_FALSE(fits<duration<std::uint64_t>>(18446744073709551616.0 * s));
}

TEST_CASE("NaN and infinity fit into no duration") {
  CHECK_FALSE(fits<nanoseconds>(time::not_a_number()));
  CHECK_FALSE(fits<nanoseconds>(infinite * s));
  CHECK_FALSE(fits<nanoseconds>(-infinite * s));
  CHECK_FALSE(fits<duration<std::uint32_t>>(time::not_a_number()));
  CHECK_FALSE(fits<duration<double>>(time::not_a_number()));
  CHECK_FALSE(fits<duration<double>>(infinite * s));
  CHECK_FALSE(fits<duration<long double>>(-infinite * s));
}

TEST_CASE("clamped, a time goes to the nearer end, and NaN to zero") {
  CHECK(to_chrono<nanoseconds, clamping>(1e10 * s) == nanoseconds::max());
  CHECK(to_chrono<nanoseconds, clamping>(-1e10 * s) == nanoseconds::min());
  CHECK(to_chrono<nanoseconds, clamping>(infinite * s) == nanoseconds::max());
  CHECK(to_chrono<nanoseconds, clamping>(time::not_a_number()) == nanoseconds::zero());
  CHECK(to_chrono<duration<double>, clamping>(time::not_a_number()).count() == 0.0);
  CHECK(to_chrono<nanoseconds, clamping>(2.1 * ms) == 2100us);
  CHECK(to_chrono<duration<std::uint32_t>, clamping>(-7.0 * s).count() == 0U);
  CHECK(to_chrono<duration<float>, clamping>(1e300 * s).count() == std::numeric_limits<float>::max());
  CHECK(to_chrono<duration<float>, clamping>(-infinite * s).count() == std::numeric_limits<float>::lowest());
}

TEST_CASE("a floating-point duration keeps fractions of a tick") {
  CHECK(to_chrono<duration<double, std::milli>>(2.1 * ms).count() == doctest::Approx(2.1).epsilon(1e-15));
  CHECK(to_chrono<duration<double>>(0.1 * s).count() == 0.1);
  CHECK(to_chrono<duration<float>>(0.25 * s).count() == 0.25F);
  CHECK(to_chrono<duration<long double>>(0.25 * s).count() == 0.25L);
  CHECK(from_chrono(to_chrono<duration<double, std::micro>>(8.8 * ms)).in(ms) == doctest::Approx(8.8).epsilon(1e-15));
  CHECK_FALSE(fits<duration<float>>(1e300 * s));
  CHECK_FALSE(fits<duration<float>>(-1e39 * s));
  CHECK(fits<duration<float>>(1e38 * s));
  CHECK(fits<duration<double>>(-1e300 * s));
  CHECK(fits<duration<long double>>(1e300 * s));
  CHECK(std::isnan(to_chrono<duration<double>, traincost::batch_policy>(time::not_a_number()).count()));
  CHECK(std::isnan(to_chrono<duration<float>, traincost::batch_policy>(1e300 * s).count()));
}

// All of it in constant expressions.
static_assert(from_chrono(1500ms) == 1.5 * s && to_chrono<milliseconds>(1.5 * s) == 1500ms);
static_assert(to_chrono<milliseconds>(-2.4 * s) == -2400ms && to_chrono<std::chrono::seconds>(0.5 * s) == 1s);
static_assert(to_chrono<nanoseconds, clamping>(1e10 * s) == nanoseconds::max());
static_assert(to_chrono<duration<double>>(0.25 * s).count() == 0.25);
static_assert(noexcept(from_chrono(whole_seconds{})) && !noexcept(to_chrono<nanoseconds>(1.0 * s)));
static_assert(noexcept(to_chrono<nanoseconds, clamping>(1.0 * s)));
static_assert(std::is_same_v<decltype(to_chrono<nanoseconds>(1.0 * s)), nanoseconds>);
static_assert(std::is_same_v<decltype(from_chrono(1ns)), traincost::seconds>);

}  // namespace
