// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/halving_doubling.hpp"

namespace traincost::collective {

// Rabenseifner's AllReduce: halving-doubling that folds surplus ranks in by halves. Of each folded pair the even rank
// sends its second half and the odd one its first, both reduce a half at the same time, and the odd one hands its half
// back. With p' = 2^k the largest power of two <= p, k = floor(lg p):
//
//   p a power of two   A = 2k       B = 2(p-1)/p          G = (p-1)/p        as halving_doubling
//   otherwise          A = 2k + 3   B = 2(p'-1)/p' + 2    G = (p'-1)/p' + 1/2
//
// Assumptions: (1) one port, full duplex; (2) the result goes back to the odd rank as one whole vector.
// Valid: p >= 1. Against HCCL's fold it saves n gamma / 2 for one alpha: no gain where reduction is free.
// Source: Rabenseifner, ICCS 2004; Open MPI's description of its redscat_allgather AllReduce.
template <class Link, class Law>
struct half_exchange : flat<half_exchange<Link, Law>, Link, Law> {
  static constexpr const char* name = "half_exchange";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using half_exchange::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept {
    if (is_power_of_two(p)) return halving_doubling<Link, Law>::cost(all_reduce{}, p);
    const int k = floor_log2(p);
    const std::int64_t core = std::int64_t{1} << k;
    return {2 * k + 3, {2 * (core - 1) + 2 * core, core}, {2 * (core - 1) + core, 2 * core}};
  }
};

template <class Link, class Law = affine>
half_exchange(Link, Law = {}) -> half_exchange<Link, Law>;

}  // namespace traincost::collective
