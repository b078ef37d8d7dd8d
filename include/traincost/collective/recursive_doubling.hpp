// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Recursive doubling: partners at distance 1, 2, 4, ... swap whole vectors and reduce. With k = floor(lg p):
//
//   AllReduce   p a power of two                       A = k       B = k       G = k
//               otherwise (fold p - 2^k in and out)    A = k + 2   B = k + 2   G = k + 1
//
// Assumptions: (1) one port, full duplex; (2) surplus ranks are folded in and unfolded as whole vectors.
// Valid: p >= 1. Half the start-ups of halving_doubling and lg p times the vector: for small messages only. Its
// AllGather is that of halving_doubling.
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19 (2005).
template <class Link, class Law>
struct recursive_doubling : flat<recursive_doubling<Link, Law>, Link, Law> {
  static constexpr const char* name = "recursive_doubling";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using recursive_doubling::flat::flat;

  [[nodiscard]] static constexpr coefficients cost(all_reduce, int p) noexcept {
    const int k = floor_log2(p);
    const int fold = is_power_of_two(p) ? 0 : 1;
    return {k + 2 * fold, {k + 2 * fold, 1}, {k + fold, 1}};
  }
};

template <class Link, class Law = affine>
recursive_doubling(Link, Law = {}) -> recursive_doubling<Link, Law>;

}  // namespace traincost::collective
