// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/achieved.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/random.hpp"
#include "traincost/hardware/cluster.hpp"
#include "traincost/workload/glm.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using mfu::achieved;
}  // namespace

TEST_CASE("achieved: work over time and peak") {
  CHECK(achieved(26.0 * TFLOP, 0.5 * s, 100.0 * TFLOP_per_s).value() == doctest::Approx(0.52).epsilon(1e-14));
  CHECK(achieved(0.0 * FLOP, 0.5 * s, 100.0 * TFLOP_per_s).value() == 0.0);
  CHECK(achieved(100.0 * TFLOP, 1.0 * s, 100.0 * TFLOP_per_s).value() == 1.0);
  CHECK_THROWS_AS((void)achieved(101.0 * TFLOP, 1.0 * s, 100.0 * TFLOP_per_s), domain_failure);
}

TEST_CASE("achieved: the time that an MFU implies gives the MFU back") {
  random_source draw(231);
  for (int i = 0; i < 300; ++i) {
    const double share = draw.uniform(0.001, 0.999);
    const flop_rate peak = draw.magnitude(1e9, 1e18) * (FLOP / s);
    const flops work = draw.magnitude(1.0, 1e25) * FLOP;
    CHECK(relative_error(achieved(work, work / (share * peak), peak).value(), share) < rounding);
  }
}

// GLM-4-9B on the documented cluster: which token rate 52 % is.
TEST_CASE("achieved: of a model on a cluster") {
  constexpr auto cluster = hardware::atlas_a2(32);
  constexpr auto per_token = workload::glm_4_9b.training_flops(8192);
  constexpr tokens step = 4.0e6 * token;
  const seconds time = step * per_token / (0.52 * cluster.peak());
  CHECK(relative_error(achieved(step * per_token, time, cluster.peak()).percent(), 52.0) < rounding);
}
