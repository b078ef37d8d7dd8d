// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <limits>
#include <type_traits>

#include "traincost/core/policy.hpp"

namespace traincost {

// The one exception of the library: a sentence with the value that was given. <exception> instead of <stdexcept>,
// and the compiler's own snprintf instead of <string>, keep the light rooms light.
class domain_failure : public std::exception {
 public:
  domain_failure(const char* sentence, double value) noexcept : value_(value) {
    __builtin_snprintf(text_, sizeof text_, "%s; got %.17g", sentence, value);
  }
  [[nodiscard]] const char* what() const noexcept override { return text_; }
  [[nodiscard]] double value() const noexcept { return value_; }

 private:
  char text_[320]{};
  double value_;
};

namespace detail {

// NaN is constructed, never computed: clang refuses arithmetic that makes a NaN in a constant expression.
// Types of ours offer not_a_number(); a number type has its own NaN.
template <class T>
constexpr T not_a_number() noexcept {
  if constexpr (requires { T::not_a_number(); }) {
    return T::not_a_number();
  } else {
    static_assert(std::numeric_limits<T>::has_quiet_NaN, "a result without a NaN cannot be refused with one");
    return std::numeric_limits<T>::quiet_NaN();
  }
}

template <class T>
constexpr double as_double(const T& value) noexcept {
  if constexpr (requires { static_cast<double>(value); }) {
    return static_cast<double>(value);
  } else {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

// `otherwise` is a value, or a function of no argument that makes one, called only when the action asks for it.
template <class Otherwise>
constexpr auto value_of(const Otherwise& otherwise) {
  if constexpr (requires { otherwise(); }) {
    return otherwise();
  } else {
    return otherwise;
  }
}

// Out of line and cold, so that the formula around it stays small enough to be inlined.
[[noreturn, gnu::cold, gnu::noinline]] inline void raise(const char* sentence, double value) {
  throw domain_failure(sentence, value);
}

template <on_error Action, class Value, class Otherwise>
constexpr auto act(const char* sentence, const Value& value, const Otherwise& otherwise) {
  using result = decltype(value_of(otherwise));
  if constexpr (Action == on_error::raise) {
    raise(sentence, as_double(value));
    return result{};
  } else if constexpr (Action == on_error::quiet_nan) {
#ifdef __FINITE_MATH_ONLY__
    static_assert(__FINITE_MATH_ONLY__ == 0 || !std::is_same_v<Value, Value>,
                  "traincost: under -ffinite-math-only a NaN may be optimised away; use on_error::raise or "
                  "on_error::clamp (docs/errors.md#E102)");
#endif
    return not_a_number<result>();
  } else {
    return value_of(otherwise);
  }
}

// Every refusal of the library goes through here. `clamped` is what the nearest valid argument would give.
template <eval_policy P, class Value, class Clamped>
constexpr auto fail(const char* sentence, const Value& value, const Clamped& clamped) noexcept(never_throws<P>) {
  static_assert(P.domain != on_error::accept,
                "traincost: on_error::accept is for eval_policy::extrapolation; a formula outside its domain has no "
                "value to accept (docs/errors.md#E101)");
  return act<P.domain>(sentence, value, clamped);
}

}  // namespace detail
}  // namespace traincost
