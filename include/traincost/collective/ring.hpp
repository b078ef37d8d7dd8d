// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Ring: every rank sends n/p to its neighbour in each step; a Broadcast or Reduce passes the whole n on, rank by rank.
//
//   AllReduce                  A = 2(p-1)   B = 2(p-1)/p   G = (p-1)/p
//   ReduceScatter              A = p-1      B = (p-1)/p    G = (p-1)/p
//   AllGather, Scatter, Gather A = p-1      B = (p-1)/p    G = 0
//   Broadcast                  A = p-1      B = p-1        G = 0
//   Reduce                     A = p-1      B = p-1        G = p-1
//
// Assumptions: (1) one port, full duplex; (2) equal blocks; (3) neighbours do not share links; (4) Broadcast and Reduce
// store and forward the whole message, as HCCL's do; in chunks they are collective::chain.
// Valid: p >= 1. Moves the fewest bytes, but its start-up grows with p: not for small messages on many ranks.
// Source: HCCL documentation, Ring.md; Chan et al., CCPE 19 (2007) for the bandwidth bound it reaches.
template <class Link, class Law>
struct ring : flat<ring<Link, Law>, Link, Law> {
  static constexpr const char* name = "ring";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using ring::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept {
    return {2 * (std::int64_t{p} - 1), {2 * (std::int64_t{p} - 1), p}, {p - 1, p}};
  }
  [[nodiscard]] static constexpr coefficients cost(reduce_scatter, int p) noexcept {
    return {p - 1, {p - 1, p}, {p - 1, p}};
  }
  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept { return {p - 1, {p - 1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(scatter, int p) noexcept { return {p - 1, {p - 1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(gather, int p) noexcept { return {p - 1, {p - 1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept { return {p - 1, {p - 1, 1}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(reduce, int p) noexcept { return {p - 1, {p - 1, 1}, {p - 1, 1}}; }
};

template <class Link, class Law = affine>
ring(Link, Law = {}) -> ring<Link, Law>;

}  // namespace traincost::collective
