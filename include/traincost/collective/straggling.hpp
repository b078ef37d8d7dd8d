// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"
#include "traincost/collective/normal_stragglers.hpp"

namespace traincost::collective {

// A straggler law answers expected_max(workers): how late the last of so many is expected.
template <class L>
concept straggler_law = std::copyable<L> && requires(const L law, int workers) {
  { law.expected_max(workers) } -> std::same_as<seconds>;
};

template <class L>
consteval bool check_straggler_law() {
  static_assert(std::copyable<L>, "traincost: a straggler law must be copyable (docs/errors.md#E365)");
  static_assert(
      requires(const L law, int workers) { law.expected_max(workers); },
      "traincost: a straggler law needs a const member expected_max(int workers) (docs/errors.md#E366)");
  static_assert(straggler_law<L>,
                "traincost: expected_max(...) of a straggler law must return seconds, not a bare number "
                "(docs/errors.md#E367)");
  return true;
}

// A collective that starts when the last worker is there: time = model's time + law's expected_max(workers).
//
// Assumptions: (1) workers are late independently of the message; (2) the law's delays come on top of the compute time,
// and its mean with them; (3) they are met once an operation, not once a step. Valid: workers >= 0, where 0 stands for
// the ranks of the operation; one rank waits for nobody and costs what the model says.
template <class Model, class Law>
struct straggling {
  Model model{};
  Law law{};
  int workers = 0;

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(check_collective_model<Model, Rep>() && check_straggler_law<Law>());
    const basic_seconds<Rep> on_time = policy_call::time<P>(model, operation, message_bytes, ranks);
    if (workers < 0) {
      return detail::fail<P>("collective::straggling: workers must be >= 0, where 0 is all ranks (docs/errors.md#E361)",
                             workers, on_time);
    }
    if (ranks <= 1) return on_time;
    return on_time + basic_seconds<Rep>{late<P>(workers > 0 ? workers : ranks)};
  }

 private:
  template <eval_policy P>
  [[nodiscard]] constexpr seconds late(int count) const noexcept(never_throws<P>) {
    if constexpr (requires { law.template expected_max<P>(count); }) {
      return law.template expected_max<P>(count);
    } else {
      return law.expected_max(count);
    }
  }
};

template <class Model, class Law>
straggling(Model, Law) -> straggling<Model, Law>;
template <class Model, class Law>
straggling(Model, Law, int) -> straggling<Model, Law>;

}  // namespace traincost::collective
