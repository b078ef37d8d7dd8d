// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Binomial tree: in each step all ranks that have the data (or all that still owe theirs) talk to one more rank.
//
//   Broadcast         A = ceil(lg p)   B = ceil(lg p)   G = 0
//   Reduce            A = ceil(lg p)   B = ceil(lg p)   G = ceil(lg p)
//   Scatter, Gather   A = ceil(lg p)   B = (p-1)/p      G = 0
//
// Assumptions: (1) one port, full duplex; (2) a step lasts as long as its largest message: whole vectors in Broadcast
// and Reduce, a subtree's blocks in Scatter and Gather.
// Valid: p >= 1. Fewest steps. Broadcast and Reduce of large messages are for chain, two_tree or nhr.
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19 (2005); MPICH src/mpi/coll.
template <class Link, class Law>
struct binomial : flat<binomial<Link, Law>, Link, Law> {
  static constexpr const char* name = "binomial";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using binomial::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept {
    return {ceil_log2(p), {ceil_log2(p), 1}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(reduce, int p) noexcept {
    return {ceil_log2(p), {ceil_log2(p), 1}, {ceil_log2(p), 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(scatter, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(gather, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {0, 1}};
  }
};

template <class Link, class Law = affine>
binomial(Link, Law = {}) -> binomial<Link, Law>;

}  // namespace traincost::collective
