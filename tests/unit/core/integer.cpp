// SPDX-License-Identifier: BSL-1.0
#include "traincost/core/integer.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace {

using namespace traincost;

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST_CASE("ceil_div is the least number of parts that hold everything") {
  for (int a = 0; a <= 60; ++a) {
    for (int b = 1; b <= 20; ++b) {
      const int parts = ceil_div(a, b);
      CAPTURE(a);
      CAPTURE(b);
      CHECK(parts * b >= a);
      CHECK((parts - 1) * b < a);
    }
  }
  CHECK(ceil_div<std::int64_t>(largest, 1) == largest);
  CHECK(ceil_div<std::int64_t>(largest, 2) == largest / 2 + 1);
  CHECK(ceil_div<std::int64_t>(largest, largest) == 1);
  CHECK(ceil_div<std::int64_t>(largest - 1, largest) == 1);
  CHECK(ceil_div<unsigned>(4000000000U, 3U) == 1333333334U);
}

TEST_CASE("the logarithms bracket their argument") {
  for (std::int64_t n = 1; n <= 5000; ++n) {
    const int low = floor_log2(n);
    const int high = ceil_log2(n);
    CAPTURE(n);
    CHECK((std::int64_t{1} << low) <= n);
    CHECK((std::int64_t{2} << low) > n);
    CHECK((std::int64_t{1} << high) >= n);
    CHECK((high == 0 || (std::int64_t{1} << (high - 1)) < n));
    CHECK(is_power_of_two(n) == (low == high));
  }
}

TEST_CASE("the logarithms hold at the ends of their type") {
  for (int k = 0; k <= 62; ++k) {
    const std::int64_t n = std::int64_t{1} << k;
    CAPTURE(k);
    CHECK(floor_log2(n) == k);
    CHECK(ceil_log2(n) == k);
    CHECK(is_power_of_two(n));
    if (k >= 2) {
      CHECK(floor_log2(n - 1) == k - 1);
      CHECK(ceil_log2(n - 1) == k);
      CHECK(ceil_log2(n + 1) == k + 1);
      CHECK_FALSE(is_power_of_two(n - 1));
      CHECK_FALSE(is_power_of_two(n + 1));
    }
  }
  CHECK(floor_log2(largest) == 62);
  CHECK(ceil_log2(largest) == 63);
}

TEST_CASE("only positive numbers are powers of two") {
  CHECK_FALSE(is_power_of_two(0));
  CHECK_FALSE(is_power_of_two(-1));
  CHECK_FALSE(is_power_of_two(-4));
  CHECK_FALSE(is_power_of_two(std::numeric_limits<std::int64_t>::min()));
}

TEST_CASE("ratios are equal where their values are, and exact") {
  CHECK(ratio{1, 2} == ratio{2, 4});
  CHECK(ratio{-1, 2} == ratio{1, -2});
  CHECK(ratio{0, 1} == ratio{0, 7});
  CHECK(ratio{1, 3} != ratio{333333333, 1000000000});
  CHECK(ratio{} == ratio{0, 1});
  CHECK(ratio{7, 4}.as<double>() == 1.75);
  CHECK(ratio{7, 4}.as<float>() == 1.75F);
  CHECK(ratio{1, 3}.as<double>() == 1.0 / 3.0);
  CHECK(ratio{1, 3}.as<long double>() == 1.0L / 3.0L);
  CHECK(ratio{-5, 2}.as<double>() == -2.5);
  CHECK(ratio{1, 3}.as<double>() != static_cast<double>(ratio{1, 3}.as<float>()));
}

static_assert(ceil_div(7, 2) == 4 && floor_log2(255) == 7 && ceil_log2(255) == 8 && ceil_log2(1) == 0);
static_assert(
    noexcept(ceil_div(7, 2)) && noexcept(floor_log2(1)) && noexcept(ceil_log2(1)) && noexcept(is_power_of_two(1)));
static_assert(ratio{14, 8} == ratio{7, 4} && ratio{7, 4}.as<double>() == 1.75);

}  // namespace
