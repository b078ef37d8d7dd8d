// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/link.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <limits>
#include <type_traits>

#include "../support/compare.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using hardware::port_link, hardware::pair_link;
}  // namespace

TEST_CASE("link: from bandwidths and back") {
  constexpr auto port = hardware::port(60.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
  constexpr auto pair = hardware::pair(5.0 * us, 18.3 * GB_per_s);
  static_assert(std::is_same_v<decltype(port), const port_link<>> && std::is_same_v<decltype(pair), const pair_link<>>);
  CHECK(relative_error(port.beta.si(), 5e-11) < rounding);
  CHECK(relative_error(port.gamma.si(), 2e-12) < rounding);
  CHECK(relative_error(pair.bandwidth().in(GB_per_s), 18.3) < rounding);
  CHECK(hardware::pair(5.0 * us, 18.3 * GB_per_s, 500.0 * GB_per_s).gamma == port.gamma);
  static_assert(pair.gamma == 0.0 * (s / B) && pair.alpha == 5.0 * us);
}

TEST_CASE("link: stretched") {
  constexpr auto link = hardware::port(60.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
  constexpr auto slow = link.stretched(2.5);
  static_assert(slow.alpha == link.alpha && slow.gamma == link.gamma);
  CHECK(relative_error(slow.bandwidth().in(GB_per_s), 8.0) < rounding);
}

TEST_CASE("link: valid means finite and not negative, in each of the three numbers") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto make = [](double alpha, double beta, double gamma) {
    return port_link<>{alpha * s, beta * (s / B), gamma * (s / B)};
  };
  CHECK(make(0.0, 0.0, 0.0).valid());
  CHECK(make(1.0, 1e-300, std::numeric_limits<double>::max()).valid());
  for (const double bad : {nan, infinity, -infinity, -1e-300}) {
    CAPTURE(bad);
    CHECK_FALSE(make(bad, 1.0, 1.0).valid());
    CHECK_FALSE(make(1.0, bad, 1.0).valid());
    CHECK_FALSE(make(1.0, 1.0, bad).valid());
  }
}
