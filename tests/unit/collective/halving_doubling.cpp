// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/halving_doubling.hpp"

#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/nhr.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using model = collective::halving_doubling<>;
using port = hardware::port_link<>;

// HCCL's fold: of the first 2 r ranks, r = p - p', the odd ones hand everything to their even neighbours, and the p'
// ranks that are left halve and double among themselves, nearest partner first.
struct folded {
  int p;
  int core = 1 << floor_log2(p);
  int pairs = p - core;

  [[nodiscard]] int rank(int member) const { return member < pairs ? 2 * member : member + pairs; }
  [[nodiscard]] int member(int rank) const { return rank < 2 * pairs ? rank / 2 : rank - pairs; }

  // Every pair's odd rank sends `blocks` to the even one.
  template <class Blocks>
  [[nodiscard]] dataflow::step fold(Blocks blocks) const {
    dataflow::step now;
    for (int i = 0; i < pairs; ++i) now.push_back({2 * i + 1, 2 * i, blocks(2 * i + 1), true});
    return now;
  }
  // Halving among the members: in step i a member keeps the blocks whose owner agrees with it in one more binary digit.
  template <class Owner>
  [[nodiscard]] dataflow::schedule halving(int blocks, Owner owner) const {
    dataflow::schedule steps;
    for (int distance = 1; distance < core; distance *= 2) {
      dataflow::step now;
      for (int j = 0; j < core; ++j) {
        const int partner = j ^ distance;
        dataflow::transfer message{rank(j), rank(partner), {}, true};
        for (int b = 0; b < blocks; ++b) {
          if (owner(b) % (2 * distance) == partner % (2 * distance)) message.blocks.push_back(b);
        }
        now.push_back(message);
      }
      steps.push_back(now);
    }
    return steps;
  }

  // AllReduce on blocks of n / p'.
  [[nodiscard]] dataflow::schedule all_reduce() const {
    const dataflow::schedule halves = halving(core, [](int b) { return b; });
    dataflow::schedule steps = joined(halves, dataflow::mirrored(halves));
    if (pairs == 0) return steps;
    const dataflow::schedule whole = {fold([this](int) { return every(core); })};
    return joined(joined(whole, steps), dataflow::mirrored(whole));
  }
  // ReduceScatter on blocks of n / p: a member also collects the block of the neighbour it stands in for.
  [[nodiscard]] dataflow::schedule reduce_scatter() const {
    dataflow::schedule steps = halving(p, [this](int b) { return member(b); });
    if (pairs == 0) return steps;
    steps = joined({fold([this](int) { return every(p); })}, steps);
    return joined(steps, dataflow::mirrored({fold([](int odd) { return std::vector<int>{odd}; })}));
  }
  static std::vector<int> every(int blocks) {
    std::vector<int> all;
    for (int b = 0; b < blocks; ++b) all.push_back(b);
    return all;
  }
};
}  // namespace

TEST_CASE("halving_doubling: documented figures") { CHECK(check_golden_lines<model, port>() == 9); }

TEST_CASE("halving_doubling: the coefficients are what the messages add up to") {
  for (int p = 2; p <= 64; ++p) {
    CAPTURE(p);
    using namespace collective;
    const folded ranks{p};
    const auto one_port = dataflow::fabric::port;
    const auto scatter = ranks.reduce_scatter();
    CHECK(dataflow::count(all_reduce{}, ranks.all_reduce(), p, ranks.core, one_port) == model::cost(all_reduce{}, p));
    CHECK(dataflow::count(reduce_scatter{}, scatter, p, p, one_port) == model::cost(reduce_scatter{}, p));
    CHECK(dataflow::count(all_gather{}, dataflow::mirrored(scatter), p, p, one_port) == model::cost(all_gather{}, p));
  }
}

TEST_CASE("halving_doubling: limits, monotonicity, lower bounds") {
  check_algorithm<model, port>([](int) { return 1; }, {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1 << 20, 1 << 30});
}

TEST_CASE("halving_doubling: six ranks are slower than eight, and equal to nhr on powers of two") {
  using namespace units;
  constexpr model six{hardware::port(10.0 * us, 20.0 * GB_per_s)};
  static_assert(six.time(collective::all_reduce{}, 1.0 * GB, 6) > six.time(collective::all_reduce{}, 1.0 * GB, 8));
  for (int p = 2; p <= 4096; p *= 2) {
    for_each_operation(
        [p](auto operation) { CHECK(model::cost(operation, p) == collective::nhr<>::cost(operation, p)); });
  }
}

TEST_CASE("halving_doubling: the most ranks that an int can count") {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr auto all = model::cost(collective::all_reduce{}, most);
  static_assert(all.steps == 2 * 30 + 2 && all.bytes.denominator == 1 << 30);
  constexpr auto scatter = model::cost(collective::reduce_scatter{}, most);
  static_assert(scatter.steps == 32 && scatter.bytes.denominator == most);
}
