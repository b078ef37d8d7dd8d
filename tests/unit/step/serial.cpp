// SPDX-License-Identifier: BSL-1.0
#include "traincost/step/serial.hpp"

#include <doctest/doctest.h>

TEST_CASE("serial: nothing hides") {
  using namespace traincost;
  using namespace traincost::units;
  constexpr auto parts = step::serial{}(3.0 * ms, 1.0 * ms);
  static_assert(parts.total() == 3.0 * ms + 1.0 * ms && parts.hidden_communication == 0.0 * s);
  CHECK(parts.communication_share().value() == doctest::Approx(0.25).epsilon(1e-14));
  CHECK(std::is_empty_v<step::serial>);
}
