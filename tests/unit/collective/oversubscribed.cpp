// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/oversubscribed.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using collective::oversubscribed;

template <class Algorithm>
int check_golden_lines() {
  int lines = 0;
  for (const row& line : table("oversubscribed.csv")) {
    if (line.text("algorithm") != Algorithm::name) continue;
    const int servers = line.count("servers");
    const oversubscribed fabric{.ratio = line.number("ratio"), .rack = line.count("rack")};
    CAPTURE(servers);
    CAPTURE(fabric.ratio);
    CAPTURE(fabric.rack);
    const double bytes_sent = Algorithm::cost(collective::reduce_scatter{}, servers).bytes.template as<double>();
    CHECK(relative_error(bytes_sent * fabric.stretch(Algorithm{}, servers), line.number("coefficient")) < golden);
    ++lines;
  }
  return lines;
}

template <class Algorithm>
void check_bounds(int rack, int ranks) {
  double last = 1.0;
  for (const double ratio : {1.0, 1.5, 2.0, 3.0, 4.0, 8.0, 100.0}) {
    const double stretch = oversubscribed{ratio, rack}.stretch(Algorithm{}, ranks);
    CAPTURE(ratio);
    CAPTURE(rack);
    CAPTURE(ranks);
    CHECK(stretch >= last * (1.0 - rounding));   // monotone in the ratio, never a gain
    CHECK(stretch <= ratio * (1.0 + rounding));  // all traffic leaves the rack at worst
    last = stretch;
  }
}
}  // namespace

TEST_CASE("oversubscribed: documented coefficients") {
  CHECK(check_golden_lines<collective::ring<>>() == 8);
  CHECK(check_golden_lines<collective::nhr<>>() == 8);
  CHECK(check_golden_lines<collective::halving_doubling<>>() == 6);
}

TEST_CASE("oversubscribed: between 1 and the ratio, growing with it") {
  for (const int rack : {1, 2, 4, 8, 32}) {
    for (int racks = 1; racks <= 20; ++racks) {
      check_bounds<collective::ring<>>(rack, rack * racks);
      if (rack * racks > 1) check_bounds<collective::nhr<>>(rack, rack * racks);
    }
    for (int ranks = rack; ranks <= 1024; ranks *= 2) check_bounds<collective::halving_doubling<>>(rack, ranks);
  }
}

TEST_CASE("oversubscribed: one rack or no oversubscription changes nothing") {
  constexpr oversubscribed full{4.0, 16};
  for (int p = 1; p <= 16; ++p) {
    CHECK(full.stretch(collective::ring<>{}, p) == 1.0);
    CHECK(full.stretch(collective::nhr<>{}, p) == 1.0);
    CHECK(full.stretch(collective::halving_doubling<>{}, p) == 1.0);
  }
  CHECK(relative_error(oversubscribed{1.0, 4}.stretch(collective::nhr<>{}, 64), 1.0) < rounding);
  static_assert(oversubscribed{8.0, 4}.stretch(collective::ring<>{}, 64) == 2.0);
}

TEST_CASE("oversubscribed: a link stretched by it slows the transfer and nothing else") {
  using namespace units;
  constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
  constexpr auto slow = link.stretched(oversubscribed{8.0, 4}.stretch(collective::ring<>{}, 64));
  static_assert(slow.alpha == link.alpha && slow.gamma == link.gamma && slow.beta == 2.0 * link.beta);
}
