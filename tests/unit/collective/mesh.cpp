// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/mesh.hpp"

#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/hardware/hccs.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using model = collective::mesh<>;
using pair = hardware::pair_link<>;

// Every rank sends every other rank that rank's block, all at once.
dataflow::schedule scatter(int p) {
  dataflow::step now;
  for (int r = 0; r < p; ++r) {
    for (int other = 0; other < p; ++other) {
      if (other != r) now.push_back({r, other, {other}, true});
    }
  }
  return {now};
}
}  // namespace

TEST_CASE("mesh: documented figures") { CHECK(check_golden_lines<model, pair>() == 12); }

TEST_CASE("mesh: the coefficients are what the messages add up to") {
  for (int p = 2; p <= 64; ++p) {
    CAPTURE(p);
    dataflow::compare<model>(scatter(p), p, dataflow::fabric::mesh,
                             [](const auto& counted, const auto& cost) { CHECK(counted == cost); });
  }
}

TEST_CASE("mesh: limits, monotonicity, lower bounds") {
  // Not monotone in the ranks: more of them have more links.
  check_algorithm<model, pair>([](int p) { return p - 1; }, {1, 2});
}

TEST_CASE("mesh: a full server moves 1/8 of the vector over each link, at 18.3 GB/s") {
  using namespace units;
  constexpr model server{hardware::hccs::link(0.0 * us)};
  CHECK(relative_error(server.time(collective::all_gather{}, 8.0 * 18.3 * GB, 8).si(), 1.0) < rounding);
  CHECK(relative_error(server.time(collective::all_reduce{}, 8.0 * 18.3 * GB, 8).si(), 2.0) < rounding);
}
