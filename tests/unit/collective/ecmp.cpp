// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/ecmp.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "../support/compare.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using collective::ecmp;

// By counting: the load of every link for each of links^flows equally likely placements.
double brute_force(int flows, int links) {
  std::int64_t placements = 1;
  for (int i = 0; i < flows; ++i) placements *= links;
  std::int64_t sum = 0;
  for (std::int64_t code = 0; code < placements; ++code) {
    std::vector<int> load(static_cast<std::size_t>(links));
    int most = 0;
    std::int64_t rest = code;
    for (int i = 0; i < flows; ++i, rest /= links) {
      const int now = ++load[static_cast<std::size_t>(rest % links)];
      most = now > most ? now : most;
    }
    sum += most;
  }
  return static_cast<double>(sum) / static_cast<double>(placements);
}
}  // namespace

TEST_CASE("ecmp: reference values of the fullest link") {
  for (const row& line : table("ecmp.csv")) {
    const ecmp hashes{.flows = line.count("flows"), .links = line.count("links")};
    CAPTURE(hashes.flows);
    CAPTURE(hashes.links);
    CHECK(relative_error(hashes.expected_max_load(), line.number("expected_max_load")) < golden);
  }
}

TEST_CASE("ecmp: agrees with counting every placement") {
  for (int links = 1; links <= 5; ++links) {
    for (int flows = 1; flows <= 7; ++flows) {
      CAPTURE(links);
      CAPTURE(flows);
      CHECK(relative_error(ecmp{.flows = flows, .links = links}.expected_max_load(), brute_force(flows, links)) <
            golden);
    }
  }
}

TEST_CASE("ecmp: queue pairs are more and thinner flows") {
  for (const int pairs : {1, 2, 4, 8}) {
    const ecmp split{.flows = 8, .links = 8, .queue_pairs = pairs};
    const ecmp many{.flows = 8 * pairs, .links = 8};
    CHECK(split.expected_max_load() == many.expected_max_load());
    CHECK(relative_error(split.stretch(), many.expected_max_load() / pairs) < rounding);
  }
  const auto slowdown = [](int pairs) { return ecmp{.flows = 8, .links = 8, .queue_pairs = pairs}.stretch(); };
  CHECK(slowdown(4) < slowdown(1));
  CHECK(slowdown(16) < slowdown(4));
}

TEST_CASE("ecmp: bounds") {
  for (const int flows : {1, 2, 3, 10, 100, 511, 512}) {
    double last = ecmp::most_flows + 1.0;
    for (const int links : {1, 2, 3, 10, 100, 1000, 100000, std::numeric_limits<int>::max()}) {
      CAPTURE(flows);
      CAPTURE(links);
      const double load = ecmp{.flows = flows, .links = links}.expected_max_load();
      CHECK(load >= 1.0 - 1e-13);
      CHECK(load >= (1.0 - 1e-13) * flows / links);
      CHECK(load <= flows * (1.0 + 1e-13));
      CHECK(load <= last * (1.0 + 1e-13));  // more links, less crowded
      last = load;
    }
  }
  CHECK(ecmp{.flows = 512, .links = 1}.expected_max_load() == 512.0);
  // Two flows on very many links collide with probability 1 / links.
  CHECK(relative_error(ecmp{.flows = 2, .links = 1 << 20}.expected_max_load(), 1.0 + 0x1p-20) < golden);
}

TEST_CASE("ecmp: thin flows on many links do not slow anything down") {
  CHECK(ecmp{.flows = 4, .links = 64, .queue_pairs = 1, .flow_rate = 0.01}.stretch() == 1.0);
  CHECK(ecmp{.flows = 1}.stretch() == 1.0);
  CHECK_THROWS_AS((void)ecmp{.links = 32}.stretch(), domain_failure);  // no flows are not one flow
  static_assert(ecmp{.flows = 2, .links = 2}.stretch() == 1.5);
}
