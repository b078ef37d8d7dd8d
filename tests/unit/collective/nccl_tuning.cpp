// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/nccl_tuning.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "../support/table.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

constexpr nccl_algorithm algorithms[] = {nccl_algorithm::tree, nccl_algorithm::ring};
constexpr nccl_protocol protocols[] = {nccl_protocol::ll, nccl_protocol::ll128, nccl_protocol::simple};
constexpr nccl_generation generations[] = {nccl_generation::volta, nccl_generation::ampere, nccl_generation::hopper,
                                           nccl_generation::blackwell};

// Eight A100 a node, 8 channels of 20 GB/s inside and 12 GB/s between.
constexpr nccl_tuning a100{
    .ranks_per_node = 8, .channels = 8, .intra_per_channel = 20.0 * GB_per_s, .inter_per_channel = 12.0 * GB_per_s};

template <class Operation>
double in_us(const nccl_tuning& model, Operation operation, nccl_algorithm algorithm, nccl_protocol protocol, double n,
             int ranks) {
  return model.of(operation, algorithm, protocol, n * B, ranks).in(us);
}
// Bandwidth of a cell in GB/s, from its times of two messages in one row of every table.
template <class Operation>
double rate_of(const nccl_tuning& model, Operation operation, nccl_algorithm algorithm, nccl_protocol protocol,
               int ranks) {
  const double far = 1e13, near = 5e12;
  const double time = in_us(model, operation, algorithm, protocol, far, ranks) -
                      in_us(model, operation, algorithm, protocol, near, ranks);
  return (far - near) / time * 1e-3;
}
const row& limits(const table& all, nccl_generation generation, int nodes) {
  const char* names[] = {"volta", "ampere", "hopper", "blackwell"};
  for (const row& line : all) {
    if (line.text("generation") == names[static_cast<int>(generation)] && line.count("nodes") == std::min(nodes, 4))
      return line;
  }
  throw std::runtime_error("no such generation");
}
int row_of(int nodes) { return nodes <= 2 ? nodes : 4; }
}  // namespace

TEST_CASE("nccl_tuning: start-ups of AllReduce, 24 documented numbers") {
  int numbers = 0;
  for (const row& line : table("nccl_latency.csv")) {
    const int nodes = line.count("nodes");
    for (const nccl_algorithm algorithm : algorithms) {
      for (const nccl_protocol protocol : protocols) {
        const double expected = line.number(std::string(name(algorithm)) + "_" + name(protocol));
        CHECK(relative_error(a100.latency(algorithm, protocol, nodes).in(us), expected) < golden);
        CHECK(relative_error(in_us(a100, all_reduce{}, algorithm, protocol, 0.0, 8 * nodes), expected) < golden);
        ++numbers;
      }
    }
  }
  CHECK(numbers == 24);
}

