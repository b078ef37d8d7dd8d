// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/ascend910b.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../support/compare.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
}  // namespace

TEST_CASE("ascend910b: the four variants as published") {
  const table published("ascend910b.csv");
  CHECK(published.size() == 4);
  for (const auto* chip :
       {&hardware::ascend910b1, &hardware::ascend910b2, &hardware::ascend910b3, &hardware::ascend910b4}) {
    const row& line = published.where("name", chip->name);
    CAPTURE(std::string(chip->name));
    CHECK(chip->cores == line.count("cores"));
    CHECK(chip->macs_per_cycle == line.count("macs_per_cycle"));
    CHECK(relative_error(chip->clock.in(GHz), line.number("clock_ghz")) < rounding);
    CHECK(relative_error(chip->peak().in(TFLOP_per_s), line.number("peak_tflop_per_s")) < golden);
    CHECK(relative_error(chip->advertised.in(TFLOP_per_s), line.number("advertised_tflop_per_s")) < rounding);
    CHECK(chip->memory.in(GiB) == line.number("memory_gib"));
    CHECK(relative_error(chip->memory_bandwidth.in(GB_per_s), line.number("memory_gb_per_s")) < rounding);
    CHECK(chip->level2_cache.in(MiB) == line.number("level2_mib"));
    CHECK(std::string(chip->source).find("CANN 9.0.0") == 0);
  }
}

// The advertised figures count the vector units: cores x 8704 x clock, with the exceptions that the header names.
TEST_CASE("ascend910b: the advertised peak is above the cube's") {
  for (const auto* chip :
       {&hardware::ascend910b1, &hardware::ascend910b2, &hardware::ascend910b3, &hardware::ascend910b4}) {
    CHECK(chip->advertised > chip->peak());
    CHECK(chip->advertised < 1.15 * chip->peak());
  }
}
