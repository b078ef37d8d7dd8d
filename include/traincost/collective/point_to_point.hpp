// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// One message from a rank to another, over a port or over a link of a pair, as the link's type says.
//
//   SendReceive   A = 1   B = 1   G = 0
//
// Assumptions: (1) the receiver is ready; (2) nobody else uses either end. Valid: p >= 1, of which two take part, or
// all in pairs or around a ring; p = 1 costs nothing. Not for several messages of a rank at once, which share its port.
// Source: Hockney 1994. Measured on RoCE with one write in flight, A + B n holds within 1 % (NVIDIA/nccl issue 2409).
template <class Link, class Law>
struct point_to_point : flat<point_to_point<Link, Law>, Link, Law> {
  static constexpr const char* name = "point_to_point";
  static constexpr hardware::link_kind kind = Link::kind;

  using point_to_point::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(send_receive, int) noexcept { return {1, {1, 1}, {0, 1}}; }
};

template <class Link, class Law = affine>
point_to_point(Link, Law = {}) -> point_to_point<Link, Law>;

}  // namespace traincost::collective
