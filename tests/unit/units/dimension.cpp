// SPDX-License-Identifier: BSL-1.0
#include "traincost/units/dimension.hpp"

#include <doctest/doctest.h>

#include "unit/support/random.hpp"

namespace {

using traincost::dim;
using traincost::test::random_source;

dim any(random_source& random) {
  const auto exponent = [&random] { return static_cast<signed char>(random.integer(-20, 20)); };
  return {exponent(), exponent(), exponent(), exponent(), exponent(), exponent()};
}

TEST_CASE("dimensions are a group under the product of their quantities") {
  random_source random(1);
  for (int i = 0; i < 200; ++i) {
    const dim a = any(random);
    const dim b = any(random);
    const dim c = any(random);
    CHECK(a + b == b + a);
    CHECK((a + b) + c == a + (b + c));
    CHECK(a + dim{} == a);
    CHECK(a - a == dim{});
    CHECK((a - b) + b == a);
    CHECK(a - b == dim{} - (b - a));
  }
}

TEST_CASE("each base has an exponent of its own") {
  constexpr dim bases[] = {{.time = 1}, {.data = 1}, {.work = 1}, {.tokens = 1}, {.energy = 1}, {.money = 1}};
  for (const dim& a : bases) {
    CHECK(a != dim{});
    for (const dim& b : bases) {
      CHECK((a == b) == (&a == &b));
      CHECK(a + b - a == b);
    }
  }
  constexpr dim all = bases[0] + bases[1] + bases[2] + bases[3] + bases[4] + bases[5];
  CHECK(all == dim{1, 1, 1, 1, 1, 1});
}

TEST_CASE("exponents reach as far as any formula needs") {
  dim power{};
  for (int i = 0; i < 100; ++i) power = power + dim{.time = 1, .money = -1};
  CHECK(power == dim{.time = 100, .money = -100});
}

}  // namespace
