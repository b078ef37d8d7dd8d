// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/error.hpp"

namespace traincost {

// How far a value can be trusted.
enum class status : unsigned char {
  ok,
  extrapolated,  // inside the domain, outside the range the model was calibrated on
  clamped,       // an argument was outside the domain and the policy moved it to the nearest valid one
  invalid,       // an argument was outside the domain and the value is NaN
  no_solution,   // an inversion has no answer in its bracket
  jump,          // an inversion's bracket closed on a jump or a pole: a sign change without a zero
  exhausted,     // an inversion ran out of iterations; the value is the best so far
};

constexpr const char* name(status state) noexcept {
  constexpr const char* names[] = {"ok", "extrapolated", "clamped", "invalid", "no solution", "jump", "exhausted"};
  return names[static_cast<unsigned char>(state)];
}

// A value with its status. Units and shape are those of T.
template <class T>
struct estimate {
  T value{};
  status state = status::ok;

  [[nodiscard]] constexpr bool ok() const noexcept { return state == status::ok; }
  [[nodiscard]] static constexpr estimate not_a_number() noexcept {
    return {detail::not_a_number<T>(), status::invalid};
  }
};

}  // namespace traincost