TEST_CASE("nccl_tuning: start-ups by hand") {
  const auto start = [](const nccl_tuning& model, auto operation, nccl_algorithm algorithm, nccl_protocol protocol,
                        int ranks) { return in_us(model, operation, algorithm, protocol, 0.0, ranks); };
  using enum nccl_algorithm;
  using enum nccl_protocol;
  // Half an AllReduce: 31 steps, of which 3 between four nodes.
  CHECK(relative_error(start(a100, reduce_scatter{}, ring, ll, 32), 6.6 + 28.0 * 1.0 + 3.0 * 2.7) < golden);
  CHECK(relative_error(start(a100, all_gather{}, ring, simple, 32), 8.4 + 28.0 * 3.4 + 3.0 * 14.0) < golden);
  // An AMD host takes 2 us a step to start the network, three times that for Simple; inside one node nothing.
  auto amd = a100;
  amd.amd_host = true;
  CHECK(relative_error(start(amd, all_reduce{}, ring, ll, 16), 6.6 + 28.0 * 2.0 + 2.0 * 2.7) < golden);
  CHECK(relative_error(start(amd, all_reduce{}, ring, simple, 16), 8.4 + 28.0 * 6.0 + 2.0 * 14.0) < golden);
  CHECK(start(amd, all_reduce{}, ring, ll, 8) == start(a100, all_reduce{}, ring, ll, 8));
  // The network's own latency counts once, and once more for Simple, which flushes.
  auto slow = a100;
  slow.net_latency = 10.0 * us;
  CHECK(relative_error(start(slow, all_reduce{}, ring, ll128, 16),
                       start(a100, all_reduce{}, ring, ll128, 16) + 2.0 * 10.0) < golden);
  CHECK(relative_error(start(slow, all_reduce{}, ring, simple, 16),
                       start(a100, all_reduce{}, ring, simple, 16) + 2.0 * 20.0) < golden);
  CHECK(relative_error(start(slow, all_reduce{}, tree, ll, 64), start(a100, all_reduce{}, tree, ll, 64) + 6.0 * 10.0) <
        golden);
  CHECK(start(slow, all_reduce{}, tree, ll, 8) == start(a100, all_reduce{}, tree, ll, 8));
  // One rank a node: nothing hides the network, and a ring has the tree's latency.
  auto alone = a100;
  alone.ranks_per_node = 1;
  CHECK(relative_error(start(alone, all_reduce{}, ring, ll, 4), 6.6 + 6.0 * 5.0) < golden);
  CHECK(relative_error(start(alone, all_reduce{}, ring, ll128, 4), 14.0 + 6.0 * 8.5) < golden);
  CHECK(relative_error(start(alone, all_reduce{}, tree, ll, 4), 6.8 + 2.0 * 2.0 * 5.0) < golden);
  // A part of a node is one node of its ranks.
  CHECK(relative_error(start(a100, all_reduce{}, tree, ll, 5), 6.8 + 2.0 * 4.0 * 0.6) < golden);
  CHECK(relative_error(start(a100, all_reduce{}, ring, ll, 5), 6.6 + 8.0 * 0.6) < golden);
  // floor(lg N): six nodes are two levels.
  CHECK(relative_error(start(a100, all_reduce{}, tree, simple, 48), 8.4 + 2.0 * (7.0 * 4.0 + 2.0 * 14.0)) < golden);
  // Many ranks: no count overflows.
  const int most = std::numeric_limits<int>::max();
  CHECK(relative_error(start(alone, all_reduce{}, ring, ll, most), 6.6 + 2.0 * (most - 1.0) * 5.0) < golden);
  alone.ranks_per_node = most;
  CHECK(relative_error(start(alone, all_reduce{}, ring, ll, most), 6.6 + 2.0 * (most - 1.0) * 0.6) < golden);
  CHECK(relative_error(start(alone, all_reduce{}, tree, ll, most), 6.8 + 2.0 * (most - 1.0) * 0.6) < golden);
}

