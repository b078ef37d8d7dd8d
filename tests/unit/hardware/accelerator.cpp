// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/accelerator.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"

TEST_CASE("accelerator: peak = cores x MACs x 2 x clock") {
  using namespace traincost;
  using namespace traincost::units;
  constexpr hardware::accelerator<> chip{.cores = 3, .macs_per_cycle = 5, .clock = 7.0 * GHz};
  static_assert(chip.peak() == 210e9 * (FLOP / s));
  CHECK(hardware::accelerator<>{}.peak() == 0.0 * (FLOP / s));
}
