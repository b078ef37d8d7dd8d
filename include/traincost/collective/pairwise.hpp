// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Pairwise exchange: in step k = 1..p-1 rank i sends a block of n/p straight to rank i + k and receives one from i - k.
//
//   AllToAll        A = p-1   B = (p-1)/p   G = 0           n is a rank's whole send buffer
//   ReduceScatter   A = p-1   B = (p-1)/p   G = (p-1)/p
//   AllGather       A = p-1   B = (p-1)/p   G = 0
//
// Assumptions: (1) one port, full duplex; (2) equal blocks; (3) the network carries any permutation at full rate.
// Valid: p >= 1. Nothing is forwarded, so it moves the fewest bytes; its start-up grows with p: for small messages
// collective::bruck. Not under oversubscription: most steps leave the rack.
// Source: HCCL documentation, PairWise.md (AllToAll); Thakur, Rabenseifner, Gropp 2005 (ReduceScatter).
template <class Link, class Law>
struct pairwise : flat<pairwise<Link, Law>, Link, Law> {
  static constexpr const char* name = "pairwise";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using pairwise::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_to_all, int p) noexcept { return {p - 1, {p - 1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(reduce_scatter, int p) noexcept {
    return {p - 1, {p - 1, p}, {p - 1, p}};
  }
  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept { return {p - 1, {p - 1, p}, {0, 1}}; }
};

template <class Link, class Law = affine>
pairwise(Link, Law = {}) -> pairwise<Link, Law>;

}  // namespace traincost::collective
