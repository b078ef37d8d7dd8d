// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Full mesh: a rank exchanges a block of n/p with all p-1 others at once, each over its own link.
//
//   AllReduce (ReduceScatter + AllGather)   A = 2   B = 2/p   G = (p-1)/p
//   Reduce (ReduceScatter + Gather)         A = 2   B = 2/p   G = (p-1)/p
//   Broadcast (Scatter + AllGather)         A = 2   B = 2/p   G = 0
//   ReduceScatter                           A = 1   B = 1/p   G = (p-1)/p
//   AllGather, Scatter, Gather, AllToAll    A = 1   B = 1/p   G = 0
//
// beta is that of ONE pairwise link (hardware::pair_link), so B is n/p and not (p-1)n/p.
// Assumptions: (1) p-1 links of equal rate run at the same time; (2) a rank can drive them all.
// Valid: p >= 1, inside a server with a full mesh (HCCS: p <= 8). Not for switches or PCIe.
// Source: HCCL documentation, Mesh.md; AllToAll by the same reasoning, each block on the link to its owner.
template <class Link, class Law>
struct mesh : flat<mesh<Link, Law>, Link, Law> {
  static constexpr const char* name = "mesh";
  static constexpr hardware::link_kind kind = hardware::link_kind::pair;

  using mesh::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept { return {2, {2, p}, {p - 1, p}}; }
  [[nodiscard]] static constexpr coefficients cost(reduce_scatter, int p) noexcept { return {1, {1, p}, {p - 1, p}}; }
  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept { return {1, {1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept { return {2, {2, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(reduce, int p) noexcept { return {2, {2, p}, {p - 1, p}}; }
  [[nodiscard]] static constexpr coefficients cost(scatter, int p) noexcept { return {1, {1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(gather, int p) noexcept { return {1, {1, p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(all_to_all, int p) noexcept { return {1, {1, p}, {0, 1}}; }
};

template <class Link, class Law = affine>
mesh(Link, Law = {}) -> mesh<Link, Law>;

}  // namespace traincost::collective