TEST_CASE("nccl_tuning: bandwidths by hand") {
  using enum nccl_algorithm;
  using enum nccl_protocol;
  const auto near = [](double a, double b) { return relative_error(a, b) < 1e-9; };
  // One node of 8: 8 channels of 20 GB/s are 160 GB/s on the bus; an AllReduce moves 14/8 of its message.
  CHECK(near(rate_of(a100, all_reduce{}, ring, simple, 8), 160.0 * 8.0 / 14.0));
  CHECK(near(rate_of(a100, all_reduce{}, ring, ll, 8), 80.0 * 8.0 / 14.0));             // half, below 87.7
  CHECK(near(rate_of(a100, all_reduce{}, ring, ll128, 8), 0.92 * 160.0 * 8.0 / 14.0));  // below 8 x 20
  CHECK(near(rate_of(a100, all_reduce{}, tree, simple, 8), 0.5 * 0.92 * 160.0));        // below 8 x 24
  CHECK(near(rate_of(a100, all_reduce{}, tree, ll, 8), 0.5 * 0.92 * 160.0 / 3.8));
  CHECK(near(rate_of(a100, all_reduce{}, tree, ll128, 8), 0.5 * 0.92 * 160.0 * 7.0 / 9.0));
  CHECK(near(rate_of(a100, reduce_scatter{}, ring, simple, 8), 160.0 * 8.0 / 7.0));
  // Two nodes still count the bandwidth inside; LL is capped by the host's table, 39 GB/s.
  CHECK(near(rate_of(a100, all_reduce{}, ring, simple, 16), 160.0 * 16.0 / 30.0));
  CHECK(near(rate_of(a100, all_reduce{}, ring, ll, 16), 39.0 * 16.0 / 30.0));
  CHECK(near(rate_of(a100, all_reduce{}, tree, ll128, 16), 0.5 * 0.92 * 160.0 * 120.0 / 128.0));
  // Four nodes: 8 x 12 = 96 GB/s; 20.4 for LL, 19 behind an AMD host.
  CHECK(near(rate_of(a100, all_gather{}, ring, simple, 32), 96.0 * 32.0 / 31.0));
  CHECK(near(rate_of(a100, all_reduce{}, ring, ll, 32), 20.4 * 32.0 / 62.0));
  auto amd = a100;
  amd.amd_host = true;
  CHECK(near(rate_of(amd, all_reduce{}, ring, ll, 32), 19.0 * 32.0 / 62.0));
  CHECK(near(rate_of(amd, all_reduce{}, ring, ll, 8), 80.0 * 8.0 / 14.0));
  CHECK(near(rate_of(a100, all_reduce{}, tree, simple, 32), 0.5 * 0.92 * 96.0));
  // Fast channels meet the caps per channel.
  auto fast = a100;
  fast.intra_per_channel = fast.inter_per_channel = 100.0 * GB_per_s;
  CHECK(near(rate_of(fast, all_reduce{}, tree, simple, 32), 0.5 * 8.0 * 17.8));
  CHECK(near(rate_of(fast, all_reduce{}, tree, ll128, 32), 0.5 * 8.0 * 17.8 * 120.0 / 128.0));
  CHECK(near(rate_of(fast, all_reduce{}, tree, ll, 32), 0.5 * 20.4));
  CHECK(near(rate_of(fast, all_reduce{}, ring, ll128, 32), 8.0 * 20.0 * 32.0 / 62.0));
  fast.generation = nccl_generation::hopper;
  CHECK(near(rate_of(fast, all_reduce{}, tree, ll128, 32), 0.5 * 8.0 * 29.0));
  CHECK(near(rate_of(fast, all_reduce{}, ring, ll, 8), 141.0 * 8.0 / 14.0));
}

TEST_CASE("nccl_tuning: every limit of every generation") {
  using enum nccl_algorithm;
  using enum nccl_protocol;
  const table all("nccl_bandwidth.csv");
  random_source draw(501);
  for (int i = 0; i < 2000; ++i) {
    nccl_tuning model{.ranks_per_node = draw.integer(1, 16),
                      .channels = draw.integer(1, 32),
                      .intra_per_channel = draw.magnitude(1.0, 200.0) * GB_per_s,
                      .inter_per_channel = draw.magnitude(1.0, 200.0) * GB_per_s,
                      .net_latency = {},
                      .generation = generations[draw.integer(0, 3)],
                      .amd_host = draw.integer(0, 1) == 1};
    const int nodes = draw.integer(1, 20);
    const int ranks = std::max(2, nodes * model.ranks_per_node);
    const int actual = ranks > model.ranks_per_node ? ranks / model.ranks_per_node : 1;
    if (ranks > model.ranks_per_node && ranks % model.ranks_per_node != 0) continue;
    const row& line = limits(all, model.generation, row_of(actual));
    const row& host =
        actual == 1 ? line
                    : limits(all, model.amd_host ? nccl_generation::ampere : nccl_generation::volta, row_of(actual));
    const double channels = model.channels;
    const double bus = channels * (actual <= 2 ? model.intra_per_channel : model.inter_per_channel).in(GB_per_s);
    const double ring_share = ranks / (2.0 * (ranks - 1.0));
    const auto check = [&](nccl_algorithm algorithm, nccl_protocol protocol, double expected) {
      CHECK(relative_error(rate_of(model, all_reduce{}, algorithm, protocol, ranks), expected) < 1e-9);
    };
    check(ring, simple, bus * ring_share);
    check(ring, ll, std::min(host.number("ll"), 0.5 * bus) * ring_share);
    check(ring, ll128, std::min(0.92 * bus, channels * line.number("ring_ll128")) * ring_share);
    const double tree_bus = std::min(0.92 * bus, channels * line.number("tree"));
    check(tree, simple, 0.5 * tree_bus);
    check(tree, ll, 0.5 * std::min(tree_bus / 3.8, host.number("ll")));
    check(tree, ll128,
          0.5 * std::min(tree_bus * (actual == 1 ? 7.0 / 9.0 : 120.0 / 128.0), channels * line.number("tree_ll128")));
    for (const nccl_protocol protocol : protocols) {
      CHECK(relative_error(rate_of(model, reduce_scatter{}, ring, protocol, ranks),
                           2.0 * rate_of(model, all_reduce{}, ring, protocol, ranks)) < 1e-9);
    }
  }
}

