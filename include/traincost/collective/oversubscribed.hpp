// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"

namespace traincost::collective {

// Whom halving-doubling exchanges its large halves with.
enum class partner_order : unsigned char {
  by_operation,  // near_first in an AllReduce, where the order is free; far_first in a ReduceScatter or AllGather alone
  near_first,    // n/2 at distance 1, n/M at distance M/2: most traffic stays in the rack
  far_first,     // n/2 at distance M/2, which keeps the scattered blocks in the order of the ranks
};

// Oversubscription: racks of R = `rack` ranks, contiguous, whose uplinks carry 1/`ratio` of what the ranks can send.
// stretch(algorithm, M, operation) is what it does to the transfer time of M ranks, start-up apart. A step in which
// every rank i sends to i + d lasts u(d) = max(1, o min(d, M - d, R) / R) times as long, because min(d, M - d, R) of a
// rack's R flows leave it:
//
//   ring              u(1) = max(1, o/R)
//   nhr               (1/(M-1)) sum_k s_k u(2^k),  s_k = floor((M-1+2^k) / 2^(k+1))
//   nb                ReduceScatter as nhr; AllGather with s_k = min(2^k, M - 2^k), far more at a distance
//   pairwise          (1/(M-1)) sum_d u(d)
//   halving_doubling  (M/(M-1)) sum_k 2^-(k+1) (distance_k >= R ? o : 1),  distance_k = 2^k near first, M/2^(k+1) far
//                     first; M = 2^K
//
// Assumptions: (1) one flow per rank and rail; (2) M fits into one rack or is a multiple of R; (3) fair sharing.
// Valid: ratio >= 1 finite, rack >= 1. Not for ranks scattered over racks, which lose the ring's advantage. Another
// algorithm says its own stretch by a static double oversubscribed_by(double ratio, int rack, int ranks).
// Source: flow counting on the step schedules of the HCCL documentation, which lets an AllReduce by halving_doubling go
// near first. HCCL's code (reduce_scatter_halving_doubling.cc) goes far first there too: partner_order::far_first.
struct oversubscribed {
  static constexpr bool is_fabric_policy = true;
  double ratio = 1.0;
  int rack = 1;
  partner_order order = partner_order::by_operation;

  template <eval_policy P = default_policy, class Algorithm, class Operation = all_reduce>
  [[nodiscard]] constexpr double stretch(const Algorithm& algorithm, int ranks, Operation operation = {}) const
      noexcept(never_throws<P>) {
    static_assert(std::same_as<Operation, all_reduce> || std::same_as<Operation, reduce_scatter> ||
                      std::same_as<Operation, all_gather> || std::same_as<Operation, all_to_all>,
                  "traincost: oversubscribed counts all_reduce, reduce_scatter, all_gather and all_to_all "
                  "(docs/errors.md#E368)");
    if (!(ratio >= 1.0 && detail::finite_positive(ratio))) {
      return detail::fail<P>("collective::oversubscribed: ratio must be finite and >= 1 (docs/errors.md#E333)", ratio,
                             1.0);
    }
    if (rack < 1 || ranks < 1 || (ranks > rack && ranks % rack != 0)) {
      return detail::fail<P>(
          "collective::oversubscribed: ranks must fit into one rack or be a multiple of rack >= 1 "
          "(docs/errors.md#E334)",
          rack < 1 ? rack : ranks, 1.0);
    }
    if (ranks <= rack) return 1.0;
    return of<P>(algorithm, ranks, operation);
  }

 private:
  template <class Algorithm>
  static constexpr bool counts_itself = requires {
    Algorithm::oversubscribed_by(1.0, 1, 2);
  };
  template <class Operation>
  static constexpr bool gathers = std::same_as<Operation, all_gather>;

  static constexpr double at_least_one(double x) noexcept { return x < 1.0 ? 1.0 : x; }

