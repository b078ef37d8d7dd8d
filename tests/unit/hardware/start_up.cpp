// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/start_up.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "traincost/hardware/rocev2.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using hardware::start_up;

constexpr hardware::rocev2<> network{200.0 * Gbit_per_s};
constexpr start_up<> three_hops{5.0 * us, 3, 0.6 * us, 100.0, false, network.packet(), network.line_rate};
}  // namespace

TEST_CASE("start_up: the parts by hand") {
  CHECK(relative_error(three_hops.alpha().in(us), 5.0 + 3 * 0.6 + 100 * 0.005) < rounding);
  auto stored = three_hops;
  stored.store_and_forward = true;
  // 4178 B at 25 GB/s, three times.
  CHECK(relative_error(stored.alpha().in(us), 7.3 + 3 * 4178 / 25e3) < rounding);
  CHECK(relative_error(stored.split().switches.in(us), 1.8 + 3 * 4178 / 25e3) < rounding);
  CHECK(stored.split().software == 5.0 * us);
  CHECK(relative_error(stored.split().cable.in(ns), 500.0) < rounding);
  CHECK(stored.split().total() == stored.alpha());
  static_assert(start_up<>{}.alpha() == 0.0 * s);
  static_assert(start_up<>{.software = 60.0 * us}.alpha() == 60.0 * us);
  static_assert(start_up<float>{}.alpha().si() == 0.0F);
}

TEST_CASE("start_up: more of anything takes longer") {
  random_source draw(71);
  for (int i = 0; i < 500; ++i) {
    const start_up<> base{draw.magnitude(1e-7, 1e-4) * s,     draw.integer(0, 6), draw.magnitude(1e-8, 1e-6) * s,
                          draw.magnitude(1.0, 1e4),           i % 2 == 0,         network.packet(),
                          draw.magnitude(1e9, 1e11) * B_per_s};
    auto more = base;
    more.software = 2.0 * base.software;
    CHECK(more.alpha() > base.alpha());
    more = base;
    ++more.switches;
    CHECK(more.alpha() > base.alpha());
    more = base;
    more.cable_metres *= 2.0;
    CHECK(more.alpha() > base.alpha());
    more = base;
    more.store_and_forward = true;
    CHECK(more.alpha().si() >= base.alpha().si() * (1.0 - rounding));
    if (!base.store_and_forward && base.switches > 0) CHECK(more.alpha() > base.alpha());
  }
}

TEST_CASE("start_up: policies") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const auto with = [](auto change) {
      auto changed = three_hops;
      changed.store_and_forward = true;
      change(changed);
      return check_policies([=]<eval_policy P> { return changed.template alpha<P>().si(); });
    };
    const bool allowed = x >= 0.0 && x <= 1e308;
    CHECK(with([x](auto& c) { c.software = x * s; }) == !allowed);
    CHECK(with([x](auto& c) { c.switch_latency = x * s; }) == !allowed);
    CHECK(with([x](auto& c) { c.cable_metres = x; }) == !allowed);
    CHECK(with([x](auto& c) { c.packet = x * B; }) == !allowed);
    CHECK(with([x](auto& c) { c.line_rate = x * B_per_s; }) == !(allowed && x > 0.0));
  }
  for (const int count : odd_counts) {
    auto changed = three_hops;
    changed.switches = count;
    CHECK(check_policies([=]<eval_policy P> { return changed.alpha<P>().si(); }) == (count < 0));
  }
  // What is not stored needs no rate.
  CHECK(start_up<>{.packet = -1.0 * B, .line_rate = {}}.alpha() == 0.0 * s);
  static_assert(noexcept(three_hops.alpha<batch_policy>()) && !noexcept(three_hops.alpha()));
}
