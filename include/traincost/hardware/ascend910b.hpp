// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/hardware/accelerator.hpp"

// The four 910B variants. Cores, clock and memory: CANN 9.0.0 platform configuration; advertised peaks: Atlas 800T A2
// technical white paper, revision 16. Each comment names a disagreement between sources.
namespace traincost::hardware {

constexpr accelerator<double> make_ascend910b(const char* name, int cores, double clock_ghz, double advertised_tflops,
                                              double memory_gib, double memory_gb_per_s, double l2_mib,
                                              const char* source) noexcept {
  using namespace traincost::units;
  return {name,
          cores,
          4096,  // 16 x 16 x 16 MACs of a cube core
          clock_ghz * GHz,
          advertised_tflops * TFLOP_per_s,
          memory_gib * GiB,
          memory_gb_per_s * GB_per_s,
          l2_mib * MiB,
          source};
}

// npu-smi shows 25 cores where the configuration file lists 24; 400 TFLOP/s = 25 x 8704 x 1.85 GHz counts the 25th.
inline constexpr accelerator<double> ascend910b1 =
    make_ascend910b("Ascend 910B1", 24, 1.85, 400.0, 64.0, 1600.0, 192.0, "CANN 9.0.0 platform_config Ascend910B1");

inline constexpr accelerator<double> ascend910b2 =
    make_ascend910b("Ascend 910B2", 24, 1.80, 376.0, 64.0, 1600.0, 192.0,
                    "CANN 9.0.0 platform_config Ascend910B2; Atlas 800T A2 technical white paper rev 16");

// No statement of the 910B3's level-2 size was found; the 910B2's is entered.
inline constexpr accelerator<double> ascend910b3 =
    make_ascend910b("Ascend 910B3", 20, 1.80, 313.0, 64.0, 1600.0, 192.0,
                    "CANN 9.0.0 platform_config Ascend910B3; Atlas 800T A2 technical white paper rev 16");

// The advertised 280 TFLOP/s needs 1.6 GHz under the rule that gives the other three; the configuration file says 1.5.
inline constexpr accelerator<double> ascend910b4 =
    make_ascend910b("Ascend 910B4", 20, 1.50, 280.0, 32.0, 800.0, 96.0, "CANN 9.0.0 platform_config Ascend910B4");

}  // namespace traincost::hardware
