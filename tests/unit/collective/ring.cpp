// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/ring.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using model = collective::ring<>;
using port = hardware::port_link<>;

// In step t rank r passes on the block that it has just added to; block b ends on rank b.
dataflow::schedule scatter(int p) {
  dataflow::schedule steps;
  for (int t = 0; t < p - 1; ++t) {
    dataflow::step now;
    for (int r = 0; r < p; ++r) now.push_back({r, (r + 1) % p, {(r - t - 1 + 2 * p) % p}, true});
    steps.push_back(now);
  }
  return steps;
}
}  // namespace

TEST_CASE("ring: documented figures") { CHECK(check_golden_lines<model, port>() == 6); }

TEST_CASE("ring: the coefficients are what the messages add up to") {
  for (int p = 2; p <= 64; ++p) {
    CAPTURE(p);
    dataflow::compare<model>(scatter(p), p, dataflow::fabric::port,
                             [](const auto& counted, const auto& cost) { CHECK(counted == cost); });
  }
}

TEST_CASE("ring: limits, monotonicity, lower bounds") {
  std::vector<int> ranks(200);
  std::iota(ranks.begin(), ranks.end(), 1);
  check_algorithm<model, port>([](int) { return 1; }, ranks);
}

TEST_CASE("ring: the most ranks that an int can count") {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr auto cost = model::cost(collective::all_reduce{}, most);
  static_assert(cost.steps == 2 * (std::int64_t{most} - 1));
  static_assert(cost.bytes.numerator == 2 * (std::int64_t{most} - 1) && cost.bytes.denominator == most);
}
