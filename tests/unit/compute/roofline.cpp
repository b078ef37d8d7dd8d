// SPDX-License-Identifier: BSL-1.0
#include "traincost/compute/roofline.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/random.hpp"
#include "traincost/hardware/ascend910b.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using compute::roofline;
}  // namespace

TEST_CASE("roofline: the longer of computing and moving") {
  constexpr roofline<> chip{100.0 * TFLOP_per_s, 1.0 * TB_per_s, fraction{0.5}, fraction{0.25}};
  CHECK(relative_error(chip.time(50.0 * TFLOP, 0.0 * B).si(), 1.0) < rounding);
  CHECK(relative_error(chip.time(0.0 * FLOP, 0.25 * TB).si(), 1.0) < rounding);
  CHECK(relative_error(chip.time(50.0 * TFLOP, 0.5 * TB).si(), 2.0) < rounding);
  CHECK(relative_error(chip.time(200.0 * TFLOP, 0.5 * TB).si(), 4.0) < rounding);
  static_assert(chip.time(0.0 * FLOP, 0.0 * B) == 0.0 * s);
}

TEST_CASE("roofline: the bounds meet at the ridge") {
  random_source draw(71);
  for (int i = 0; i < 300; ++i) {
    const roofline<> chip{draw.magnitude(1e9, 1e15) * (FLOP / s), draw.magnitude(1e9, 1e13) * (B / s),
                          fraction{draw.uniform(0.01, 1.0)}, fraction{draw.uniform(0.01, 1.0)}};
    const bytes traffic = draw.magnitude(1.0, 1e12) * B;
    const auto work = traffic * chip.ridge();
    CHECK(relative_error(chip.time(work, 0.0 * B).si(), chip.time(0.0 * FLOP, traffic).si()) < rounding);
    CHECK(relative_error(chip.time(work, traffic).si(), chip.time(0.0 * FLOP, traffic).si()) < rounding);
    CHECK(relative_error(chip.time(2.0 * work, traffic).si(), 2.0 * chip.time(work, traffic).si()) < rounding);
    CHECK(chip.time(0.5 * work, traffic) == chip.time(0.0 * FLOP, traffic));
    // Never above the peak, whatever the mix.
    CHECK(chip.time(work, traffic) * chip.peak >= (1.0 - rounding) * work);
  }
}

TEST_CASE("roofline: of an accelerator, with the default efficiencies") {
  constexpr auto chip = roofline<>::of(hardware::ascend910b2);
  CHECK(relative_error((0.86 * chip.peak * chip.time(1.0 * PFLOP, 0.0 * B)).in(PFLOP), 1.0) < rounding);
  CHECK(relative_error((0.8 * chip.memory_bandwidth * chip.time(0.0 * FLOP, 1.0 * GB)).in(GB), 1.0) < rounding);
  CHECK(chip.peak == hardware::ascend910b2.peak());
}
