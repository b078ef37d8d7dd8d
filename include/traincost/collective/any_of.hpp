// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"

namespace traincost::collective {

template <>
struct any_of<> {};

// One of a closed set of models, chosen at run time: any_of{ring{link}, nhr{link}} with chosen = 1 is the nhr. All
// alternatives are held side by side, so there is no heap, no virtual call, and the choice works at compile time.
// Valid: 0 <= chosen < number of models.
template <class First, class... Rest>
struct any_of<First, Rest...> {
  First first{};
  any_of<Rest...> rest{};
  int chosen = 0;

  constexpr any_of() noexcept = default;
  constexpr explicit any_of(First head, Rest... tail) noexcept : first(head), rest(tail...) {}

  static constexpr int size = 1 + static_cast<int>(sizeof...(Rest));

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    if (chosen < 0 || chosen >= size) {
      return detail::fail<P>("collective::any_of: chosen must be the index of one of the models (docs/errors.md#E307)",
                             chosen, [&] { return at<P>(chosen < 0 ? 0 : size - 1, operation, message_bytes, ranks); });
    }
    return at<P>(chosen, operation, message_bytes, ranks);
  }

  // clang-format off
  template <eval_policy P = default_policy, class Operation, class Other>
  void time(Operation, Other, int) const = delete;  // traincost: message_bytes must be bytes, such as 16.0 * MB (docs/errors.md#E201)
  // clang-format on

  template <eval_policy P, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> at(int index, Operation operation, basic_bytes<Rep> message_bytes,
                                                int ranks) const noexcept(never_throws<P>) {
    static_assert(check_collective_model<First, Rep>());
    if constexpr (sizeof...(Rest) > 0) {
      if (index > 0) return rest.template at<P>(index - 1, operation, message_bytes, ranks);
    }
    return policy_call::time<P>(first, operation, message_bytes, ranks);
  }
};

template <class... Models>
any_of(Models...) -> any_of<Models...>;

}  // namespace traincost::collective
