// SPDX-License-Identifier: BSL-1.0
#include "traincost/step/breakdown.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace {
using namespace traincost;
using namespace traincost::units;
using step::breakdown;
}  // namespace

TEST_CASE("breakdown: hidden communication is communication, but not part of the step") {
  constexpr breakdown<> parts{6.0 * s, 2.0 * s, 1.0 * s};
  static_assert(parts.total() == 8.0 * s && parts.communication() == 3.0 * s);
  static_assert(parts.communication_share().value() == 0.25);
  CHECK(breakdown<>{}.communication_share().value() == 0.0);
  CHECK(breakdown<>{0.0 * s, 2.0 * s, 0.0 * s}.communication_share().value() == 1.0);
}

TEST_CASE("breakdown: not a number in every part") {
  constexpr auto none = breakdown<>::not_a_number();
  CHECK(std::isnan(none.compute.si()));
  CHECK(std::isnan(none.exposed_communication.si()));
  CHECK(std::isnan(none.hidden_communication.si()));
  CHECK(std::isnan(none.total().si()));
  CHECK(std::isnan(none.communication_share().value()));
}
