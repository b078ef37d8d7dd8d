// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/two_level.hpp"

#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

// The parameters of the documented tables.
constexpr auto inside = hardware::pair(5.0 * us, 18.3 * GB_per_s, 500.0 * GB_per_s);
constexpr auto between = hardware::port(10.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);

template <class Outer>
int check_all_reduce_lines() {
  int lines = 0;
  for (const row& line : table("two_level_all_reduce.csv")) {
    if (line.text("outer") != Outer::name) continue;
    const bytes n = line.number("bytes") * B;
    const int ranks = 8 * line.count("servers");
    CAPTURE(ranks);
    CAPTURE(n.si());
    for (const staging order : {staging::inner_first, staging::outer_first}) {
      const two_level model{mesh{inside}, Outer{between}, 8, order};
      const auto levels = model.levels(all_reduce{}, n, ranks);
      const double scatter = line.number("inner_reduce_scatter_s");
      const double gather = line.number("inner_all_gather_s");
      CHECK(relative_error(model.inner.time(reduce_scatter{}, n, 8).si(), scatter) < golden);
      CHECK(relative_error(model.inner.time(all_gather{}, n, 8).si(), gather) < golden);
      CHECK(relative_error(levels.inner.si(), scatter + gather) < golden);
      CHECK(relative_error(levels.outer.si(), line.number("outer_all_reduce_s")) < golden);
      CHECK(relative_error(model.time(all_reduce{}, n, ranks).si(), line.number("total_s")) < golden);
    }
    ++lines;
  }
  return lines;
}
}  // namespace

TEST_CASE("two_level: documented AllReduce, level by level") {
  CHECK(check_all_reduce_lines<ring<>>() == 3);
  CHECK(check_all_reduce_lines<nhr<>>() == 3);
  CHECK(check_all_reduce_lines<halving_doubling<>>() == 6);
}

TEST_CASE("two_level: documented ReduceScatter in both orders") {
  for (const row& line : table("two_level_reduce_scatter.csv")) {
    const bytes n = line.number("bytes") * B;
    const int ranks = 8 * line.count("servers");
    CAPTURE(ranks);
    CAPTURE(n.si());
    const two_level inner_first{mesh{inside}, nhr{between}, 8};
    const two_level outer_first{mesh{inside}, nhr{between}, 8, staging::outer_first};
    CHECK(relative_error(inner_first.time(reduce_scatter{}, n, ranks).si(), line.number("inner_first_s")) < golden);
    CHECK(relative_error(outer_first.time(reduce_scatter{}, n, ranks).si(), line.number("outer_first_s")) < golden);
  }
}

// 8 x 16 x 4 ranks, 1 GiB, the third level at half the rate and 15 us a step.
TEST_CASE("two_level: nests to three levels") {
  const auto far = hardware::port(15.0 * us, 10.0 * GB_per_s, 500.0 * GB_per_s);
  const two_level pod{mesh{inside}, nhr{between}, 8};
  const two_level model{pod, nhr{far}, 8 * 16};
  CHECK(relative_error(model.time(all_reduce{}, GiB, 8 * 16 * 4).si(), 0.03080309669700547) < golden);
}

TEST_CASE("two_level: an AllGather is a ReduceScatter without the reduction, in the opposite order") {
  random_source draw(11);
  for (int i = 0; i < 200; ++i) {
    auto near = random_link<hardware::pair_link<>>(draw);
    auto far = random_link<hardware::port_link<>>(draw);
    near.gamma = far.gamma = {};
    const staging order = i % 2 == 0 ? staging::inner_first : staging::outer_first;
    const two_level model{mesh{near}, nhr{far}, draw.integer(1, 16), order};
    const int ranks = model.group * draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    CHECK(model.time(all_gather{}, n, ranks) == model.time(reduce_scatter{}, n, ranks));
  }
}

TEST_CASE("two_level: with inner first, an AllReduce is a ReduceScatter and an AllGather") {
  random_source draw(12);
  for (int i = 0; i < 200; ++i) {
    const two_level model{mesh{random_link<hardware::pair_link<>>(draw)}, nhr{random_link<hardware::port_link<>>(draw)},
                          draw.integer(2, 16)};
    const int ranks = model.group * draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    CAPTURE(ranks);
    const seconds parts = model.time(reduce_scatter{}, n, ranks) + model.time(all_gather{}, n, ranks);
    const seconds whole = model.time(all_reduce{}, n, ranks);
    // A mesh or an NHR AllReduce is its two halves, so the levels' sums agree too.
    CHECK(relative_error(whole.si(), parts.si()) < rounding);
  }
}

TEST_CASE("two_level: reduces and sends what the flat lower bound says, (MD-1)/(MD)") {
  const hardware::pair_link<> only_reduction_inside{{}, {}, 1.0 * (s / B)};
  const hardware::port_link<> only_reduction_between{{}, {}, 1.0 * (s / B)};
  for (int servers = 1; servers <= 64; ++servers) {
    for (int group = 1; group <= 8; ++group) {
      const two_level model{mesh{only_reduction_inside}, nhr{only_reduction_between}, group};
      const double ranks = servers * group;
      CAPTURE(servers);
      CAPTURE(group);
      CHECK(model.time(all_reduce{}, 1.0 * B, servers * group).si() ==
            doctest::Approx((ranks - 1.0) / ranks).epsilon(1e-14));
    }
  }
}

TEST_CASE("two_level: one group needs no outer level, groups of one need no inner level") {
  random_source draw(13);
  for (int i = 0; i < 100; ++i) {
    const mesh near{random_link<hardware::pair_link<>>(draw)};
    const nhr far{random_link<hardware::port_link<>>(draw)};
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    for_each_operation([&](auto operation) {
      for (int p = 1; p <= 8; ++p) {
        const auto levels = two_level{near, far, 8}.levels(operation, n, p);
        CHECK(levels.outer == 0.0 * s);
        CHECK(levels.inner == near.time(operation, n, p));
      }
      const int p = draw.integer(2, 100);
      CHECK(two_level{near, far, 1}.time(operation, n, p) == far.time(operation, n, p));
    });
  }
}

TEST_CASE("two_level: an empty message costs the steps of both levels") {
  constexpr two_level model{mesh{inside}, nhr{between}, 8};
  CHECK(model.time(all_reduce{}, 0.0 * B, 256) == 2.0 * inside.alpha + 10.0 * between.alpha);
  CHECK(model.time(reduce_scatter{}, 0.0 * B, 256) == inside.alpha + 5.0 * between.alpha);
}
