// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"

namespace traincost::collective {

// The faster of two models at every size: what a library that chooses perfectly reaches. Nest it for more than two.
// Do not use it for a library's real choice, which follows thresholds of its own.
template <class First, class Second>
struct fastest_of {
  First first{};
  Second second{};

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(check_collective_model<First, Rep>() && check_collective_model<Second, Rep>());
    const auto a = policy_call::time<P>(first, operation, message_bytes, ranks);
    const auto b = policy_call::time<P>(second, operation, message_bytes, ranks);
    return b < a || !(b == b) ? b : a;  // NaN of either is the answer
  }

  // clang-format off
  template <eval_policy P = default_policy, class Operation, class Other>
  void time(Operation, Other, int) const = delete;  // traincost: message_bytes must be bytes, such as 16.0 * MB (docs/errors.md#E201)
  // clang-format on
};

template <class First, class Second>
fastest_of(First, Second) -> fastest_of<First, Second>;

}  // namespace traincost::collective
