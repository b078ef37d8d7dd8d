// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Star: the root talks to all others at once. What that costs depends on the root's way out, as the link's type says:
//
//                     port_link                     pair_link
//   Broadcast         A = 1   B = p-1               B = 1
//   Reduce            A = 1   B = p-1   G = p-1     B = 1     G = p-1
//   Scatter, Gather   A = 1   B = (p-1)/p           B = 1/p
//
// HCCL's page has alpha + (bytes per non-root rank) beta for every topology, without reduction. G apart, that is right
// where each rank has a link of its own to the root. Through one port the p-1 messages share it: their bytes add up.
// Assumptions: (1) the root starts all messages at once, so that start-up is paid once and ceil(lg p) steps are no
// lower bound; (2) a port shares without loss: many to one may overrun buffers.
// Valid: p >= 1; through a port only for small messages. Source: the data flow; HCCL documentation, Star.md.
template <class Link, class Law>
struct star : flat<star<Link, Law>, Link, Law> {
  static constexpr const char* name = "star";
  static constexpr hardware::link_kind kind = Link::kind;
  static constexpr bool starts_all_at_once = true;

  using star::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept { return {1, {at_root(p), 1}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(reduce, int p) noexcept { return {1, {at_root(p), 1}, {p - 1, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(scatter, int p) noexcept { return {1, {at_root(p), p}, {0, 1}}; }
  [[nodiscard]] static constexpr coefficients cost(gather, int p) noexcept { return {1, {at_root(p), p}, {0, 1}}; }

 private:
  // Messages that the busiest port or link carries.
  static constexpr std::int64_t at_root(int p) noexcept { return kind == hardware::link_kind::port ? p - 1 : 1; }
};

template <class Link, class Law = affine>
star(Link, Law = {}) -> star<Link, Law>;

}  // namespace traincost::collective
