// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/cluster.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../support/compare.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
}  // namespace

TEST_CASE("cluster: 32 servers of 8 are the documented 256") {
  constexpr auto documented = hardware::atlas_a2(32);
  static_assert(documented.ranks() == 256 && documented.per_server == 8 && documented.inside.valid());
  CHECK(std::string(documented.accelerator.name) == "Ascend 910B2");
  CHECK(relative_error(documented.peak().in(PFLOP_per_s), 256 * 0.3538944) < rounding);
  CHECK(relative_error(documented.between.bandwidth().in(GB_per_s), 20.0) < rounding);
  CHECK(documented.between.alpha == 60.0 * us);
  CHECK(relative_error(documented.inside.bandwidth().in(GB_per_s), 18.3) < rounding);
}

TEST_CASE("cluster: other accelerators") {
  constexpr auto small = hardware::atlas_a2(1, hardware::ascend910b3);
  CHECK(relative_error(small.peak().in(TFLOP_per_s), 8 * 294.912) < rounding);
}
