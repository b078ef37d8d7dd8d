// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <traincost/collective/bounds.hpp>

#include "allreduce_cost/machine.hpp"

// What no algorithm can beat on a machine without contention.
namespace allreduce_cost {

// Two levels: M servers of D ranks, each with a port to the others and D - 1 links of pairs, p = M D. A server is to
// the others a rank with D ports, and a rank moves what it has to through all its links together:
//
//   latency     ceil(log_{D+1} M) alpha of the ports, because a step takes what D ranks know to D more servers
//   bandwidth   the larger of the bound of M ranks for n/D bytes over one port (AllToAll: n bytes, which nothing
//   merges)
//               and the bound of p ranks for n bytes over port and links at once
//   reduction   that of p ranks with the faster of both
template <class Operation>
traincost::collective::bounds<> bounds_of_two_levels(Operation operation, const machine& on, traincost::bytes n,
                                                     traincost::collective::start_ups starting) {
  namespace collective = traincost::collective;
  using namespace traincost;
  const auto between = on.between.port();
  const auto inside = on.inside.pair();
  const double ports = static_cast<double>(on.per_server);

  int steps = 1;
  if (starting == collective::start_ups::one_by_one) {
    for (double reached = 1.0 + ports; reached < on.servers; reached *= 1.0 + ports) ++steps;
  }
  constexpr bool merges = !std::same_as<Operation, collective::all_to_all>;
  const auto out_of_a_server = collective::lower_bounds(operation, between, merges ? n / ports : n, on.servers);

  const hardware::port_link<> all_at_once{{},
                                          1.0 / (between.bandwidth() + (ports - 1.0) * inside.bandwidth()),
                                          inside.gamma < between.gamma ? inside.gamma : between.gamma};
  const auto of_a_rank = collective::lower_bounds(operation, all_at_once, n, on.ranks());
  return {steps * between.alpha,
          out_of_a_server.bandwidth < of_a_rank.bandwidth ? of_a_rank.bandwidth : out_of_a_server.bandwidth,
          of_a_rank.reduction};
}

}  // namespace allreduce_cost
