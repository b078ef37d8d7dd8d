// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <optional>

#include <traincost/collective/ecmp.hpp>
#include <traincost/collective/oversubscribed.hpp>
#include <traincost/collective/pairwise.hpp>
#include <traincost/hardware/rocev2.hpp>

#include "allreduce_cost/machine.hpp"

// What the fabric makes of a port's transfer for one algorithm and operation.
namespace allreduce_cost {

template <class T, class... Others>
inline constexpr bool is_one_of = (std::same_as<T, Others> || ...);

// Whose traffic out of a rack collective::oversubscribed counts.
template <class Algorithm, class Operation>
inline constexpr bool counts_uplinks =
    is_one_of<Algorithm, traincost::collective::ring<>, traincost::collective::nhr<>, traincost::collective::nb<>,
              traincost::collective::pairwise<>, traincost::collective::halving_doubling<>>&&
        is_one_of<Operation, traincost::collective::all_reduce, traincost::collective::reduce_scatter,
                  traincost::collective::all_gather, traincost::collective::all_to_all>;

// RoCEv2 headers: a smaller MTU than 4096, for which bandwidths are given, leaves less to the payload.
inline double stretch_by_headers(int mtu) {
  const auto goodput = [](int of) { return traincost::hardware::rocev2<>{.mtu = of}.goodput().value(); };
  return goodput(4096) / goodput(mtu);
}

// [contention]
// The factor on the transfer of `ranks` ports; nothing where the algorithm is not counted under oversubscription.
template <class Algorithm, class Operation>
std::optional<double> stretch(const fabric& network, Operation operation, int ranks) {
  namespace collective = traincost::collective;
  double factor = 1.0;
  if (network.mtu) factor *= stretch_by_headers(*network.mtu);
  if (network.ecmp_links) {
    const collective::ecmp hashed{
        .flows = network.ecmp_flows.value_or(ranks), .links = *network.ecmp_links, .queue_pairs = network.queue_pairs};
    factor *= hashed.stretch();
  }
  if (network.oversubscription) {
    if constexpr (counts_uplinks<Algorithm, Operation>) {
      const collective::oversubscribed racks{.ratio = *network.oversubscription, .rack = network.rack};
      const double out = racks.stretch<traincost::batch_policy>(Algorithm{}, ranks, operation);
      if (!(out >= 1.0)) return std::nullopt;
      factor *= out;
    } else {
      return std::nullopt;
    }
  }
  return factor;
}
// [/contention]

}  // namespace allreduce_cost
