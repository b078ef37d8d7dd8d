// SPDX-License-Identifier: BSL-1.0
#include "traincost/core/check.hpp"

#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

namespace {

using traincost::detail::clamped;
using traincost::detail::finite_non_negative;
using traincost::detail::finite_positive;

TEST_CASE_TEMPLATE("the questions about an argument have one answer for every kind of number", Rep, float, double,
                   long double) {
  using limits = std::numeric_limits<Rep>;
  for (const Rep x : {Rep(1), limits::min(), limits::denorm_min(), limits::max(), limits::epsilon()}) {
    CHECK(finite_non_negative(x));
    CHECK(finite_positive(x));
    CHECK_FALSE(finite_non_negative(Rep(-x)));
    CHECK_FALSE(finite_positive(Rep(-x)));
  }
  for (const Rep zero : {Rep(0), Rep(-Rep(0))}) {
    CHECK(finite_non_negative(zero));
    CHECK_FALSE(finite_positive(zero));
  }
  for (const Rep x : {limits::infinity(), Rep(-limits::infinity()), limits::quiet_NaN(), Rep(-limits::quiet_NaN())}) {
    CHECK_FALSE(finite_non_negative(x));
    CHECK_FALSE(finite_positive(x));
  }
}

TEST_CASE_TEMPLATE("the nearest valid argument lies in the range, and NaN goes to its low end", Rep, float, double,
                   long double) {
  using limits = std::numeric_limits<Rep>;
  const Rep low(2);
  const Rep high(5);
  CHECK(clamped(Rep(3), low, high) == Rep(3));
  CHECK(clamped(low, low, high) == low);
  CHECK(clamped(high, low, high) == high);
  CHECK(clamped(Rep(1), low, high) == low);
  CHECK(clamped(Rep(9), low, high) == high);
  CHECK(clamped(limits::infinity(), low, high) == high);
  CHECK(clamped(Rep(-limits::infinity()), low, high) == low);
  CHECK(clamped(limits::quiet_NaN(), low, high) == low);
}

static_assert(finite_non_negative(0.0) && !finite_positive(0.0) && finite_positive(1) && !finite_non_negative(-1));
static_assert(clamped(7.0, 0.0, 1.0) == 1.0 && noexcept(finite_positive(1.0)) && noexcept(clamped(7.0, 0.0, 1.0)));

}  // namespace
