// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/chunked.hpp"

namespace traincost::collective {

// Chain: the ranks stand in a row and pass the message on in k chunks, so that all links work at the same time.
//
//   Broadcast   T(k) = (p-2+k) (alpha + n beta / k)              best k next to sqrt((p-2) n beta / alpha)
//   Reduce      T(k) = (p-2+k) (alpha + n (beta + gamma) / k)
//
// In the limit of a divisible chunk count the best is (sqrt((p-2) alpha) + sqrt(n beta))^2, the `pipelined` law.
// chunks = 0: the best number for the message, chunk_count().
// Assumptions: (1) one port, full duplex; (2) equal chunks; (3) a chunk is reduced before it is passed on.
// Valid: p >= 1, chunks >= 0. For large messages on few ranks: p - 2 start-ups go before the last rank has anything.
// Source: the data flow. Some texts count k chunks over p - 1 hops, which is the same time.
template <class Link>
struct chain : chunked<chain<Link>, Link> {
  static constexpr const char* name = "chain";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using chain::chunked::chunked;

  [[nodiscard]] static constexpr chunk_schedule shape(broadcast, int p) noexcept { return {1, p - 2, false}; }
  [[nodiscard]] static constexpr chunk_schedule shape(reduce, int p) noexcept { return {1, p - 2, true}; }
};

template <class Link>
chain(Link) -> chain<Link>;
template <class Link>
chain(Link, int) -> chain<Link>;

}  // namespace traincost::collective
