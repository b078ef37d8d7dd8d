// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/operation.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// A collective model answers time(operation, message_bytes, ranks). AllReduce is required; further operations are
// offered by further overloads.
template <class M>
concept collective_model = std::copyable<M> && requires(const M model, bytes n, int ranks) {
  { model.time(all_reduce{}, n, ranks) } -> std::same_as<seconds>;
};

// Spelled out one sentence at a time: a bare concept failure is unreadable. Rep is the model's representation.
template <class M, class Rep = double>
consteval bool check_collective_model() {
  static_assert(std::copyable<M>, "traincost: a collective model must be copyable (docs/errors.md#E131)");
  constexpr bool has_time = requires(const M model, basic_bytes<Rep> n, int ranks) {
    model.time(all_reduce{}, n, ranks);
  };
  static_assert(has_time,
                "traincost: a collective model needs a const member time(all_reduce, bytes message_bytes, int ranks) "
                "(docs/errors.md#E132)");
  if constexpr (has_time) {
    static_assert(
        requires(const M model, basic_bytes<Rep> n, int ranks) {
          { model.time(all_reduce{}, n, ranks) } -> std::same_as<basic_seconds<Rep>>;
        },
        "traincost: time(...) of a collective model must return seconds, not a bare number (docs/errors.md#E133)");
  }
  return true;
}

namespace policy_call {
// A user's model need not know about policies; ours are called under the caller's.
template <eval_policy P, class Model, class Operation, class Bytes>
constexpr auto time(const Model& model, Operation operation, Bytes message_bytes, int ranks) noexcept(never_throws<P>) {
  if constexpr (requires { model.template time<P>(operation, message_bytes, ranks); }) {
    return model.template time<P>(operation, message_bytes, ranks);
  } else {
    constexpr bool is_offered = requires { model.time(operation, message_bytes, ranks); };
    static_assert(is_offered,
                  "traincost: a model takes part in an operation that it has no time(...) for "
                  "(docs/errors.md#E134)");
    return model.time(operation, message_bytes, ranks);
  }
}
}  // namespace policy_call

}  // namespace traincost::collective
