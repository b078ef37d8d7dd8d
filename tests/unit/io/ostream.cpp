// SPDX-License-Identifier: BSL-1.0
#include "traincost/io/ostream.hpp"

#include <iomanip>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

namespace {

using namespace traincost;
using namespace traincost::units;

constexpr double inf = std::numeric_limits<double>::infinity();

template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST_CASE("a time is written with the prefix that leaves one to three digits before the point") {
  CHECK(text(2.1 * ms) == "2.1 ms");
  CHECK(text(60.0 * us) == "60 us");
  CHECK(text(1.0 * s) == "1 s");
  CHECK(text(999.0 * s) == "999 s");
  CHECK(text(1000.0 * s) == "1 ks");
  CHECK(text(0.999 * s) == "999 ms");
  CHECK(text(350.0 * ns) == "350 ns");
  CHECK(text(0.5 * ns) == "500 ps");
}

TEST_CASE("every prefix has its place") {
  const char* const prefixes[] = {"p", "n", "u", "m", "", "k", "M", "G", "T", "P"};
  double value = 1.5e-12;
  for (const char* prefix : prefixes) {
    CHECK(text(value * s) == std::string("1.5 ") + prefix + "s");
    CHECK(text(-value * s) == std::string("-1.5 ") + prefix + "s");
    value *= 1000.0;
  }
  CHECK(text(1e-15 * s) == "0.001 ps");
  CHECK(text(1e18 * FLOP) == "1000 PFLOP");
}

TEST_CASE("zero, NaN and the infinities have no prefix") {
  CHECK(text(0.0 * s) == "0 s");
  CHECK(text(-(0.0 * s)) == "-0 s");
  CHECK(text(inf * GB) == "inf B");
  CHECK(text(-inf * GB) == "-inf B");
  CHECK(text(seconds::not_a_number()) == "nan s");
}

TEST_CASE("each dimension with a name is written by it") {
  CHECK(text(1.5 * GHz) == "1.5 GHz");
  CHECK(text(16.0 * MB) == "16 MB");
  CHECK(text(1.0 * GiB) == "1.07374 GB");
  CHECK(text(200.0 * Gbit_per_s) == "25 GB/s");
  CHECK(text(1.0 / GB_per_s) == "1 ns/B");
  CHECK(text(10.0 * TFLOP) == "10 TFLOP");
  CHECK(text(376.0 * TFLOP_per_s) == "376 TFLOP/s");
  CHECK(text(8192.0 * token) == "8.192 ktoken");
  CHECK(text(250.0 * token_per_s) == "250 token/s");
  CHECK(text(68.0 * GFLOP / token) == "68 GFLOP/token");
  CHECK(text(1.0 * kWh) == "3.6 MJ");
  CHECK(text(350.0 * W) == "350 W");
  CHECK(text(12.5 * currency) == "12.5 currency");
}

TEST_CASE("a dimension without a name is written by its bases, and without a prefix") {
  CHECK(text(4000.0 * (s * s)) == "4000 s^2");
  CHECK(text(221.0 * (FLOP / B)) == "221 B^-1 FLOP^1");
  CHECK(text(0.25 * (currency / J)) == "0.25 J^-1 currency^1");
  CHECK(text(2.0 * (J / token / s)) == "2 token^-1 J^1 s^-1");
  CHECK(text(from_si<dim{1, 2, 3, 4, 5, 6}>(1.0)) == "1 B^2 FLOP^3 token^4 J^5 currency^6 s^1");
}

TEST_CASE("a share is written as a percentage") {
  CHECK(text(fraction{0.52}) == "52 %");
  CHECK(text(percent(38.5)) == "38.5 %");
  CHECK(text(fraction{}) == "0 %");
  CHECK(text(fraction{0.5F}) == "50 %");
  CHECK(text(fraction<>::not_a_number()) == "nan %");
}

TEST_CASE("an estimate is written with its status where that is not ok") {
  CHECK(text(estimate<double>{1.32, status::ok}) == "1.32");
  CHECK(text(estimate<double>{2.42, status::extrapolated}) == "2.42 (extrapolated)");
  CHECK(text(estimate<double>::not_a_number()) == "nan (invalid)");
  CHECK(text(estimate<seconds>{2.1 * ms, status::clamped}) == "2.1 ms (clamped)");
  CHECK(text(estimate<fraction<>>{percent(44.0), status::no_solution}) == "44 % (no solution)");
}

TEST_CASE("precision and flags are the stream's own") {
  std::ostringstream out;
  out << std::fixed << std::setprecision(3) << 2.1 * ms << '|' << fraction{1.0 / 3.0} << '|' << 4.0 * (s * s);
  CHECK(out.str() == "2.100 ms|33.333 %|4.000 s^2");

  out.str("");
  out << std::scientific << std::setprecision(1) << 200.0 * Gbit_per_s;
  CHECK(out.str() == "2.5e+01 GB/s");

  out.str("");
  out << std::defaultfloat << std::setprecision(12) << 1.0 * GiB;
  CHECK(out.str() == "1.073741824 GB");

  out.str("");
  out << std::showpos << 2.1 * ms;
  CHECK(out.str() == "+2.1 ms");

  out.str("");
  out << std::noshowpos << std::setw(8) << 2.1 * ms;  // the width is that of the number
  CHECK(out.str() == "     2.1 ms");
}

TEST_CASE("other representations are written as double") {
  CHECK(text(from_si<dim{.time = 1}>(0.25F)) == "250 ms");
  CHECK(text(from_si<dim{.time = 1}>(0.25L)) == "250 ms");
  CHECK(text(from_si<dim{.data = 1}>(2048)) == "2.048 kB");
}

TEST_CASE("the stream comes back as it went in") {
  std::ostringstream out;
  static_assert(std::is_same_v<decltype(out << 1.0 * s), std::ostringstream&>);
  CHECK(&(out << 1.0 * s << fraction{0.5} << estimate<double>{}) == &out);
  CHECK(text(1.0 * s) == (std::ostringstream{} << 1.0 * s).str());
  std::ostream& base = out;
  CHECK(&(base << 1.0 * s) == &base);
}

// A log or a table of a user's own, which takes numbers and text and nothing else.
struct log {
  std::string text{};
  log& operator<<(double value) {
    text += std::to_string(static_cast<int>(value));
    return *this;
  }
  log& operator<<(const char* word) {
    text += word;
    return *this;
  }
};

TEST_CASE("a stream of a user's own needs to take a number and a text, no more") {
  log out;
  out << 12.0 * ms << ", " << percent(52.0) << ", " << 3.0 * (s * s) << ", "
      << estimate<double>{2.0, status::extrapolated};
  CHECK(out.text == "12 ms, 52 %, 3 s^2, 2 (extrapolated)");
}

// What is no stream is left alone.
template <class Stream, class T>
concept writes = requires(Stream& out, T value) {
  out << value;
};
struct only_numbers {
  only_numbers& operator<<(double);
};
static_assert(writes<std::ostringstream, seconds> && writes<log, seconds> && writes<log, fraction<>>);
static_assert(!writes<int, seconds> && !writes<only_numbers, seconds> && !writes<seconds, seconds>);
static_assert(!writes<int, fraction<>> && !writes<only_numbers, estimate<double>>);

}  // namespace
