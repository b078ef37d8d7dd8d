// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"
#include "traincost/core/check.hpp"

namespace traincost::collective {

// Which level a ReduceScatter starts with; an AllGather runs in the opposite order. AllReduce is the same under both.
enum class staging : unsigned char {
  inner_first,  // ReduceScatter inside first: n/D bytes cross between the groups
  outer_first,  // ReduceScatter between groups first: n bytes cross, blocks stay contiguous. HCCL's order on Atlas A2
};

// Time of each level; the sum is the operation's time.
template <class Rep>
struct level_times {
  basic_seconds<Rep> inner{};
  basic_seconds<Rep> outer{};
  [[nodiscard]] constexpr basic_seconds<Rep> total() const noexcept { return inner + outer; }
  [[nodiscard]] static constexpr level_times not_a_number() noexcept {
    return {basic_seconds<Rep>::not_a_number(), basic_seconds<Rep>::not_a_number()};
  }
};

// Two levels: groups of D ranks (a server) by `inner`, M groups by `outer`, one stage after the other.
//
//   AllReduce      = ReduceScatter_inner(D; n) + AllReduce_outer(M; n/D) + AllGather_inner(D; n)
//   ReduceScatter  = inner(D; n) + outer(M; n/D)   or, outer first,  outer(M; n) + inner(D; n/M)
//   AllGather      = outer(M; n/D) + inner(D; n)   or, outer first,  inner(D; n/M) + outer(M; n)
//
// Assumptions: (1) stages do not overlap; (2) every rank of a group has its own outer port; (3) groups are equal.
// Valid: ranks <= D (inner alone) or a multiple of D. Not for uneven groups or overlapped levels.
// Source: HCCL documentation, hierarchical_comm_principle.md; coefficients derived there from.
template <class Inner, class Outer>
struct two_level {
  Inner inner{};
  Outer outer{};
  int group = 8;
  staging order = staging::inner_first;

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    return levels<P>(operation, message_bytes, ranks).total();
  }

  // clang-format off
  template <eval_policy P = default_policy, class Operation, class Other>
  void time(Operation, Other, int) const = delete;  // traincost: message_bytes must be bytes, such as 16.0 * MB (docs/errors.md#E201)
  // clang-format on

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr level_times<Rep> levels(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(check_collective_model<Inner, Rep>() && check_collective_model<Outer, Rep>());
    if (group < 1) {
      return detail::fail<P>("collective::two_level: group must be >= 1 rank (docs/errors.md#E305)", group,
                             level_times<Rep>{});
    }
    if (ranks <= group) return {policy_call::time<P>(inner, operation, message_bytes, ranks), {}};
    if (ranks % group != 0) {
      return detail::fail<P>(
          "collective::two_level: ranks must be a multiple of the group, or fit into one (docs/errors.md#E306)", ranks,
          [&] { return stages<P>(operation, message_bytes, ranks / group); });
    }
    return stages<P>(operation, message_bytes, ranks / group);
  }

 private:
  template <eval_policy P, class Rep>
  constexpr level_times<Rep> stages(all_reduce, basic_bytes<Rep> n, int groups) const noexcept(never_throws<P>) {
    return {
        policy_call::time<P>(inner, reduce_scatter{}, n, group) + policy_call::time<P>(inner, all_gather{}, n, group),
        policy_call::time<P>(outer, all_reduce{}, n / static_cast<Rep>(group), groups)};
  }
  // ReduceScatter, and AllGather as its mirror image.
  template <eval_policy P, class Operation, class Rep>
  constexpr level_times<Rep> stages(Operation operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    const bool contiguous = order == staging::outer_first;
    return {policy_call::time<P>(inner, operation, contiguous ? n / static_cast<Rep>(groups) : n, group),
            policy_call::time<P>(outer, operation, contiguous ? n : n / static_cast<Rep>(group), groups)};
  }
};

template <class Inner, class Outer>
two_level(Inner, Outer) -> two_level<Inner, Outer>;
template <class Inner, class Outer>
two_level(Inner, Outer, int) -> two_level<Inner, Outer>;
template <class Inner, class Outer>
two_level(Inner, Outer, int, staging) -> two_level<Inner, Outer>;

}  // namespace traincost::collective
