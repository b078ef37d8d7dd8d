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

// Two levels: groups of D ranks (a server) by `inner`, M groups by `outer`, one stage after the other. With I the inner
// and O the outer model:
//
//   AllReduce      I.ReduceScatter(D; n) + O.AllReduce(M; n/D) + I.AllGather(D; n)
//   Broadcast      I.Scatter(D; n) + O.Broadcast(M; n/D) + I.AllGather(D; n)
//   Reduce         I.ReduceScatter(D; n) + O.Reduce(M; n/D) + I.Gather(D; n)
//   ReduceScatter, AllGather   I(D; n) + O(M; n/D)     or, outer first,  O(M; n) + I(D; n/M)
//   Scatter, Gather            O(M; n) + I(D; n/M)     always: a root's server gets all of the vector's blocks
//   AllToAll                   I(D; n) + O(M; n)       every byte crosses a server once and the network once
//
// Three levels are two: two_level{mesh{...}, two_level{nhr{...}, ring{...}, 16}, 8}.
// Assumptions: (1) stages do not overlap (see overlapped_levels); (2) every rank of a group has its own outer port;
// (3) groups are equal.
// Valid: ranks <= D (inner alone) or a multiple of D. Not for uneven groups (see ahc).
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
  template <eval_policy P, class Operation, class Rep>
  constexpr basic_seconds<Rep> in(Operation operation, basic_bytes<Rep> n) const noexcept(never_throws<P>) {
    return policy_call::time<P>(inner, operation, n, group);
  }
  // Operations that halve their problem inside: n/D bytes cross between the groups.
  template <eval_policy P, class Rep>
  constexpr level_times<Rep> stages(all_reduce operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    return {in<P>(reduce_scatter{}, n) + in<P>(all_gather{}, n), out<P>(operation, share(n), groups)};
  }
  template <eval_policy P, class Rep>
  constexpr level_times<Rep> stages(broadcast operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    return {in<P>(scatter{}, n) + in<P>(all_gather{}, n), out<P>(operation, share(n), groups)};
  }
  template <eval_policy P, class Rep>
  constexpr level_times<Rep> stages(reduce operation, basic_bytes<Rep> n, int groups) const noexcept(never_throws<P>) {
    return {in<P>(reduce_scatter{}, n) + in<P>(gather{}, n), out<P>(operation, share(n), groups)};
  }
  template <eval_policy P, class Rep>
  constexpr level_times<Rep> stages(all_to_all operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    return {in<P>(operation, n), out<P>(operation, n, groups)};
  }
  // ReduceScatter and AllGather in the chosen order; Scatter and Gather have one.
  template <eval_policy P, class Operation, class Rep>
  constexpr level_times<Rep> stages(Operation operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    constexpr bool rooted = std::same_as<Operation, scatter> || std::same_as<Operation, gather>;
    if (!rooted && order == staging::inner_first) {
      return {in<P>(operation, n), out<P>(operation, share(n), groups)};
    }
    const auto between = out<P>(operation, n, groups);  // first, so that a refusal names the whole message
    return {in<P>(operation, n / static_cast<Rep>(groups)), between};
  }
  template <class Rep>
  constexpr basic_bytes<Rep> share(basic_bytes<Rep> n) const noexcept {
    return n / static_cast<Rep>(group);
  }
  template <eval_policy P, class Operation, class Rep>
  constexpr basic_seconds<Rep> out(Operation operation, basic_bytes<Rep> n, int groups) const
      noexcept(never_throws<P>) {
    return policy_call::time<P>(outer, operation, n, groups);
  }
};

template <class Inner, class Outer>
two_level(Inner, Outer) -> two_level<Inner, Outer>;
template <class Inner, class Outer>
two_level(Inner, Outer, int) -> two_level<Inner, Outer>;
template <class Inner, class Outer>
two_level(Inner, Outer, int, staging) -> two_level<Inner, Outer>;

}  // namespace traincost::collective
