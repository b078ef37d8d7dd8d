// SPDX-License-Identifier: BSL-1.0
// [readme]
#include <iostream>

#include <traincost/io/ostream.hpp>
#include <traincost/traincost.hpp>

int main() {
  using namespace traincost;
  using namespace traincost::units;
  constexpr auto cluster = hardware::atlas_a2(32);  // 256 x 910B2: HCCS inside, 200 Gbps RoCEv2 between
  constexpr collective::two_level model{collective::mesh{cluster.inside}, collective::nhr{cluster.between}};
  constexpr auto law = mfu::documented<>::fit(percent(52.0), 2.1 * ms, percent(44.0), 15.3 * ms);
  using power_law = convergence::latency_law<convergence::power<>>;
  constexpr auto steps = power_law::fit(2.1 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65});
  std::cout << "AllReduce of 1 GiB: " << model.time(collective::all_reduce{}, 1.0 * GiB, cluster.ranks()) << '\n'
            << "MFU at 15.3 ms: " << law.mfu(15.3 * ms) << ", steps: x " << steps.step_ratio(15.3 * ms) << '\n';
}
// [/readme]
