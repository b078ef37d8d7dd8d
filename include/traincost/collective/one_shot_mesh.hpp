// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// One-shot AllReduce on a full mesh: every rank sends its whole vector to all others at once and adds up what arrives.
//
//   AllReduce   A = 1   B = 1   G = p-1
//
// beta is that of ONE pairwise link (hardware::pair_link); through one port the same takes B = p-1.
// Assumptions: (1) p-1 links of equal rate run at the same time; (2) a rank can drive them all.
// Valid: p >= 1, inside a server with a full mesh. It saves collective::mesh one start-up and moves p/2 times its bytes
// over each link: for small messages only. Source: the data flow; HCCL has such a template for small counts.
template <class Link, class Law>
struct one_shot_mesh : flat<one_shot_mesh<Link, Law>, Link, Law> {
  static constexpr const char* name = "one_shot_mesh";
  static constexpr hardware::link_kind kind = hardware::link_kind::pair;

  using one_shot_mesh::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept { return {1, {1, 1}, {p - 1, 1}}; }
};

template <class Link, class Law = affine>
one_shot_mesh(Link, Law = {}) -> one_shot_mesh<Link, Law>;

}  // namespace traincost::collective
