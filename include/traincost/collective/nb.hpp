// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/nhr.hpp"

namespace traincost::collective {

// NB, HCCL's non-uniform Bruck: rings whose stride doubles. Step k of a ReduceScatter sends
// floor((p-1+2^k) / 2^(k+1)) blocks of n/p to the rank at distance 2^k; an AllGather sends 1, 2, 4, ... blocks and last
// what is left. Both add up to p-1 blocks in ceil(lg p) steps, so A, B and G are those of collective::nhr.
//
// What differs is the order: NHR's largest step goes to the nearest rank in both directions, the AllGather of NB sends
// its largest step far. Assumptions, valid range: as nhr. Do not use it under oversubscription, which tells them apart.
// Source: HCCL documentation, NB.md; hcomm all_gather_nb.cc for the order of the AllGather.
template <class Link, class Law>
struct nb : flat<nb<Link, Law>, Link, Law> {
  static constexpr const char* name = "nb";
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  using nb::flat::flat;

  template <class Operation>
    requires offers<nhr<Link, Law>, Operation>
  [[nodiscard]] static constexpr coefficients cost(Operation operation, int p) noexcept {
    return nhr<Link, Law>::cost(operation, p);
  }
};

template <class Link, class Law = affine>
nb(Link, Law = {}) -> nb<Link, Law>;

}  // namespace traincost::collective
