// SPDX-License-Identifier: BSL-1.0
#include "traincost/units/fraction.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "traincost/units/constants.hpp"
#include "unit/support/compare.hpp"

namespace {

using namespace traincost;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// What is said about a share, or a percentage, of `value`; empty if it is accepted.
std::string complaint(double value) {
  try {
    static_cast<void>(fraction{value});
  } catch (const domain_failure& failure) {
    CHECK((failure.value() == value || std::isnan(value)));
    return failure.what();
  }
  return "";
}
std::string complaint_percent(double value) {
  try {
    static_cast<void>(percent(value));
  } catch (const domain_failure& failure) {
    CHECK((failure.value() == value || std::isnan(value)));
    return failure.what();
  }
  return "";
}

TEST_CASE("a percentage for a share is refused with what to write instead") {
  CHECK(complaint(52.0) ==
        "traincost: a fraction lies in [0, 1]; write percent(52.0) for a percentage (docs/errors.md#E202); got 52");
  CHECK(complaint_percent(5200.0) == "traincost: a percentage lies in [0, 100] (docs/errors.md#E202); got 5200");
}

TEST_CASE("a share lies in [0, 1] and a percentage in [0, 100]") {
  for (const double valid : {0.0, -0.0, 1.0, 0.5, 5e-324, std::nextafter(1.0, 0.0)}) {
    CHECK(complaint(valid).empty());
    CHECK(fraction{valid}.value() == valid);
    CHECK(complaint_percent(valid).empty());
  }
  CHECK(complaint_percent(100.0).empty());
  for (const double wrong : {std::nextafter(1.0, 2.0), -5e-324, -0.1, 52.0, 1e300, inf, -inf, nan}) {
    CAPTURE(wrong);
    CHECK_FALSE(complaint(wrong).empty());
  }
  for (const double wrong : {std::nextafter(100.0, 200.0), -5e-324, -0.1, 5200.0, inf, -inf, nan}) {
    CAPTURE(wrong);
    CHECK_FALSE(complaint_percent(wrong).empty());
  }
  CHECK_THROWS_AS(fraction{2}, domain_failure);
  CHECK_THROWS_AS(percent(101), domain_failure);
  CHECK_THROWS_AS(percent(-1), domain_failure);
  CHECK_THROWS_AS(fraction{1.5F}, domain_failure);
}

TEST_CASE("percent and share are two spellings of one number") {
  for (int i = 0; i <= 1000; ++i) {
    const double percentage = i / 10.0;
    CHECK(test::relative_error(percent(percentage).percent(), percentage) <= 3e-16);
    CHECK(percent(percentage).value() == percentage / 100.0);
    CHECK(fraction{percentage / 100.0} == percent(percentage));
  }
  for (int i = 0; i <= 100; ++i) CHECK(percent(i) == percent(static_cast<double>(i)));
}

TEST_CASE("shares multiply, complement and order as their numbers do") {
  const fraction a{0.25};
  const fraction b{0.75};
  CHECK((a * b).value() == 0.25 * 0.75);
  CHECK(a.complement() == b);
  CHECK(a.complement().complement() == a);
  CHECK(a < b);
  CHECK(b > a);
  CHECK(a <= a);
  CHECK(a >= a);
  CHECK(a != b);
  CHECK_FALSE(b < a);
  CHECK_FALSE(a > a);
}

TEST_CASE("a share of a quantity scales it") {
  using namespace traincost::units;
  CHECK((fraction{0.25} * (8.0 * s)).si() == 2.0);
  CHECK(((8.0 * GB) * fraction{0.25}).si() == 2e9);
  CHECK(((8.0 * GB_per_s) / fraction{0.25}).si() == 32e9);
  CHECK((percent(80.0) * (200.0 * Gbit_per_s)).in(GB_per_s) == doctest::Approx(20.0).epsilon(1e-15));
}

TEST_CASE("a NaN share is unequal to every share and in no order") {
  const auto none = fraction<>::not_a_number();
  CHECK(std::isnan(none.value()));
  CHECK(std::isnan(none.percent()));
  CHECK_FALSE(none == none);
  CHECK_FALSE(none < fraction{0.5});
  CHECK_FALSE(none >= fraction{0.5});
  CHECK_FALSE(fraction{0.5} < none);
}

TEST_CASE("unchecked takes what a formula gives") {
  CHECK(fraction<>::unchecked(1.5).value() == 1.5);
  CHECK(fraction<>::unchecked(-0.5).value() == -0.5);
}

}  // namespace
