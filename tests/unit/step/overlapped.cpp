// SPDX-License-Identifier: BSL-1.0
#include "traincost/step/overlapped.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

#include "../support/compare.hpp"
#include "../support/random.hpp"
#include "traincost/step/serial.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
}  // namespace

TEST_CASE("overlapped: share 0 is the serial sum, share 1 the longer of the two") {
  random_source draw(81);
  for (int i = 0; i < 500; ++i) {
    const seconds compute = draw.magnitude(1e-6, 1e2) * s;
    const seconds communication = draw.magnitude(1e-6, 1e2) * s;
    const auto none = step::overlapped<>{fraction{0.0}}(compute, communication);
    const auto serial = step::serial{}(compute, communication);
    const auto full = step::overlapped<>{}(compute, communication);
    CHECK(none.total() == compute + communication);
    CHECK(none.hidden_communication == 0.0 * s);
    CHECK(serial.total() == none.total());
    CHECK(serial.exposed_communication == communication);
    const seconds longer = compute < communication ? communication : compute;
    CHECK(relative_error(full.total().si(), longer.si()) < rounding);
  }
}

TEST_CASE("overlapped: the parts add up, nothing is negative, more overlap never costs") {
  random_source draw(82);
  for (int i = 0; i < 500; ++i) {
    const seconds compute = (draw.integer(0, 9) == 0 ? 0.0 : draw.magnitude(1e-6, 1e2)) * s;
    const seconds communication = (draw.integer(0, 9) == 0 ? 0.0 : draw.magnitude(1e-6, 1e2)) * s;
    seconds last = (compute + communication) * (1.0 + rounding);
    for (const double share : {0.0, 0.1, 0.5, 2.0 / 3.0, 1.0}) {
      const auto parts = step::overlapped<>{fraction{share}}(compute, communication);
      CHECK(parts.compute == compute);
      CHECK(parts.total() == parts.compute + parts.exposed_communication);
      CHECK(relative_error(parts.communication().si(), communication.si()) < rounding);
      CHECK(parts.exposed_communication >= 0.0 * s);
      CHECK(parts.hidden_communication >= 0.0 * s);
      CHECK(parts.hidden_communication <= share * compute);
      CHECK(parts.total() <= last);
      last = parts.total() * (1.0 + rounding);
    }
  }
}
