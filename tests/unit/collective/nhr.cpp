// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/nhr.hpp"

#include <doctest/doctest.h>

#include <numeric>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using model = collective::nhr<>;
using port = hardware::port_link<>;

// Step k: rank r sends every 2^(k+1)-th block, from r - 2^k down, to rank r - 2^k.
dataflow::schedule scatter(int p) {
  dataflow::schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    dataflow::step now;
    for (int r = 0; r < p; ++r) {
      dataflow::transfer message{r, (r - distance + p) % p, {}, true};
      for (int i = 0; i < (p - 1 + distance) / (2 * distance); ++i) {
        message.blocks.push_back(((r - distance - 2 * distance * i) % p + p) % p);
      }
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}
}  // namespace

TEST_CASE("nhr: documented figures") { CHECK(check_golden_lines<model, port>() == 6); }

TEST_CASE("nhr: the coefficients are what the messages add up to") {
  for (int p = 2; p <= 64; ++p) {
    CAPTURE(p);
    dataflow::compare<model>(scatter(p), p, dataflow::fabric::port,
                             [](const auto& counted, const auto& cost) { CHECK(counted == cost); });
  }
}

TEST_CASE("nhr: limits, monotonicity, lower bounds") {
  std::vector<int> ranks(200);
  std::iota(ranks.begin(), ranks.end(), 1);
  check_algorithm<model, port>([](int) { return 1; }, ranks);
}

TEST_CASE("nhr: moves a ring's bytes in the fewest steps") {
  for (int p = 2; p <= 300; ++p) {
    CAPTURE(p);
    for_each_operation([p](auto operation) {
      CHECK(model::cost(operation, p).bytes == collective::ring<>::cost(operation, p).bytes);
      CHECK(model::cost(operation, p).reduced == collective::ring<>::cost(operation, p).reduced);
      CHECK(model::cost(operation, p).steps <= collective::ring<>::cost(operation, p).steps);
    });
  }
}

TEST_CASE("nhr: the most ranks that an int can count") {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr auto cost = model::cost(collective::all_reduce{}, most);
  static_assert(cost.steps == 2 * 31 && cost.bytes.numerator == 2 * (std::int64_t{most} - 1));
}