  // u(d).
  [[nodiscard]] constexpr double rotation(std::int64_t distance, std::int64_t ranks) const noexcept {
    std::int64_t leaving = distance < ranks - distance ? distance : ranks - distance;
    if (leaving > rack) leaving = rack;
    return at_least_one(ratio * (static_cast<double>(leaving) / rack));
  }
  // The mean of u(2^k) over the blocks that step k sends.
  template <class Blocks>
  [[nodiscard]] constexpr double doubling(std::int64_t ranks, Blocks blocks) const noexcept {
    double sum = 0.0;
    for (std::int64_t distance = 1; distance < ranks; distance *= 2) {
      sum += static_cast<double>(blocks(distance)) * rotation(distance, ranks);
    }
    return sum / static_cast<double>(ranks - 1);
  }
  [[nodiscard]] constexpr double near_heavy(std::int64_t ranks) const noexcept {
    return doubling(ranks, [ranks](std::int64_t d) { return (ranks - 1 + d) / (2 * d); });
  }
  [[nodiscard]] constexpr double far_heavy(std::int64_t ranks) const noexcept {
    return doubling(ranks, [ranks](std::int64_t d) { return d < ranks - d ? d : ranks - d; });
  }

  template <eval_policy P, class Algorithm, class Operation>
  [[nodiscard]] constexpr double of(const Algorithm&, int ranks, Operation) const noexcept {
    static_assert(counts_itself<Algorithm>,
                  "traincost: oversubscribed counts ring, nhr, nb, pairwise and halving_doubling; another algorithm "
                  "needs a static oversubscribed_by(double ratio, int rack, int ranks) (docs/errors.md#E369)");
    return at_least_one(Algorithm::oversubscribed_by(ratio, rack, ranks));
  }
  template <eval_policy P, class Link, class Law, class Operation>
  [[nodiscard]] constexpr double of(const ring<Link, Law>&, int ranks, Operation) const noexcept {
    return rotation(1, ranks);
  }
  template <eval_policy P, class Link, class Law, class Operation>
  [[nodiscard]] constexpr double of(const nhr<Link, Law>&, int ranks, Operation) const noexcept {
    return near_heavy(ranks);
  }
  template <eval_policy P, class Link, class Law, class Operation>
  [[nodiscard]] constexpr double of(const nb<Link, Law>&, int ranks, Operation) const noexcept {
    if constexpr (gathers<Operation>) return far_heavy(ranks);
    if constexpr (std::same_as<Operation, reduce_scatter>) return near_heavy(ranks);
    return 0.5 * (near_heavy(ranks) + far_heavy(ranks));
  }
  template <eval_policy P, class Link, class Law, class Operation>
  [[nodiscard]] constexpr double of(const pairwise<Link, Law>&, int ranks, Operation) const noexcept {
    double sum = 0.0;
    for (int distance = 1; distance < ranks; ++distance) sum += rotation(distance, ranks);
    return sum / (ranks - 1);
  }
  template <eval_policy P, class Link, class Law, class Operation>
  [[nodiscard]] constexpr double of(const halving_doubling<Link, Law>&, int ranks, Operation) const
      noexcept(never_throws<P>) {
    if (!is_power_of_two(ranks)) {
      return detail::fail<P>(
          "collective::oversubscribed: counted for halving_doubling on a power of two of ranks only "
          "(docs/errors.md#E335)",
          ranks, 1.0);
    }
    const bool far_first = order == partner_order::far_first ||
                           (order == partner_order::by_operation && !std::same_as<Operation, all_reduce>);
    double halves = 0.0;
    for (std::int64_t step = 1; step < ranks; step *= 2) {
      const std::int64_t distance = far_first ? ranks / (2 * step) : step;
      halves += (distance >= rack ? ratio : 1.0) / static_cast<double>(2 * step);
    }
    return halves * ranks / (ranks - 1);
  }
};

}  // namespace traincost::collective
