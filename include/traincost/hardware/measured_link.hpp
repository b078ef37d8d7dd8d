// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/hardware/link.hpp"

// Point-to-point measurements as ready links: what was measured, over which sizes, and by whom.
namespace traincost::hardware {

// A link whose start-up and bandwidth were both measured.
struct measured_link {
  port_link<double> link{};
  bytes smallest{};
  bytes largest{};
  const char* source = "";
};

// Streaming hides the start-up, so that such a measurement gives a rate and no alpha.
struct measured_rate {
  bandwidth rate{};
  bytes smallest{};
  bytes largest{};
  const char* source = "";
};

namespace measured {
namespace detail {
inline constexpr const char* blog = "blog post 'RoCE带宽时延测试'; perftest through hccn_tool";
inline constexpr const char* hixl = "github.com/xiaojia151/Hixl, benchmarks/A2_benchmark_performance.md";

// One message's latency; the rate is that of the same pair, from the bandwidth test. The blog's message of 1 MiB is
// inferred from the values: nothing smaller takes 43 us at this rate.
constexpr measured_link one_mebibyte(double latency_us) noexcept {
  using namespace units;
  constexpr bandwidth rate = 23368.05 * MiB / s;
  return {port(latency_us * us - 1.0 * MiB / rate, rate), 1.0 * MiB, 1.0 * MiB, blog};
}
constexpr measured_rate streaming(double gb_per_s, double smallest_mib) noexcept {
  using namespace units;
  return {gb_per_s * GB_per_s, smallest_mib * MiB, 8.0 * MiB, hixl};
}
}  // namespace detail

// 200 Gbps RoCEv2 of an Ascend 910-class NPU, MTU 4096; the rate is 98.0 % of the line's. alpha 3.4, 4.0, 5.9 us under
// one leaf, 7.7, 8.3, 14.0 us across leaves: of the verb alone, without a collective library's 15 to 60 us on top.
inline constexpr measured_link roce_200g_write = detail::one_mebibyte(46.23);
inline constexpr measured_link roce_200g_send = detail::one_mebibyte(46.81);
inline constexpr measured_link roce_200g_read = detail::one_mebibyte(48.72);
inline constexpr measured_link roce_200g_write_across_leaves = detail::one_mebibyte(50.46);
inline constexpr measured_link roce_200g_send_across_leaves = detail::one_mebibyte(51.09);
inline constexpr measured_link roce_200g_read_across_leaves = detail::one_mebibyte(56.80);

// Atlas A2, device to device. HCCS: one of the seven links, 28 GB/s nominal; reads are faster than writes.
inline constexpr measured_rate roce_200g_hixl_write = detail::streaming(22.571, 1.0);
inline constexpr measured_rate hccs_pair_write = detail::streaming(19.371, 8.0);
inline constexpr measured_rate hccs_pair_read = detail::streaming(25.741, 8.0);

// 400 Gbps RoCEv2 (ConnectX-7), one RDMA write outstanding: alpha + n beta within 0.7 %.
inline constexpr measured_link roce_400g_write{port(6.215 * units::us, 390.4 * units::Gbit_per_s), 16.0 * units::KiB,
                                               4.0 * units::MiB, "github.com NVIDIA/nccl issue 2409"};

}  // namespace measured
}  // namespace traincost::hardware
