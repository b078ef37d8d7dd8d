// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/units/constants.hpp"

namespace traincost::hardware {

// One accelerator as its peaks are computed: peak = cores x MACs per core and cycle x 2 x clock.
//
// `peak()` is the dense fp16/bf16 matrix peak and the denominator of every MFU here. `advertised` adds the vector
// units on Ascend (cores x 8704 x clock) and is kept apart, because dividing by it makes an MFU look smaller.
// Memory bandwidth is the data sheet's, reads and writes together; a kernel reaches 0.8 to 0.9 of it.
template <class Rep>
struct accelerator {
  const char* name = "";
  int cores = 0;
  int macs_per_cycle = 0;  // per core, fp16
  basic_frequency<Rep> clock{};
  basic_flop_rate<Rep> advertised{};
  basic_bytes<Rep> memory{};
  basic_bandwidth<Rep> memory_bandwidth{};
  basic_bytes<Rep> level2_cache{};
  const char* source = "";

  [[nodiscard]] constexpr basic_flop_rate<Rep> peak() const noexcept {
    return (static_cast<Rep>(cores) * static_cast<Rep>(macs_per_cycle) * Rep(2)) *
           (basic_flops<Rep>{units::FLOP} * clock);
  }
};

}  // namespace traincost::hardware
