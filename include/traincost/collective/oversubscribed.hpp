// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"

namespace traincost::collective {

// Oversubscription: racks of R = `rack` ranks, contiguous, whose uplinks carry 1/`ratio` of what the ranks can send.
// stretch(algorithm, M) is what it does to the transfer time of M ranks, start-up apart:
//
//   ring              max(1, o/R)                              one flow leaves a rack in each step
//   nhr               (1/(M-1)) sum_k s_k max(1, o min(1, 2^k/R)),  s_k = floor((M-1+2^k) / 2^(k+1))
//   halving_doubling  (M/(M-1)) sum_k 2^-(k+1) (2^k >= R ? max(1, o) : 1)   near partner first, M = 2^K
//
// Assumptions: (1) one flow per rank and rail; (2) M fits into one rack or is a multiple of R; (3) fair sharing.
// Valid: ratio >= 1 finite, rack >= 1. Not for ranks scattered over racks, which lose the ring's advantage.
// Source: flow counting on the step schedules of the HCCL documentation.
struct oversubscribed {
  double ratio = 1.0;
  int rack = 1;

  template <eval_policy P = default_policy, class Algorithm>
  [[nodiscard]] constexpr double stretch(const Algorithm& algorithm, int ranks) const noexcept(never_throws<P>) {
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
    return of<P>(algorithm, ranks);
  }

 private:
  static constexpr double at_least_one(double x) noexcept { return x < 1.0 ? 1.0 : x; }

  template <eval_policy P, class Link, class Law>
  [[nodiscard]] constexpr double of(const ring<Link, Law>&, int) const noexcept {
    return at_least_one(ratio / rack);
  }
  template <eval_policy P, class Link, class Law>
  [[nodiscard]] constexpr double of(const nhr<Link, Law>&, int ranks) const noexcept {
    double blocks = 0.0;
    for (std::int64_t distance = 1; distance < ranks; distance *= 2) {
      const auto slices = static_cast<double>((ranks - 1 + distance) / (2 * distance));
      const double leaving = distance < rack ? static_cast<double>(distance) / rack : 1.0;
      blocks += slices * at_least_one(ratio * leaving);
    }
    return blocks / (ranks - 1);
  }
  template <eval_policy P, class Link, class Law>
  [[nodiscard]] constexpr double of(const halving_doubling<Link, Law>&, int ranks) const noexcept(never_throws<P>) {
    if (!is_power_of_two(ranks)) {
      return detail::fail<P>(
          "collective::oversubscribed: counted for halving_doubling on a power of two of ranks only "
          "(docs/errors.md#E335)",
          ranks, 1.0);
    }
    double halves = 0.0;
    for (std::int64_t distance = 1; distance < ranks; distance *= 2) {
      halves += (distance >= rack ? ratio : 1.0) / static_cast<double>(2 * distance);
    }
    return halves * ranks / (ranks - 1);
  }
};

}  // namespace traincost::collective
