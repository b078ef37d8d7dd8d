// SPDX-License-Identifier: BSL-1.0
#include "traincost/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include "traincost/core/result.hpp"
#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

namespace {

using namespace traincost;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr eval_policy clamping{.domain = on_error::clamp};
constexpr eval_policy clamping_strictly{.domain = on_error::clamp, .extrapolation = on_error::raise};

// What the failure says about `value`.
std::string text(const char* sentence, double value) { return domain_failure(sentence, value).what(); }

TEST_CASE("a failure says the sentence and the value that was given") {
  CHECK(text("model: ranks must be >= 1", 0.0) == "model: ranks must be >= 1; got 0");
  CHECK(text("model: share", -3.0) == "model: share; got -3");
  CHECK(text("model: share", 0.5) == "model: share; got 0.5");
  CHECK(text("", 52.0) == "; got 52");
}

TEST_CASE("a failure names the value with all its digits, so that it can be entered again") {
  for (const double value : {0.1, 1.0 / 3.0, 2.1e-3, 1e300, 5e-324, -123456.789, 0.1 + 0.2}) {
    const std::string said = text("x", value);
    CHECK(std::strtod(said.substr(said.rfind(' ')).c_str(), nullptr) == value);
  }
  CHECK(text("x", 0.1) == "x; got 0.10000000000000001");
  CHECK(text("x", inf) == "x; got inf");
  CHECK(text("x", -inf) == "x; got -inf");
  CHECK(text("x", -0.0) == "x; got -0");
  CHECK(text("x", nan).find("nan") != std::string::npos);
}

TEST_CASE("a failure keeps the value") {
  CHECK(domain_failure("x", 52.0).value() == 52.0);
  CHECK(domain_failure("x", -inf).value() == -inf);
  CHECK(std::isnan(domain_failure("x", nan).value()));
}

TEST_CASE("a sentence that is too long is cut off, and stays a string") {
  for (const std::size_t length : {200U, 300U, 311U, 312U, 319U, 320U, 321U, 1000U, 100000U}) {
    const std::string sentence(length, 'a');
    const std::string whole = sentence + "; got 7";
    const domain_failure failure(sentence.c_str(), 7.0);
    CAPTURE(length);
    CHECK(std::strlen(failure.what()) == std::min<std::size_t>(whole.size(), 319));
    CHECK(whole.starts_with(failure.what()));
    CHECK(failure.value() == 7.0);
  }
}

TEST_CASE("a percent sign in a sentence is only a percent sign") {
  CHECK(text("100 %s of %n", 1.0) == "100 %s of %n; got 1");
}

TEST_CASE("a failure is a std::exception that outlives its sentence") {
  static_assert(std::is_base_of_v<std::exception, domain_failure> &&
                std::is_nothrow_copy_constructible_v<domain_failure>);
  std::string sentence = "gone";
  const domain_failure original(sentence.c_str(), 1.0);
  sentence = "overwritten";
  const domain_failure copy = original;  // NOLINT(performance-unnecessary-copy-initialization)
  CHECK(std::string(copy.what()) == "gone; got 1");
  CHECK_THROWS_AS(throw copy, const std::exception&);
}

TEST_CASE("the funnel under on_error::raise throws, and evaluates nothing else") {
  int calls = 0;
  const auto clamped = [&calls]() noexcept { return ++calls, 1.0; };
  try {
    static_cast<void>(detail::fail<default_policy>("here", 52, clamped));
    FAIL("nothing was thrown");
  } catch (const domain_failure& failure) {
    CHECK(std::string(failure.what()) == "here; got 52");
    CHECK(failure.value() == 52.0);
  }
  CHECK(calls == 0);
  CHECK_THROWS_AS(static_cast<void>(detail::fail<default_policy>("here", nan, 1.0)), domain_failure);
}

TEST_CASE("the funnel under on_error::quiet_nan gives the result's own NaN, and evaluates nothing else") {
  int calls = 0;
  const auto clamped = [&calls]() noexcept { return ++calls, seconds{}; };
  const auto time = detail::fail<batch_policy>("here", 0, clamped);
  static_assert(std::is_same_v<decltype(time), const seconds>);
  CHECK(std::isnan(time.si()));
  CHECK(calls == 0);

  CHECK(std::isnan(detail::fail<batch_policy>("here", 0, 1.0)));
  CHECK(std::isnan(detail::fail<batch_policy>("here", 0, 1.0F)));
  CHECK(std::isnan(detail::fail<batch_policy>("here", 0, 1.0L)));
  CHECK(std::isnan(detail::fail<batch_policy>("here", 0, fraction{0.5}).value()));
  const auto ratio = detail::fail<batch_policy>("here", 0, estimate<double>{1.0, status::clamped});
  CHECK(std::isnan(ratio.value));
  CHECK(ratio.state == status::invalid);
}

TEST_CASE("the funnel under on_error::clamp gives the nearest valid answer, and evaluates it once") {
  int calls = 0;
  const auto clamped = [&calls]() noexcept { return ++calls, 7.0 * units::s; };
  CHECK(detail::fail<clamping>("here", -1.0, clamped).si() == 7.0);
  CHECK(calls == 1);
  CHECK(detail::fail<clamping>("here", nan, 3.0) == 3.0);
  CHECK(detail::fail<clamping_strictly>("here", nan, 3.0) == 3.0);
}

TEST_CASE("the funnel throws under on_error::raise only") {
  static_assert(!noexcept(detail::fail<default_policy>("", 0.0, 0.0)));
  static_assert(noexcept(detail::fail<batch_policy>("", 0.0, 0.0))&& noexcept(detail::fail<clamping>("", 0.0, 0.0)));
  // What clamps may ask a model of the user's, which may throw where the policy does anywhere.
  static_assert(!noexcept(detail::fail<clamping_strictly>("", 0.0, 0.0)));
}

TEST_CASE("on_error::accept takes the value") { CHECK(detail::act<on_error::accept>("here", 1.0, 2.0) == 2.0); }

// In a constant expression nothing is formatted, and what does not fail costs nothing.
static_assert(detail::fail<clamping>("here", -1.0, 3.0) == 3.0);
static_assert(detail::fail<clamping>("here", -1.0, [] { return 3.0; }) == 3.0);
constexpr double computed = detail::fail<batch_policy>("here", -1.0, 3.0);
static_assert(computed != computed);

TEST_CASE("any argument has a value to report") {
  struct opaque {};
  CHECK(detail::as_double(7) == 7.0);
  CHECK(detail::as_double(2.5F) == 2.5);
  CHECK(detail::as_double(2.5L) == 2.5);
  CHECK(std::isnan(detail::as_double(opaque{})));
}

}  // namespace
