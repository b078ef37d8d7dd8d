// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compare.hpp"
#include "traincost/core/error.hpp"
#include "traincost/core/result.hpp"

/// A walk through a table of calls: each argument of each call is given NaN, infinities, zero, negative and huge values
/// under each policy, and what comes back must be what docs/errors.md promises.
namespace traincost::test::walk {

inline constexpr eval_policy raising{};
inline constexpr eval_policy to_nan{.domain = on_error::quiet_nan};
inline constexpr eval_policy clamping{.domain = on_error::clamp};

// ---- what is given ----

template <class Argument>
std::vector<Argument> values() {
  using limits = std::numeric_limits<Argument>;
  if constexpr (std::is_integral_v<Argument>) {
    return {limits::min(), -1, 0, 1, limits::max()};
  } else {
    return {limits::quiet_NaN(), limits::infinity(), -limits::infinity(), 0.0, -1.0, -1e-300, 1e300, limits::max()};
  }
}

/// What an argument may be, and the nearest value that it may be; without one, no value is near.
template <class Argument>
struct domain {
  bool (*accepts)(Argument);
  Argument (*nearest)(Argument) = nullptr;
};

inline constexpr double most = std::numeric_limits<double>::max();
inline constexpr domain<double> finite_non_negative{[](double x) { return x >= 0.0 && x <= most; },
                                                    [](double x) { return !(x >= 0.0) ? 0.0
                                                                          : x > most  ? most
                                                                                      : x; }};
inline constexpr domain<double> finite_positive{[](double x) { return x > 0.0 && x <= most; }};
inline constexpr domain<double> share{[](double x) { return x >= 0.0 && x <= 1.0; },
                                      [](double x) { return !(x >= 0.0) ? 0.0
                                                            : x > 1.0   ? 1.0
                                                                        : x; }};
inline constexpr domain<double> anything{[](double) { return true; }};
inline constexpr domain<int> count{[](int n) { return n >= 1; }, [](int n) { return n < 1 ? 1 : n; }};
inline constexpr domain<int> count_or_none{[](int n) { return n >= 0; }, [](int n) { return n < 0 ? 0 : n; }};

enum class clamps : unsigned char {
  nearest,  // to what the nearest accepted argument gives
  low,      // that, for NaN and what is too low; what is too high gives a value of the model's own
  own,      // to a value of the model's own, because no argument is near or because another answer is safer
};
enum class reports : unsigned char {
  argument,  // the exception's value is the offending argument
  other,     // it is another number, such as what was computed from the argument
};
enum class marks : unsigned char {
  refused,   // an argument outside its domain is refused here
  passed_on  // it is not looked at here: a NaN goes in and comes out
};

// ---- what comes back ----

struct observation {
  bool threw = false;
  std::string text;
  double value = 0.0;
  std::vector<double> numbers;
  status state = status::ok;

