// SPDX-License-Identifier: BSL-1.0
#include "traincost/step/composed.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/step/overlapped.hpp"
#include "traincost/step/serial.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;

constexpr collective::ring network{hardware::port(10.0 * us, 20.0 * GB_per_s)};
constexpr compute::roofline<> chip{100.0 * TFLOP_per_s, 1.0 * TB_per_s};
constexpr step::load<> job{
    .work = 86.0 * TFLOP, .traffic = 0.1 * TB, .reduced = 10.0 * GB, .ranks = 8, .all_reduces = 2};
}  // namespace

TEST_CASE("compose: compute and the AllReduces, one after the other") {
  constexpr auto parts = step::compose(network, chip, step::serial{}, job);
  static_assert(parts.compute == chip.time(job.work, job.traffic));
  static_assert(parts.exposed_communication == 2.0 * network.time(collective::all_reduce{}, job.reduced, job.ranks));
  CHECK(relative_error(parts.compute.si(), 1.0) < rounding);
}

TEST_CASE("compose: the overlap rule joins them") {
  const auto serial = step::compose(network, chip, step::serial{}, job);
  const auto half = step::compose(network, chip, step::overlapped<>{fraction{0.5}}, job);
  CHECK(relative_error(half.communication().si(), serial.communication().si()) < rounding);
  CHECK(relative_error(half.hidden_communication.si(), 0.5) < rounding);
  CHECK(relative_error((serial.total() - half.total()).si(), 0.5) < 1e-13);
}

TEST_CASE("compose: no AllReduce, one rank, or nothing to reduce") {
  auto alone = job;
  alone.all_reduces = 0;
  CHECK(step::compose(network, chip, step::serial{}, alone).communication() == 0.0 * s);
  alone = job;
  alone.ranks = 1;
  CHECK(step::compose(network, chip, step::serial{}, alone).communication() == 0.0 * s);
  alone = job;
  alone.reduced = {};
  CHECK(step::compose(network, chip, step::serial{}, alone).communication() == 2.0 * 14.0 * (10.0 * us));
  CHECK(step::compose(network, chip, step::serial{}, step::load<>{}).total() == 0.0 * s);
}

TEST_CASE("compose: a load that reduces something must say among how many") {
  constexpr collective::ring wire{hardware::port(10.0 * units::us, 20.0 * units::GB_per_s)};
  constexpr compute::roofline<> device{100.0 * units::TFLOP_per_s, 1.0 * units::TB_per_s};
  const step::load<> forgotten{.work = 1.0 * units::TFLOP, .reduced = 1.0 * units::GB};
  CHECK_THROWS_AS((void)step::compose(wire, device, step::serial{}, forgotten), domain_failure);
  const step::load<> alone{.work = 1.0 * units::TFLOP};
  CHECK(step::compose(wire, device, step::serial{}, alone).communication() == 0.0 * units::s);
}
