// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>

#include "traincost/hardware/ascend910b.hpp"
#include "traincost/hardware/hccs.hpp"
#include "traincost/hardware/rocev2.hpp"

namespace traincost::hardware {

// Servers of equal accelerators: a full mesh inside, one port per accelerator between them.
template <class Rep>
struct cluster {
  hardware::accelerator<Rep> accelerator{};
  int servers = 0;
  int per_server = 0;
  pair_link<Rep> inside{};
  port_link<Rep> between{};

  // Servers that no integer can count stop at the largest; a model refuses them.
  [[nodiscard]] constexpr int ranks() const noexcept {
    const std::int64_t all = std::int64_t{servers} * per_server;
    constexpr std::int64_t most = (std::numeric_limits<int>::max)();
    return static_cast<int>(all > most ? most : all < -most ? -most : all);
  }
  [[nodiscard]] constexpr basic_flop_rate<Rep> peak() const noexcept {
    return static_cast<Rep>(ranks()) * accelerator.peak();
  }
};

// 910B servers of 8 on one 200 Gbps RoCEv2 port per NPU, with the constants HCCL chooses its algorithms by: 60 us a
// step and 0.8 of 25 GB/s between servers. They are the vendor's planning figures, not a measurement; calibrate before
// a decision hangs on them. Source: HCCL coll_alg_operator.cc (LATENCY) and device_capacity.cc.
constexpr cluster<double> atlas_a2(int servers, accelerator<double> npu = ascend910b2) noexcept {
  using namespace traincost::units;
  constexpr bandwidth effective = 0.8 * (200.0 * Gbit_per_s);
  return {npu, servers, hccs::largest_group, hccs::link(), port(60.0 * us, effective)};
}

}  // namespace traincost::hardware
