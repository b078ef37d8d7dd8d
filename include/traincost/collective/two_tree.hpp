// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/chunked.hpp"

namespace traincost::collective {

// Two trees: each half of the message runs down a binary tree of its own, and a rank that is inside in one tree is a
// leaf in the other, so that every port is busy both ways. With h = ceil(lg p) and k chunks per half:
//
//   Broadcast   T(k) = (2h+2k) (alpha + n beta / (2k))           best k next to sqrt(h n beta / (2 alpha))
//   Reduce      T(k) = (2h+2k) (alpha + n (beta + gamma) / (2k))
//   AllReduce   Reduce, then Broadcast
//
// The steps are the published upper bound; the schedule ends two or three steps earlier. chunks = 0: the best number
// per half, chunk_count(). Assumptions: (1) one port, full duplex; (2) equal chunks; (3) Reduce and Broadcast of an
// AllReduce do not overlap. Valid: p >= 1, chunks >= 0. As chain with start-ups that grow with lg p. Not for NCCL's
// tree, which is tuned apart. Source: Sanders, Speck, Traeff, Parallel Computing 35 (2009).
template <class Link>
struct two_tree : chunked<two_tree<Link>, Link> {
  static constexpr const char* name = "two_tree";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using two_tree::chunked::chunked;
  using typename two_tree::chunked::rep;

  [[nodiscard]] static constexpr chunk_schedule shape(broadcast, int p) noexcept { return {2, ceil_log2(p), false}; }
  [[nodiscard]] static constexpr chunk_schedule shape(reduce, int p) noexcept { return {2, ceil_log2(p), true}; }

  using two_tree::chunked::time;
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr basic_seconds<rep> time(all_reduce, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    return time<P>(reduce{}, message_bytes, ranks) + time<P>(broadcast{}, message_bytes, ranks);
  }
};

template <class Link>
two_tree(Link) -> two_tree<Link>;
template <class Link>
two_tree(Link, int) -> two_tree<Link>;

}  // namespace traincost::collective