TEST_CASE("nccl_tuning: the plateau of a Simple ring between nodes") {
  using enum nccl_algorithm;
  using enum nccl_protocol;
  for (const nccl_generation generation : generations) {
    auto model = a100;
    model.generation = generation;
    const double factor = generation == nccl_generation::volta ? 1.9 : 1.4;
    for (const int nodes : {1, 2, 4, 16}) {
      const int ranks = 8 * nodes;
      const double from = 64.0 * 8.0 * ranks;
      const double start = model.latency(ring, simple, nodes).in(us);
      const auto jump = [&](auto operation, nccl_protocol protocol) {
        return in_us(model, operation, ring, protocol, from, ranks) -
               in_us(model, operation, ring, protocol, std::nextafter(from, 0.0), ranks);
      };
      const double expected = nodes > 1 ? (factor - 1.0) * start : 0.0;
      CHECK(std::abs(jump(all_reduce{}, simple) - expected) < 1e-9 * start);
      CHECK(std::abs(jump(all_reduce{}, ll)) < 1e-9);
      CHECK(std::abs(jump(all_reduce{}, ll128)) < 1e-9);
      CHECK(std::abs(jump(reduce_scatter{}, simple)) < 1e-9);
      CHECK(std::abs(jump(all_gather{}, simple)) < 1e-9);
      const double far = in_us(model, all_reduce{}, ring, simple, 1e9, ranks);
      CHECK(relative_error(far, (nodes > 1 ? factor : 1.0) * start +
                                    1e9 / rate_of(model, all_reduce{}, ring, simple, ranks) * 1e-3) < 1e-9);
    }
  }
}

TEST_CASE("nccl_tuning: a tree's correction, at, below and above each index") {
  using enum nccl_algorithm;
  int lines = 0;
  for (const row& line : table("nccl_tree_correction.csv")) {
    const int index = line.count("index");
    const double from = std::ldexp(64.0, index);
    for (const nccl_protocol protocol : protocols) {
      const double start = a100.latency(tree, protocol, 2).in(us);
      const double rate = rate_of(a100, all_reduce{}, tree, protocol, 16);
      const auto factor = [&](double n) {
        return n / (in_us(a100, all_reduce{}, tree, protocol, n, 16) - start) * 1e-3 / rate;
      };
      const double expected = line.number(name(protocol));
      CHECK(factor(from) == doctest::Approx(expected).epsilon(1e-6));
      CHECK(factor(1.5 * from) == doctest::Approx(expected).epsilon(1e-6));
      CHECK(factor(std::nextafter(2.0 * from, 0.0)) == doctest::Approx(expected).epsilon(1e-6));
      if (index == 0) CHECK(factor(std::nextafter(from, 0.0)) == doctest::Approx(1.0).epsilon(1e-6));
      if (index == 22) CHECK(factor(2.0 * from) == doctest::Approx(1.0).epsilon(1e-6));
    }
    ++lines;
  }
  CHECK(lines == 23);
}

