// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// NHR, HCCL's non-uniform hierarchical ring: step k exchanges floor((p-1+2^k)/2^(k+1)) blocks of n/p with the rank at
// distance 2^k. The blocks of all steps add up to p-1 for every p, so only ceil() enters the start-up.
//
//   AllReduce (ReduceScatter + AllGather)  A = 2 ceil(lg p)   B = 2(p-1)/p   G = (p-1)/p
//   Broadcast (Scatter + AllGather)        A = 2 ceil(lg p)   B = 2(p-1)/p   G = 0
//   ReduceScatter                          A = ceil(lg p)     B = (p-1)/p    G = (p-1)/p
//   AllGather, Scatter                     A = ceil(lg p)     B = (p-1)/p    G = 0
//
// Assumptions: (1) one port, full duplex; (2) non-contiguous blocks (p no power of two) cost no extra start-up.
// Valid: p >= 1. Do not use it under oversubscription without collective::oversubscribed: far steps leave the rack.
// Source: HCCL documentation, NHR.md; hcomm reduce_scatter_nhr.cc for the step sizes.
template <class Link, class Law>
struct nhr : flat<nhr<Link, Law>, Link, Law> {
  static constexpr const char* name = "nhr";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using nhr::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept {
    return {2 * ceil_log2(p), {2 * (std::int64_t{p} - 1), p}, {p - 1, p}};
  }
  [[nodiscard]] static constexpr coefficients cost(reduce_scatter, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {p - 1, p}};
  }
  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(scatter, int p) noexcept {
    return {ceil_log2(p), {p - 1, p}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept {
    return {2 * ceil_log2(p), {2 * (std::int64_t{p} - 1), p}, {0, 1}};
  }
};

template <class Link, class Law = affine>
nhr(Link, Law = {}) -> nhr<Link, Law>;

}  // namespace traincost::collective