  [[nodiscard]] bool has_nan() const {
    for (const double x : numbers) {
      if (std::isnan(x)) return true;
    }
    return false;
  }
};

/// Every number in a result.
template <class T>
void collect(const T& x, observation& seen) {
  const auto each = [&seen](const auto&... parts) { (collect(parts, seen), ...); };
  if constexpr (std::is_arithmetic_v<T>) {
    seen.numbers.push_back(static_cast<double>(x));
  } else if constexpr (requires { x.si(); }) {
    seen.numbers.push_back(x.si());
  } else if constexpr (requires { x.percent(); }) {
    seen.numbers.push_back(x.value());
  } else if constexpr (requires { x.value, x.state; }) {
    seen.state = x.state;
    each(x.value);
  } else if constexpr (requires { x.steps; }) {
    each(x.steps);
  } else if constexpr (requires { x.alpha, x.beta, x.gamma; }) {
    each(x.alpha, x.beta, x.gamma);
  } else if constexpr (requires { x.compute, x.exposed_communication; }) {
    each(x.compute, x.exposed_communication, x.hidden_communication);
  } else if constexpr (requires { x.inner, x.outer; }) {
    each(x.inner, x.outer);
  } else if constexpr (requires { x.direct_loss; }) {
    each(x.base, x.direct, x.effective, x.direct_loss, x.convergence_loss);
  } else if constexpr (requires { x.goodput_mfu; }) {
    each(x.mfu_direct, x.step_ratio, x.goodput_mfu);
  } else if constexpr (requires { x.base, x.share, x.baseline; }) {
    each(x.base, x.share, x.baseline);
  } else if constexpr (requires { x.base, x.compute, x.window; }) {
    each(x.base, x.compute, x.window, x.baseline);
  } else if constexpr (requires { x.shape, x.baseline; }) {
    each(x.shape, x.baseline, x.calibrated_to);
  } else if constexpr (requires { x.slope, x.rate; }) {
    each(x.slope, x.rate);
  } else if constexpr (requires { x.slope, x.inverse_pole; }) {
    each(x.slope, x.inverse_pole);
  } else if constexpr (requires { x.coefficient, x.exponent; }) {
    each(x.coefficient, x.exponent);
  } else if constexpr (requires { x.first, x.second; }) {
    each(x.first, x.second);
  } else {
    each(x.slope);
  }
}

template <eval_policy P, class Call, class Argument>
observation observe(Argument x) {
  observation seen;
  try {
    collect(Call{}.template operator()<P>(x), seen);
  } catch (const domain_failure& refusal) {
    seen.threw = true;
    seen.text = refusal.what();
    seen.value = refusal.value();
  }
  return seen;
}

// ---- a line of the table, and the walk ----

template <class Argument>
struct entry {
  const char* header;    // "collective/algorithm.hpp"
  const char* call;      // "ring::time": the part after :: is the function's name in the header
  const char* argument;  // "message_bytes"
  domain<Argument> accepts;
  const char* anchors;  // "E301", or several: "E309 E313"
  clamps clamp = clamps::nearest;
  reports report = reports::argument;
  double gives =
      std::numeric_limits<double>::quiet_NaN();  // clamps::own: the first number of the value; NaN: any value
  marks mark = marks::refused;
};

struct sentence {
  std::string anchor;
  std::string text;
};

class walker {
 public:
  template <class Argument, class Call>
  void operator()(const entry<Argument>& line, Call) {
    calls_.emplace_back(line.header, line.call);
    using call = Call;
    constexpr bool kept = noexcept(call{}.template operator()<raising>(Argument{})) ==
                          never_throws<raising>&& noexcept(call{}.template operator()<to_nan>(Argument{})) ==
                          never_throws<to_nan>&& noexcept(call{}.template operator()<clamping>(Argument{})) ==
                          never_throws<clamping>;
    step(line, kept, observe<raising, Call, Argument>, observe<to_nan, Call, Argument>,
         observe<clamping, Call, Argument>);
  }
  /// A call that looks at none of its arguments and promises never to throw.
  void mention(const char* header, const char* call) { calls_.emplace_back(header, call); }

  /// One refusal outside the walk: true if `call` throws it.
  template <class Call>
  bool hear(const char* header, const char* anchor, Call call) {
    try {
      call();
    } catch (const domain_failure& refusal) {
      check_text(entry<double>{header, "", "", anything, anchor, clamps::own, reports::other}, refusal.value(),
                 {true, refusal.what(), refusal.value(), {}, status::ok});
      return true;
    }
    return false;
  }

  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& calls() const { return calls_; }
  [[nodiscard]] const std::vector<sentence>& sentences() const { return sentences_; }
  [[nodiscard]] bool seen(const std::string& anchor) const {
    for (const sentence& known : sentences_) {
      if (known.anchor == anchor) return true;
    }
    return false;
  }