TEST_CASE("nccl_tuning: the choice is the fastest of all cells") {
  random_source draw(502);
  int by_tree = 0, by_ring = 0;
  for (int i = 0; i < 5000; ++i) {
    nccl_tuning model{.ranks_per_node = draw.integer(1, 16),
                      .channels = draw.integer(1, 32),
                      .intra_per_channel = draw.magnitude(1.0, 200.0) * GB_per_s,
                      .inter_per_channel = draw.magnitude(1.0, 200.0) * GB_per_s,
                      .net_latency = draw.magnitude(1e-8, 1e-4) * s,
                      .generation = generations[draw.integer(0, 3)],
                      .amd_host = draw.integer(0, 1) == 1};
    const int ranks = model.ranks_per_node * draw.integer(1, 40);
    const bytes n = draw.magnitude(1.0, 1e11) * B;
    if (ranks == 1) continue;
    const auto check = [&](auto operation, bool trees) {
      const nccl_choice choice = model.choose(operation, n, ranks);
      seconds least = 1e300 * s;
      for (const nccl_algorithm algorithm : algorithms) {
        if (algorithm == nccl_algorithm::tree && !trees) continue;
        for (const nccl_protocol protocol : protocols)
          least = std::min(least, model.of(operation, algorithm, protocol, n, ranks));
      }
      CHECK(choice.time == least);
      CHECK(choice.time == model.time(operation, n, ranks));
      CHECK(choice.time == model.of(operation, choice.algorithm, choice.protocol, n, ranks));
      if (!trees) CHECK(choice.algorithm == nccl_algorithm::ring);
      (choice.algorithm == nccl_algorithm::ring ? by_ring : by_tree) += 1;
    };
    check(all_reduce{}, true);
    check(reduce_scatter{}, false);
    check(all_gather{}, false);
  }
  CHECK(by_tree > 1000);
  CHECK(by_ring > 1000);
  CHECK(a100.choose(all_reduce{}, 1.0 * KiB, 128).algorithm == nccl_algorithm::tree);
  CHECK(a100.choose(all_reduce{}, 1.0 * KiB, 128).protocol == nccl_protocol::ll);
  CHECK(a100.choose(all_reduce{}, 10.0 * GiB, 16).protocol == nccl_protocol::simple);
  CHECK(std::string(name(nccl_protocol::simple)) == "Simple");
}

TEST_CASE("nccl_tuning: falls only where a table steps; monotone in rates and latency") {
  random_source draw(503);
  for (int i = 0; i < 100; ++i) {
    nccl_tuning model{.ranks_per_node = draw.integer(1, 8),
                      .channels = draw.integer(1, 32),
                      .intra_per_channel = draw.magnitude(1.0, 100.0) * GB_per_s,
                      .inter_per_channel = draw.magnitude(1.0, 100.0) * GB_per_s,
                      .net_latency = {},
                      .generation = generations[draw.integer(0, 3)]};
    const int ranks = model.ranks_per_node * draw.integer(2, 40);
    seconds last{};
    double last_n = 1.0;
    for (double n = 1.0; n < 1e11; n *= 1.01) {
      const seconds now = model.time(all_reduce{}, n * B, ranks);
      const bool stepped = n >= 64.0 && last_n < std::ldexp(64.0, 24) &&
                           std::floor(std::log2(n / 64.0)) > std::floor(std::log2(last_n / 64.0));
      if (!stepped) CHECK(now >= (1.0 - rounding) * last);
      last = now;
      last_n = n;
      CHECK(model.time(reduce_scatter{}, 1.01 * n * B, ranks) >= model.time(reduce_scatter{}, n * B, ranks));
    }
    const bytes n = draw.magnitude(1.0, 1e10) * B;
    const seconds base = model.time(all_reduce{}, n, ranks);
    auto other = model;
    other.intra_per_channel *= 2.0;
    CHECK(other.time(all_reduce{}, n, ranks) <= base);
    other.inter_per_channel *= 2.0;
    CHECK(other.time(all_reduce{}, n, ranks) <= base);
    other = model;
    other.net_latency = 3.0 * us;
    CHECK(other.time(all_reduce{}, n, ranks) >= base);
    CHECK(model.time(all_reduce{}, n, 1) == 0.0 * s);
  }
}

TEST_CASE("nccl_tuning: never below the bandwidth of its own bus") {
  random_source draw(504);
  for (int i = 0; i < 500; ++i) {
    auto model = a100;
    model.intra_per_channel = draw.magnitude(1.0, 100.0) * GB_per_s;
    model.inter_per_channel = draw.magnitude(1.0, 100.0) * GB_per_s;
    const int ranks = 8 * draw.integer(1, 40);
    const bytes n = draw.magnitude(1.0, 1e11) * B;
    const bandwidth bus = 8.0 * (ranks <= 16 ? model.intra_per_channel : model.inter_per_channel);
    const auto check = [&](auto operation, auto cell) {
      const auto bound = lower_bounds(operation, hardware::port(0.0 * s, bus), n, ranks).largest();
      CHECK(cell >= (1.0 - golden) * bound);
    };
    check(reduce_scatter{}, model.time(reduce_scatter{}, n, ranks));
    check(all_gather{}, model.time(all_gather{}, n, ranks));
    for (const nccl_protocol protocol : protocols)
      check(all_reduce{}, model.of(all_reduce{}, nccl_algorithm::ring, protocol, n, ranks));
    // A tree's rate is half its bus for any number of ranks: n over half the bus, 2 n / bus, is above 2 (p-1)/p n /
    // bus.
    for (const nccl_protocol protocol : protocols)
      check(all_reduce{}, model.of(all_reduce{}, nccl_algorithm::tree, protocol, n, ranks));
  }
}

