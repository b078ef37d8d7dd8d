// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// HCCL's AHC, AllReduce over groups of unequal sizes (two super-nodes of 64 and 128 ranks, say): ReduceScatter inside
// each group, AllReduce between the ranks of all groups that hold the same data, AllGather inside. With G groups, of
// which the smallest has m ranks and the largest L, and links between groups C times slower than inside:
//
//   T = 2 (ceil(lg L) + s) alpha + 2 [(L-1)/L + C (G-1)/(G m)] n beta + [(L-1)/L + (G-1)/(G m)] n gamma
//   s = ceil(lg G) with NB between the groups, G-1 with a ring, HCCL's default
//
// alpha, beta and gamma are those inside a group.
// Assumptions: (1) stages do not overlap, so the largest group ends the first and the third; (2) a rank of the smallest
// group has the most to do in the second and serves its partners through one port, with one start-up a step.
// Valid: groups >= 1, 1 <= smallest <= largest, convergence > 0, groups x smallest <= ranks <= groups x largest.
// Not for equal groups on different links: two_level. Source: HCCL documentation, AHC.md, where the row is labelled
// ReduceScatter and lacks a parenthesis; hcomm's default for the ring.
template <class Link, class Law>
struct ahc : flat<ahc<Link, Law>, Link, Law> {
  using rep = typename Link::rep;
  static constexpr const char* name = "ahc";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  enum class between : unsigned char { nb, ring };

  int groups = 1;
  int smallest = 1;
  int largest = 1;
  rep convergence = rep(1);  // bandwidth inside over bandwidth between, C
  between stage = between::nb;

  constexpr ahc() noexcept = default;
  constexpr ahc(Link on, int group_count, int smallest_group, int largest_group, rep converging = rep(1),
                between groups_by = between::nb, Law joined_by = {}) noexcept
      : flat<ahc, Link, Law>(on, joined_by),
        groups(group_count),
        smallest(smallest_group),
        largest(largest_group),
        convergence(converging),
        stage(groups_by) {}

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr basic_seconds<rep> time(Operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(Link::kind == kind,
                  "traincost: a mesh takes hardware::pair_link (beta of one pairwise link), every other algorithm "
                  "hardware::port_link (beta of the rank's port) (docs/errors.md#E121)");
    static_assert(std::same_as<Operation, all_reduce>,
                  "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
    static_assert(check_size_law<Law>());
    if (groups < 1 || smallest < 1 || largest < smallest || !detail::finite_positive(convergence)) {
      return detail::fail<P>(
          "collective::ahc: needs groups >= 1, 1 <= smallest <= largest and a finite convergence > 0 "
          "(docs/errors.md#E344)",
          groups, basic_seconds<rep>{});
    }
    if (ranks > 1 && !within(ranks)) {
      return detail::fail<P>(
          "collective::ahc: ranks must lie between groups x smallest and groups x largest (docs/errors.md#E345)", ranks,
          [&] { return of<P>(message_bytes, ranks); });
    }
    return of<P>(message_bytes, ranks);
  }

 private:
  [[nodiscard]] constexpr bool within(int ranks) const noexcept {
    return ranks >= std::int64_t{groups} * smallest && ranks <= std::int64_t{groups} * largest;
  }

  // The formula knows the ranks by their groups only.
  template <eval_policy P>
  constexpr basic_seconds<rep> of(basic_bytes<rep> message_bytes, int ranks) const noexcept(never_throws<P>) {
    const auto on = this->template resolved<P>(ranks);
    return checked_time<P>(on, message_bytes, ranks, [&](basic_bytes<rep> n) {
      const std::int64_t joining = stage == between::nb ? ceil_log2(groups) : groups - 1;
      const std::int64_t steps = 2 * (ceil_log2(largest) + joining);
      const rep inside = ratio{largest - 1, largest}.template as<rep>();
      const rep outside = ratio{groups - 1, std::int64_t{groups} * smallest}.template as<rep>();
      const auto transfer = (rep(2) * (inside + convergence * outside) * n) * on.beta;
      return policy_call::join<P>(this->law, static_cast<rep>(steps) * on.alpha, transfer) +
             ((inside + outside) * n) * on.gamma;
    });
  }
};

}  // namespace traincost::collective