 private:
  template <class Argument>
  void step(const entry<Argument>& line, bool noexcept_kept, observation (*raise)(Argument),
            observation (*quiet)(Argument), observation (*clamp)(Argument)) {
    CAPTURE(std::string(line.header));
    CAPTURE(std::string(line.call));
    CAPTURE(std::string(line.argument));
    CHECK(noexcept_kept);
    for (const Argument x : values<Argument>()) {
      CAPTURE(x);
      const bool passed_on = line.mark == marks::passed_on && std::isnan(static_cast<double>(x));
      const bool accepted = line.accepts.accepts(x);

      const observation raised = raise(x);
      CHECK(raised.threw == !accepted);
      if (raised.threw) check_text(line, static_cast<double>(x), raised);
      if (!passed_on) CHECK_FALSE(raised.has_nan());

      const observation nan = quiet(x);
      CHECK_FALSE(nan.threw);
      CHECK(nan.has_nan() == (raised.threw || passed_on));
      if (raised.threw) CHECK((nan.state == status::invalid || nan.state == status::ok));

      const observation moved = clamp(x);
      CHECK_FALSE(moved.threw);
      if (!passed_on) CHECK_FALSE(moved.has_nan());
      if (!raised.threw && !passed_on) {
        CHECK(nan.numbers == raised.numbers);
        CHECK(moved.numbers == raised.numbers);
        CHECK(moved.state == raised.state);
      }
      const bool high = static_cast<double>(x) > 0.0;
      const bool to_nearest = line.clamp == clamps::nearest || (line.clamp == clamps::low && !high);
      if (raised.threw && to_nearest && line.accepts.nearest != nullptr) {
        const observation near = raise(line.accepts.nearest(x));
        CHECK_FALSE(near.threw);
        CHECK(same(moved.numbers, near.numbers));
      } else if (raised.threw && !std::isnan(line.gives)) {
        CHECK(same({moved.numbers.front()}, {line.gives}));
      }
    }
  }

  // A limit at infinity may be off its value at the largest number.
  static bool same(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const bool both_huge = a[i] > 1e290 && b[i] > 1e290;
      if (!both_huge && relative_error(a[i], b[i]) > golden && std::abs(a[i] - b[i]) > 1e-290) return false;
    }
    return true;
  }

  template <class Argument>
  void check_text(const entry<Argument>& line, double x, const observation& raised) {
    const std::string& text = raised.text;
    CAPTURE(text);
    const std::string room(line.header, std::string(line.header).find('/'));
    CHECK((text.starts_with(room) || text.starts_with("collective") || text.starts_with("compute") ||
           text.starts_with("convergence") || text.starts_with("step") || text.starts_with("mfu")));
    const auto at = text.find("(docs/errors.md#E");
    CHECK(at != std::string::npos);
    if (at == std::string::npos) return;
    const std::string anchor = text.substr(at + 16, 4);
    CHECK(std::string(line.anchors).find(anchor) != std::string::npos);
    char got[64];
    std::snprintf(got, sizeof got, "; got %.17g", raised.value);
    CHECK(text.ends_with(got));
    if (line.report == reports::argument) CHECK((raised.value == x || (std::isnan(raised.value) && std::isnan(x))));
    if (!known(anchor, text.substr(0, at))) sentences_.push_back({anchor, text.substr(0, at)});
  }
  [[nodiscard]] bool known(const std::string& anchor, const std::string& text) const {
    for (const sentence& one : sentences_) {
      if (one.anchor == anchor && one.text == text) return true;
    }
    return false;
  }

  std::vector<std::pair<std::string, std::string>> calls_;
  std::vector<sentence> sentences_;
};

}  // namespace traincost::test::walk

/// A call of one argument under a policy P, as the walk takes it: noexcept where the call itself is.
#define TRAINCOST_CALL(argument, ...) \
  []<::traincost::eval_policy P>(argument) noexcept(noexcept(__VA_ARGS__)) { return __VA_ARGS__; }