TEST_CASE("nccl_tuning: what is refused") {
  const auto walk = [](auto operation) {
    for (const double x : odd_numbers) {
      CAPTURE(x);
      const bool bad = !(x >= 0.0 && x <= 1e308);
      CHECK(check_policies([&]<eval_policy P> { return a100.time<P>(operation, x * B, 16).si(); }) == bad);
      CHECK(refuses("E301", [&] { return a100.time(operation, x * B, 16); }) == bad);
      const bool not_positive = !(x > 0.0 && x <= 1e308);
      auto model = a100;
      model.intra_per_channel = x * B_per_s;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 32).si(); }) == not_positive);
      CHECK(refuses("E372", [&] { return model.time(operation, 1.0 * MB, 32); }) == not_positive);
      model = a100;
      model.inter_per_channel = x * B_per_s;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 8).si(); }) == not_positive);
      model = a100;
      model.net_latency = x * s;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 32).si(); }) == bad);
      CHECK(refuses("E372", [&] { return model.time(operation, 1.0 * MB, 32); }) == bad);
    }
    for (const int x : odd_counts) {
      CAPTURE(x);
      const bool ragged = x > 8 && x % 8 != 0;
      CHECK(check_policies([&]<eval_policy P> { return a100.time<P>(operation, 1.0 * MB, x).si(); }) ==
            (x < 1 || ragged));
      CHECK(refuses("E370", [&] { return a100.time(operation, 1.0 * MB, x); }) == ragged);
      CHECK(refuses("E303", [&] { return a100.time(operation, 1.0 * MB, x); }) == (x < 1));
      auto model = a100;
      model.ranks_per_node = x;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 32).si(); }) ==
            (x < 1 || (x < 32 && 32 % x != 0)));
      CHECK(refuses("E371", [&] { return model.time(operation, 1.0 * MB, 32); }) == (x < 1));
      model = a100;
      model.channels = x;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 32).si(); }) == (x < 1));
      CHECK(refuses("E371", [&] { return model.time(operation, 1.0 * MB, 32); }) == (x < 1));
    }
    CHECK(a100.time<clamp_policy>(operation, -1.0 * B, 16) == a100.time(operation, 0.0 * B, 16));
    CHECK(a100.time<clamp_policy>(operation, unlimited * B, 16) ==
          a100.time(operation, std::numeric_limits<double>::max() * B, 16));
    CHECK(a100.time<clamp_policy>(operation, 1.0 * MB, 17) == a100.time(operation, 1.0 * MB, 16));
    CHECK(a100.time<clamp_policy>(operation, no_number * B, 17) == a100.time(operation, 0.0 * MB, 16));
    CHECK(a100.time<clamp_policy>(operation, 1.0 * MB, 0) == 0.0 * s);
    static_assert(!noexcept(a100.time<raise_policy>(operation, 1.0 * B, 8)));
    static_assert(noexcept(a100.time<nan_policy>(operation, 1.0 * B, 8)));
    static_assert(noexcept(a100.choose<clamp_policy>(operation, 1.0 * B, 8)));
  };
  walk(all_reduce{});
  walk(reduce_scatter{});
  walk(all_gather{});
}

TEST_CASE("nccl_tuning: at compile time, and as a model beside the others") {
  static_assert(a100.choose(all_reduce{}, 1.0 * KiB, 128).algorithm == nccl_algorithm::tree);
  static_assert(a100.time(all_gather{}, 0.0 * B, 8) == (6.6 + 7.0 * 0.6) * us);
  static_assert(collective_model<nccl_tuning>);
  // Its AllReduce inside a hierarchy of its own making: nodes as one level.
  static_assert(two_level{a100, a100, 8}.time(all_reduce{}, 1.0 * MB, 8) == a100.time(all_reduce{}, 1.0 * MB, 8));
}
