// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Recursive halving-doubling (RHD). With p' = 2^k the largest power of two <= p, k = floor(lg p), S = sum over i = 1..k
// of ceil(p / 2^i):
//
//                  p a power of two              otherwise (fold p - p' ranks in, unfold them)
//   AllReduce      2k, 2(p-1)/p, (p-1)/p         2k + 2, 2(p'-1)/p' + 2, (p'-1)/p' + 1
//   Reduce         2k, 2(p-1)/p, (p-1)/p         2k + 1, 2(p'-1)/p' + 1, (p'-1)/p' + 1
//   Broadcast      k,  k,        0               k + 1,  k + 1,          0
//   ReduceScatter  k,  (p-1)/p,  (p-1)/p         k + 2,  1 + (S+1)/p,    1 + S/p
//   AllGather      k,  (p-1)/p,  0               k + 2,  1 + (S+1)/p,    0
//
// Assumptions: (1) one port, full duplex; (2) HCCL's documented fold of whole vectors (Rabenseifner's half exchange is
// collective::half_exchange); (3) near partners first. HCCL's page has these formulas, but its ReduceScatter and
// AllGather start far, to keep the blocks in order: then S = p' - 1 + sum over j < k of min(p - p', 2^j), often more.
// Valid: p >= 1. Between powers of two it moves about twice the bytes of a ring: six ranks are slower than eight.
// Source: HCCL documentation, RHD.md; Thakur, Rabenseifner, Gropp 2005 for the power of two. (MPICH's comment and
// HCCL's selector write p where the dataflow has p'; the dataflow is right.)
template <class Link, class Law>
struct halving_doubling : flat<halving_doubling<Link, Law>, Link, Law> {
  static constexpr const char* name = "halving_doubling";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using halving_doubling::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept {
    const int k = floor_log2(p);
    const std::int64_t core = std::int64_t{1} << k;
    if (core == p) return {2 * k, {2 * (core - 1), core}, {core - 1, core}};
    return {2 * k + 2, {2 * (core - 1) + 2 * core, core}, {2 * core - 1, core}};
  }
  // As the AllReduce; only the root needs the result, so nothing is unfolded.
  [[nodiscard]] static constexpr coefficients cost(reduce, int p) noexcept {
    const int k = floor_log2(p);
    const std::int64_t core = std::int64_t{1} << k;
    if (core == p) return {2 * k, {2 * (core - 1), core}, {core - 1, core}};
    return {2 * k + 1, {2 * (core - 1) + core, core}, {2 * core - 1, core}};
  }
  // A binomial tree over p' ranks, then one message to each of the others.
  [[nodiscard]] static constexpr coefficients cost(broadcast, int p) noexcept {
    return {ceil_log2(p), {ceil_log2(p), 1}, {0, 1}};
  }
  [[nodiscard]] static constexpr coefficients cost(reduce_scatter, int p) noexcept {
    return one_way(p, is_power_of_two(p) ? ratio{p - 1, p} : ratio{p + blocks(p), p});
  }
  [[nodiscard]] static constexpr coefficients cost(all_gather, int p) noexcept { return one_way(p, {0, 1}); }

 private:
  // S: blocks of n/p that a rank of the folded group exchanges.
  static constexpr std::int64_t blocks(int p) noexcept {
    std::int64_t sum = 0;
    for (int i = 1; i <= floor_log2(p); ++i) sum += ceil_div<std::int64_t>(p, std::int64_t{1} << i);
    return sum;
  }
  static constexpr coefficients one_way(int p, ratio reduced) noexcept {
    const int k = floor_log2(p);
    if (is_power_of_two(p)) return {k, {p - 1, p}, reduced};
    return {k + 2, {p + blocks(p) + 1, p}, reduced};
  }
};

template <class Link, class Law = affine>
halving_doubling(Link, Law = {}) -> halving_doubling<Link, Law>;

}  // namespace traincost::collective
