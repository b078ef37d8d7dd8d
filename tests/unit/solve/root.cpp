// SPDX-License-Identifier: BSL-1.0
#include "traincost/solve/root.hpp"

#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "traincost/mfu/amdahl.hpp"
#include "traincost/mfu/documented.hpp"
#include "traincost/units/constants.hpp"

namespace {

using namespace traincost;
using solve::find_root;
using function = std::function<double(double)>;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// 1 / x, and infinity at 0 without a division by it.
double over(double x) { return x == 0.0 ? infinite : 1.0 / x; }

// Distance of two numbers in units of the expected one's last place.
double ulps(double actual, double expected) {
  const double magnitude = std::abs(expected);
  return std::abs(actual - expected) / (std::nextafter(magnitude, infinite) - magnitude);
}

// The search under a budget that is known at run time.
template <unsigned short... Budgets>
solve::root<double> under_budget(int budget, const function& f, double low, double high) {
  solve::root<double> result;
  const bool known =
      (... || (budget == Budgets && (result = find_root<eval_policy{.max_iterations = Budgets}>(f, low, high), true)));
  REQUIRE(known);
  return result;
}
constexpr int budgets[] = {0, 1, 2, 3, 5, 8, 13, 21, 34, 64, 128, 1000, 65535};
solve::root<double> search(int budget, const function& f, double low, double high) {
  return under_budget<0, 1, 2, 3, 5, 8, 13, 21, 34, 64, 128, 1000, 65535>(budget, f, low, high);
}

struct problem {
  std::string name;
  function f;
  double low;
  double high;
  double root = nan;
};

const std::vector<problem>& solvable() {
  static const std::vector<problem> problems = {
      {"x - 1/3", [](double x) { return x - 1.0 / 3.0; }, 0.0, 1.0, 1.0 / 3.0},
      {"x^2 - 2", [](double x) { return x * x - 2.0; }, 0.0, 2.0, std::sqrt(2.0)},
      {"2 - x^2", [](double x) { return 2.0 - x * x; }, 0.0, 2.0, std::sqrt(2.0)},
      {"x^2 - 2, left branch", [](double x) { return x * x - 2.0; }, -2.0, 0.0, -std::sqrt(2.0)},
      {"x^3 - 2", [](double x) { return x * x * x - 2.0; }, 0.0, 2.0, std::cbrt(2.0)},
      {"e^x - 10", [](double x) { return std::exp(x) - 10.0; }, 0.0, 5.0, std::log(10.0)},
      {"e^x - 10, wide", [](double x) { return std::exp(x) - 10.0; }, 0.0, 700.0, std::log(10.0)},
      {"ln x - 2", [](double x) { return std::log(x) - 2.0; }, 1.0, 100.0, std::exp(2.0)},
      {"cos x", [](double x) { return std::cos(x); }, 1.0, 2.0, std::acos(0.0)},
      {"tan x - 1", [](double x) { return std::tan(x) - 1.0; }, 0.0, 1.5, std::atan(1.0)},
      {"1 / x - 3", [](double x) { return over(x) - 3.0; }, 0.01, 10.0, 1.0 / 3.0},
      {"tanh x - 1/2", [](double x) { return std::tanh(x) - 0.5; }, -1.0, 9.0, std::atanh(0.5)},
      {"sqrt x - 3", [](double x) { return std::sqrt(x) - 3.0; }, 0.0, 1e6, 9.0},
      {"steep", [](double x) { return 1e20 * (x - 0.5); }, 0.0, 1.0, 0.5},
      {"steep, root between doubles", [](double x) { return 1e20 * (x - 1.0 / 3.0); }, 0.0, 1.0, 1.0 / 3.0},
      {"shallow", [](double x) { return 1e-20 * (x - 0.3); }, 0.0, 1.0, 0.3},
      {"smooth step", [](double x) { return std::tanh(1e12 * (x - 0.3)); }, 0.0, 1.0, 0.3},
      {"vertical tangent", [](double x) { return std::cbrt(x - 0.3); }, 0.0, 1.0, 0.3},
      {"small scale", [](double x) { return x / 1e-300 - 0.3; }, 1e-302, 1e-300, 0.3 * 1e-300},
      {"large scale", [](double x) { return x / 1e300 - 0.3; }, -1e300, 1e300, 0.3 * 1e300},
      {"over twelve orders of magnitude", [](double x) { return std::log(x) - std::log(5.0); }, 1e-3, 1e9, 5.0},
      {"root close to an end", [](double x) { return x - 0.3; }, std::nextafter(0.3, 0.0), 1.0, 0.3},
      {"Amdahl's latency at an MFU of 38 %",
       [](double x) {
         return mfu::amdahl<>{percent(52.0), fraction{49.0 / 836.0}, 2.1 * units::ms}.mfu(x * units::s).value() - 0.38;
       },
       1e-3, 1.0, 15.3e-3},
  };
  return problems;
}

// A sign change without a zero, or none at all.
const std::vector<problem>& unsolvable() {
  static const std::vector<problem> problems = {
      {"no root", [](double x) { return x * x + 1.0; }, -1.0, 1.0},
      {"no root, below", [](double x) { return -std::exp(x); }, -1.0, 1.0},
      {"no root, by a hair", [](double x) { return x * x + 1e-300; }, -1.0, 1.0},
      {"flat", [](double) { return 3.0; }, -1.0, 1.0},
      {"flat at the least number", [](double) { return -5e-324; }, -1.0, 1.0},
      {"two roots", [](double x) { return x * x - 0.25; }, -1.0, 1.0},
      {"jump", [](double x) { return x < 0.3 ? -1.0 : 1.0; }, 0.0, 1.0},
      {"jump down", [](double x) { return x < 0.3 ? 2.0 : -1.0; }, 0.0, 1.0},
      {"jump on a slope", [](double x) { return x < 0.3 ? x - 1.0 : x; }, 0.0, 1.0},
      {"small jump on a slope", [](double x) { return (x - 0.3) + (x < 0.3 ? -1e-6 : 1e-6); }, 0.0, 1.0},
      {"the smallest jump", [](double x) { return x < 0.3 ? -5e-324 : 5e-324; }, 0.0, 1.0},
      {"stairs", [](double x) { return std::floor(x) - 2.5; }, 0.0, 5.0},
      {"NaN everywhere", [](double) { return nan; }, 0.0, 1.0},
      {"NaN at the low end", [](double x) { return x <= 0.0 ? nan : x - 0.3; }, 0.0, 1.0},
      {"NaN at the high end", [](double x) { return x >= 1.0 ? nan : x - 0.3; }, 0.0, 1.0},
      {"NaN around the root", [](double x) { return x > 0.2 && x < 0.4 ? nan : x - 0.3; }, 0.0, 1.0},
      {"NaN where the sign changes", [](double x) { return x < 0.2   ? -1.0
                                                           : x > 0.4 ? 1.0
                                                                     : nan; }, 0.0, 1.0},
      {"ends in the wrong order", [](double x) { return x - 0.3; }, 1.0, 0.0},
      {"equal ends", [](double x) { return x - 0.3; }, 0.3, 0.3},
      {"NaN for an end", [](double x) { return x - 0.3; }, nan, 1.0},
      {"NaN for the other end", [](double x) { return x - 0.3; }, 0.0, nan},
      {"infinite end", [](double x) { return x - 0.3; }, 0.0, infinite},
      {"infinite ends", [](double x) { return x - 0.3; }, -infinite, infinite},
  };
  return problems;
}

// The same where f is large or infinite somewhere.
const std::vector<problem>& unbounded() {
  static const std::vector<problem> problems = {
      {"pole", [](double x) { return over(x - 0.3); }, 0.0, 1.0},
      {"falling pole", [](double x) { return -over(x - 0.3); }, 0.0, 1.0},
      {"pole of third order", [](double x) { return over((x - 0.3) * (x - 0.3) * (x - 0.3)); }, 0.0, 1.0},
      {"pole of the tangent", [](double x) { return std::tan(x); }, 1.0, 2.0},
      {"pole on one side", [](double x) { return x < 0.3 ? -1.0 : over(x - 0.3); }, 0.0, 1.0},
      {"jump to a large end", [](double x) { return x < 0.3 ? -1.0 : 1e10; }, 0.0, 1.0},
      {"jump to a huge end", [](double x) { return x < 0.3 ? -1.0 : std::exp(700.0 * x); }, 0.0, 1.0},
      {"jump to infinity", [](double x) { return x < 0.3 ? -1.0 : infinite; }, 0.0, 1.0},
      {"jump from infinity to infinity", [](double x) { return x < 0.3 ? -infinite : infinite; }, 0.0, 1.0},
      {"jump before an infinite end", [](double x) { return (x < 0.3 ? -1.0 : 1.0) * over(1.0 - x); }, 0.0, 1.0},
  };
  return problems;
}

TEST_CASE("a root is found to 4 units in the last place") {
  for (const problem& p : solvable()) {
    CAPTURE(p.name);
    const auto result = find_root(p.f, p.low, p.high);
    CHECK(result.state == status::ok);
    CHECK(ulps(result.value, p.root) <= 4.0);
    CHECK(result.residual == p.f(result.value));
    CHECK(result.low <= result.value);
    CHECK(result.value <= result.high);
    CHECK(ulps(result.low, result.high) <= 8.0);
    CHECK(result.iterations <= default_policy.max_iterations);
  }
}

void check_no_success(const std::vector<problem>& problems) {
  for (const problem& p : problems) {
    for (const int budget : budgets) {
      CAPTURE(p.name);
      CAPTURE(budget);
      const auto result = search(budget, p.f, p.low, p.high);
      CAPTURE(std::string(name(result.state)));
      CHECK_FALSE(result.ok());
      CHECK((std::isnan(result.value) || result.state == status::exhausted));
      CHECK(result.iterations <= budget);
    }
  }
}
TEST_CASE("there is never success without a root, whatever the budget") { check_no_success(unsolvable()); }
TEST_CASE("there is never success without a root, however large the function") { check_no_success(unbounded()); }

TEST_CASE("a budget that is too small is exhausted, and keeps its bracket; one that suffices changes nothing") {
  for (const problem& p : solvable()) {
    for (const int budget : budgets) {
      CAPTURE(p.name);
      CAPTURE(budget);
      const auto result = search(budget, p.f, p.low, p.high);
      CHECK(result.iterations <= budget);
      CHECK((result.ok() || result.state == status::exhausted));
      if (result.ok()) {
        CHECK(ulps(result.value, p.root) <= 4.0);
      } else {
        CHECK(result.low >= p.low);
        CHECK(result.high <= p.high);
        CHECK(p.f(result.low) * (p.f(result.high) > 0.0 ? 1.0 : -1.0) < 0.0);
        CHECK(budget < 64);
      }
    }
    CHECK(search(0, p.f, p.low, p.high).state == status::exhausted);
    CHECK(std::isnan(search(0, p.f, p.low, p.high).value));
  }
}

void check_questions(const std::vector<problem>& problems) {
  for (const problem& p : problems) {
    for (const int budget : budgets) {
      CAPTURE(p.name);
      CAPTURE(budget);
      int calls = 0;
      bool outside = false;
      const auto counted = [&](double x) {
        ++calls;
        outside = outside || !(x >= p.low && x <= p.high);
        return p.f(x);
      };
      const auto result = search(budget, counted, p.low, p.high);
      CHECK_FALSE(outside);
      CHECK(calls <= result.iterations + 6);
      CHECK(result.iterations <= budget);
    }
  }
}
TEST_CASE("the function is asked inside its ends only, and no more often than the budget says") {
  check_questions(solvable());
  check_questions(unsolvable());
}
TEST_CASE("the function is asked inside its ends only, however large it is") { check_questions(unbounded()); }

status state_of(const function& f, double low, double high) { return find_root(f, low, high).state; }

TEST_CASE("each way to fail has its name") {
  const auto line = [](double x) { return x - 0.3; };
  CHECK(state_of([](double x) { return x * x + 1.0; }, -1.0, 1.0) == status::no_solution);
  CHECK(state_of([](double x) { return x * x - 0.25; }, -1.0, 1.0) == status::no_solution);
  CHECK(state_of([](double) { return 3.0; }, -1.0, 1.0) == status::no_solution);
  CHECK(state_of([](double) { return -3.0; }, -1.0, 1.0) == status::no_solution);
  CHECK(state_of([](double x) { return x < 0.3 ? -1.0 : 1.0; }, 0.0, 1.0) == status::jump);
  CHECK(state_of([](double x) { return std::floor(x) - 2.5; }, 0.0, 5.0) == status::jump);
  CHECK(state_of([](double x) { return over(x - 0.3); }, 0.0, 1.0) == status::jump);
  CHECK(state_of(line, 1.0, 0.0) == status::invalid);
  CHECK(state_of(line, 0.3, 0.3) == status::invalid);
  CHECK(state_of(line, nan, 1.0) == status::invalid);
  CHECK(state_of(line, 0.0, nan) == status::invalid);
  CHECK(state_of(line, -infinite, 1.0) == status::invalid);
  CHECK(state_of(line, 0.0, infinite) == status::invalid);
  CHECK(state_of([](double x) { return x <= 0.0 ? nan : x - 0.3; }, 0.0, 1.0) == status::invalid);
  CHECK(state_of([](double x) { return x >= 1.0 ? nan : x - 0.3; }, 0.0, 1.0) == status::invalid);
  CHECK(state_of([](double x) { return x > 0.2 && x < 0.4 ? nan : x - 0.3; }, 0.0, 1.0) == status::invalid);
  CHECK(search(0, line, 0.0, 1.0).state == status::exhausted);
  CHECK(search(
            1, [](double x) { return x * x - 2.0; }, 0.0, 2.0)
            .state == status::exhausted);
}

TEST_CASE("given iterations enough, a pole is a jump, and its place is known") {
  for (const problem& p : unbounded()) {
    CAPTURE(p.name);
    const auto result = search(65535, p.f, p.low, p.high);
    CHECK(std::string(name(result.state)) == "jump");
    CHECK(result.low < result.high);
    CHECK(ulps(result.low, result.high) <= 8.0);
  }
}

TEST_CASE("a root at an end is found there, without a search") {
  const auto line = [](double x) { return x - 0.3; };
  const auto at_low = find_root(line, 0.3, 1.0);
  CHECK(at_low.ok());
  CHECK(at_low.value == 0.3);
  CHECK(at_low.iterations == 0);
  CHECK(at_low.residual == 0.0);
  const auto at_high = find_root(line, 0.0, 0.3);
  CHECK(at_high.ok());
  CHECK(at_high.value == 0.3);
  CHECK(at_high.iterations == 0);
  CHECK(find_root([](double x) { return x * x; }, 0.0, 1.0).value == 0.0);  // and needs no sign change
  CHECK(search(0, line, 0.3, 1.0).ok());                                    // nor a budget
  CHECK(find_root([](double x) { return -0.0 * x; }, 1.0, 2.0).value == 1.0);
}

TEST_CASE("a function that is zero throughout has a root") {
  const auto result = find_root([](double) { return 0.0; }, -2.0, 3.0);
  CHECK(result.ok());
  CHECK(result.value == -2.0);
  const auto plateau = find_root([](double x) { return x < 0.3 ? -1.0 : x > 0.6 ? 1.0 : 0.0; }, 0.0, 1.0);
  CHECK(plateau.ok());
  CHECK(plateau.residual == 0.0);
  CHECK(plateau.value >= 0.3);
  CHECK(plateau.value <= 0.6);
}

TEST_CASE("a root at zero, where no relative accuracy exists, is exact or not claimed") {
  for (const function& f :
       {function([](double x) { return x; }), function([](double x) { return std::sin(x); }),
        function([](double x) { return std::expm1(x); }), function([](double x) { return x * x * x; })}) {
    for (const int budget : budgets) {
      const auto result = search(budget, f, -1.0, 2.0);
      CAPTURE(budget);
      if (result.ok()) {
        CHECK(f(result.value) == 0.0);
      } else {
        CHECK(result.state == status::exhausted);
        CHECK(result.low <= 0.0);
        CHECK(result.high >= 0.0);
      }
    }
  }
}

TEST_CASE("infinity at an end is a sign like any other") {
  const auto check = [](const function& f, double low, double high, double root) {
    const auto result = find_root(f, low, high);
    CHECK(std::string(name(result.state)) == "ok");
    CHECK(ulps(result.value, root) <= 4.0);
  };
  check([](double x) { return over(x) - 3.0; }, 0.0, 2.0, 1.0 / 3.0);
  check([](double x) { return std::log(x) - 0.5; }, 0.0, 5.0, std::exp(0.5));
  check([](double x) { return std::exp(x) - 10.0; }, 0.0, 2000.0, std::log(10.0));
  check([](double x) { return over(0.5 - x) - 3.0; }, 0.0, 0.5, 0.5 - 1.0 / 3.0);
}

TEST_CASE("numbers so large or small that products of them leave double's range are solved or not claimed") {
  for (const double scale : {1e-300, 1e-200, 1e-160, 1e160, 1e200, 1e300}) {
    for (const int budget : budgets) {
      CAPTURE(scale);
      CAPTURE(budget);
      bool asked_for_nan = false;
      const auto f = [&](double x) {
        asked_for_nan = asked_for_nan || std::isnan(x);
        return scale * (std::pow(x / scale, 3.0) - 0.3);
      };
      const auto cubic = search(budget, f, 0.0, scale);
      CHECK_FALSE(asked_for_nan);
      CHECK((!cubic.ok() || ulps(cubic.value, std::cbrt(0.3) * scale) <= 4.0));
      const auto step = search(
          budget, [scale](double x) { return x < 0.3 * scale ? -scale : scale; }, 0.0, scale);
      CHECK_FALSE(step.ok());
    }
  }
}

TEST_CASE("a root that drowns in rounding is a root, and no jump") {
  // Each of these is a staircase at the root, which is known to the width of a stair.
  const auto check = [](const function& f, double low, double high, double root, double width) {
    for (const int budget : {128, 1000}) {
      const auto result = search(budget, f, low, high);
      CHECK(std::string(name(result.state)) == "ok");
      CHECK(std::abs(result.value - root) <= width);
    }
  };
  check([](double x) { return (1.0 + 1e-3 * x) - (1.0 + 0.3e-3); }, 0.0, 1.0, 0.3, 1e-12);
  check([](double x) { return (1.0 + 1e-6 * x) - (1.0 + 0.3e-6); }, 0.0, 1.0, 0.3, 1e-9);
  check([](double x) { return (1.0 + 1e-3 * x) - (1.0 + 0.3e-3) + 1e-17; }, 0.0, 1.0, 0.3, 1e-12);  // without a zero
  check([](double x) { return x * x * x - 0.9 * x * x + 0.27 * x - 0.027; }, 0.0, 1.0, 0.3, 1e-4);
  const mfu::documented<> law{percent(52.0), fraction{51.0 / 286.0}, 2.1 * units::ms};
  const double target = law.mfu(1.0 * units::s).value();
  check([&](double x) { return law.mfu(x * units::s).value() - target; }, 3e-3, 10.0, 1.0, 1e-11);
}

TEST_CASE("ends further apart than the largest double are refused") {
  int calls = 0;
  const auto counted = [&calls](double x) { return ++calls, x - 3.0; };
  CHECK(state_of(counted, -1.7e308, 1.7e308) == status::invalid);
  CHECK(calls == 0);
}

TEST_CASE("the function may be anything that can be called, and is called as it is") {
  struct counter {
    int* calls;
    double operator()(double x) const { return ++*calls, x * x - 2.0; }
  };
  int calls = 0;
  CHECK(find_root(counter{&calls}, 0.0, 2.0).ok());
  CHECK(calls > 2);
  CHECK(ulps(find_root(static_cast<double (*)(double)>(std::cos), 1.0, 2.0).value, std::acos(0.0)) <= 4.0);
}

TEST_CASE("the argument may be a quantity") {
  using namespace traincost::units;
  constexpr mfu::amdahl<> law{percent(52.0), fraction{49.0 / 836.0}, 2.1 * ms};
  const auto lost = [&](seconds latency) { return law.mfu(latency).value() - 0.38; };
  const auto budget = find_root(lost, 2.1 * ms, 1.0 * s);
  static_assert(std::is_same_v<decltype(budget), const solve::root<seconds>>);
  CHECK(budget.ok());
  CHECK(ulps(budget.value.in(ms), 15.3) <= 8.0);
  CHECK(budget.low <= budget.value);
  CHECK(budget.value <= budget.high);
  CHECK(budget.residual == lost(budget.value));

  CHECK(find_root(lost, 20.0 * ms, 1.0 * s).state == status::no_solution);
  CHECK(std::isnan(find_root(lost, 20.0 * ms, 1.0 * s).value.si()));
  CHECK(find_root<eval_policy{.max_iterations = 0}>(lost, 2.1 * ms, 1.0 * s).state == status::exhausted);
  CHECK(find_root(lost, 1.0 * s, 2.1 * ms).state == status::invalid);
  const auto message = find_root([](bytes n) { return n / (1.0 * GB) - 2.0; }, 0.0 * B, 1.0 * TB);
  CHECK(ulps(message.value.si(), 2e9) <= 4.0);
}

static_assert(solve::root<double>{}.ok() && !solve::root<double>{.state = status::jump}.ok());

}  // namespace

TEST_CASE("find_root: a jump where the function is steep is no root") {
  const auto steep = [](double x) { return std::tanh(3e7 * (x - 0.5)) + (x < 0.5 ? -0.5 : 0.5); };
  CHECK(solve::find_root(steep, 0.0, 1.0).state == status::jump);
}

TEST_CASE("find_root: values whose differences would overflow") {
  const auto wide = solve::find_root([](double x) { return 1e308 * std::tanh(x - 0.3); }, -3.0, 3.0);
  CHECK(wide.ok());
  CHECK(std::abs(wide.value - 0.3) < 1e-15);
  CHECK(solve::find_root([](double x) { return std::exp(x) - 1e300; }, 0.0, 709.0).ok());
}
