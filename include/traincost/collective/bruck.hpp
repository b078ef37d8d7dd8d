// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Bruck: step k talks to the rank at distance 2^k. An AllGather passes on all it has; an AllToAll passes on the blocks
// whose remaining distance d = 0..p-1 has bit k set, so that a block travels as often as d has ones.
//
//   AllGather   A = ceil(lg p)   B = (p-1)/p   G = 0
//   AllToAll    A = ceil(lg p)   B = (1/p) sum over d < p of ones(d)   G = 0      (lg p)/2 for a power of two
//
// Assumptions: (1) one port, full duplex; (2) equal blocks; (3) packing blocks together costs nothing.
// Valid: p >= 1. An AllToAll moves about (lg p)/2 times what pairwise moves: for small messages only.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8 (1997). Texts give (lg p)/2 for every p; this counts.
template <class Link, class Law>
struct bruck : flat<bruck<Link, Law>, Link, Law> {
  static constexpr const char* name = "bruck";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using bruck::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(all_to_all, int p) noexcept {
    std::int64_t blocks = 0;
    for (std::int64_t distance = 1; distance < p; distance *= 2) {
      const std::int64_t rest = p % (2 * distance);  // whole periods of the bit have it set half of the time
      blocks += p / (2 * distance) * distance + (rest > distance ? rest - distance : 0);
    }
    return {ceil_log2(p), {blocks, p}, {0, 1}};
  }
};

template <class Link, class Law = affine>
bruck(Link, Law = {}) -> bruck<Link, Law>;

}  // namespace traincost::collective
