// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/hardware/link.hpp"

namespace traincost::hardware {

// HCCS, the full mesh of the 8 NPUs in a 910B server: every pair has its own link, so a group of n NPUs has n - 1 links
// each and no more. Rates are one way.
//
//   bandwidth of a rank in a group of n:  (n - 1) x 28 GB/s;  HCCL reaches 18.3 GB/s a link (65 %)
//
// Valid: n = 1..8. Do not use it for PCIe boards (some 910B4) nor between servers.
// Source: 7 x 28 GB/s: Atlas 800T A2 technical white paper rev 16; 18.3 GB/s: HCCL's device capacity constants. No
// official figure of a step's start-up was found: 5 us is an illustration, to be calibrated.
struct hccs {
  static constexpr int largest_group = 8;
  static constexpr bandwidth nominal_per_link = 28.0 * units::GB_per_s;
  static constexpr bandwidth effective_per_link = 18.3 * units::GB_per_s;

  // The pairwise link as HCCL's collectives see it. Reduction happens in line with the copy: gamma = 0.
  [[nodiscard]] static constexpr pair_link<double> link(seconds alpha = 5.0 * units::us) noexcept {
    return pair(alpha, effective_per_link);
  }
};

}  // namespace traincost::hardware
