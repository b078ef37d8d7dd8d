// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/overlapped_levels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "../support/table.hpp"
#include "traincost/collective/buffered.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

// Whom the inner level serves first when both could go.
enum class serving : unsigned char { opening, closing, either };

// The stages of k chunks one after the other: `opens` and `closes` on the inner level, `crosses` on the outer, which
// takes them in the order of arrival. The inner level never waits while it has something to do.
double simulated(double opens, double crosses, double closes, int k, serving first, random_source& draw) {
  std::vector<double> arrives;  // of a chunk, back from the outer level
  double now = 0.0, outer_free = 0.0;
  int opened = 0;
  std::size_t closed = 0;
  while (closed < static_cast<std::size_t>(k)) {
    const bool can_close = closed < arrives.size() && arrives[closed] <= now;
    const bool can_open = opened < k;
    if (!can_close && !can_open) {
      now = arrives[closed];
      continue;
    }
    const bool prefers_open = first == serving::opening || (first == serving::either && draw.integer(0, 1) == 0);
    if (can_open && (prefers_open || !can_close)) {
      now += opens;
      ++opened;
      outer_free = std::max(outer_free, now) + crosses;
      arrives.push_back(outer_free);
    } else {
      now += closes;
      ++closed;
    }
  }
  return now;
}

template <class Outer>
using levels_of = overlapped_levels<mesh<>, Outer>;
template <class Outer>
levels_of<Outer> drawn(random_source& draw) {
  return {{mesh{drawn_link<pair_of>(draw)}, Outer{drawn_link<port_of>(draw)}, draw.integer(2, 16)}, 0};
}
constexpr overlapped_levels documented{two_level{mesh{documented_inside}, nhr{documented_between}, 8}};

// The best of k = 1..4096 by trying them all.
template <class Model, class Operation>
void check_best(const Model& model, Operation operation, bytes n, int ranks) {
  CAPTURE(ranks);
  CAPTURE(n.si());
  seconds least = model.in_chunks(operation, n, ranks, 1);
  int at = 1;
  for (int k = 2; k <= 4096; ++k) {
    const seconds now = model.in_chunks(operation, n, ranks, k);
    if (now < least) {
      least = now;
      at = k;
    }
  }
  const int best = model.best(operation, n, ranks);
  CAPTURE(at);
  CAPTURE(best);
  const seconds found = model.time(operation, n, ranks);
  CHECK(found == model.in_chunks(operation, n, ranks, best));
  // Near a flat minimum rounding may prefer a neighbour, by no more than the rounding itself.
  if (at < 4096) {
    CHECK(relative_error(found.si(), least.si()) < rounding);
  } else {
    CHECK(found <= least);
  }
}
}  // namespace

TEST_CASE("overlapped_levels: golden values") {
  int lines = 0;
  for (const row& line : table("overlapped_levels.csv")) {
    const bytes n = line.number("bytes") * B;
    const int ranks = 8 * line.count("servers");
    const auto check = [&](auto outer) {
      if (line.text("outer") != outer.name) return;
      const overlapped_levels model{two_level{mesh{documented_inside}, outer, 8}};
      const overlapped_levels serial{model.levels, 1};
      CHECK(relative_error(serial.time(all_reduce{}, n, ranks).si(), line.number("serial_s")) < golden);
      CHECK(serial.time(all_reduce{}, n, ranks) == model.levels.time(all_reduce{}, n, ranks));
      CHECK(model.best(all_reduce{}, n, ranks) == line.count("chunks"));
      CHECK(relative_error(model.time(all_reduce{}, n, ranks).si(), line.number("seconds")) < golden);
      // Without start-up the busier level alone remains: so many chunks that the rest does not count.
      overlapped_levels endless = model;
      endless.levels.inner.link.alpha = endless.levels.outer.link.alpha = {};
      CHECK(endless.best(all_reduce{}, n, ranks) == overlapped_levels<>::most_chunks);
      CHECK(relative_error(endless.time(all_reduce{}, n, ranks).si(), line.number("bottleneck_s")) < 1e-6);
      if (!line.text("chunks_real").empty()) {
        CHECK(std::abs(line.number("chunks_real") - line.count("chunks")) < 1.0);
        CHECK(relative_error(model.time(all_reduce{}, n, ranks).si(), line.number("seconds_real")) < 1e-5);
        CHECK(model.time(all_reduce{}, n, ranks).si() >= line.number("seconds_real"));
      }
      ++lines;
    };
    check(nhr{documented_between});
    check(ring{documented_between});
  }
  CHECK(lines == 3);
}

TEST_CASE("overlapped_levels: the bottleneck is decided at the chunk's size") {
  // Sixteen servers by a ring: the inner level rules the whole message, the network 36 chunks of it.
  const overlapped_levels model{two_level{mesh{documented_inside}, ring{documented_between}, 8}};
  CHECK(model.levels.levels(all_reduce{}, GiB, 128).inner > model.levels.levels(all_reduce{}, GiB, 128).outer);
  CHECK(model.levels.levels(all_reduce{}, GiB / 36.0, 128).inner <
        model.levels.levels(all_reduce{}, GiB / 36.0, 128).outer);
  CHECK(relative_error(model.in_chunks(all_reduce{}, GiB, 128, 36).si(), 24104.227e-6) < 1e-7);
}

TEST_CASE("overlapped_levels: no greedy schedule of the stages takes longer than T(k)") {
  random_source draw(201);
  double best_saving = 1.0;
  for (int i = 0; i < 3000; ++i) {
    const auto model = drawn<ring<>>(draw);
    const int ranks = model.levels.group * draw.integer(2, 64);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const int k = draw.integer(1, 100);
    const bytes chunk = n / static_cast<double>(k);
    const double exact = 1.0 + 1e-13;  // of k additions
    const auto check = [&](auto operation, seconds opens, seconds crosses, seconds closes, bool twice) {
      const std::string name = operation.name;
      CAPTURE(name);
      CAPTURE(k);
      const double formula = model.in_chunks(operation, n, ranks, k).si();
      for (const serving first : {serving::opening, serving::closing, serving::either}) {
        const double greedy = simulated(opens.si(), crosses.si(), closes.si(), k, first, draw);
        CHECK(greedy <= exact * formula);
        CHECK(greedy * exact >= 0.8 * formula);
        if (!twice) CHECK(relative_error(greedy, formula) < 1e-12);
        best_saving = std::min(best_saving, greedy / formula);
      }
    };
    const int group = model.levels.group, groups = ranks / group;
    const auto in = [&](auto operation, bytes x) { return model.levels.inner.time(operation, x, group); };
    const auto out = [&](auto operation, bytes x) { return model.levels.outer.time(operation, x, groups); };
    const bytes share = chunk / static_cast<double>(group);
    check(all_reduce{}, in(reduce_scatter{}, chunk), out(all_reduce{}, share), in(all_gather{}, chunk), true);
    check(broadcast{}, in(scatter{}, chunk), out(broadcast{}, share), in(all_gather{}, chunk), true);
    check(reduce{}, in(reduce_scatter{}, chunk), out(reduce{}, share), in(gather{}, chunk), true);
    check(reduce_scatter{}, in(reduce_scatter{}, chunk), out(reduce_scatter{}, share), {}, false);
    // Outer first: the outer stage is served without an inner one before it.
    check(scatter{}, {}, out(scatter{}, chunk), in(scatter{}, chunk / static_cast<double>(groups)), false);
  }
  CHECK(best_saving < 0.85);  // the bound of a fifth is nearly met
  // The documented case: opening first saves 2.3 %.
  const seconds chunk_in = documented.levels.inner.time(reduce_scatter{}, GiB / 34.0, 8);
  const seconds chunk_back = documented.levels.inner.time(all_gather{}, GiB / 34.0, 8);
  const seconds chunk_out = documented.levels.outer.time(all_reduce{}, GiB / 34.0 / 8.0, 6);
  const double greedy = simulated(chunk_in.si(), chunk_out.si(), chunk_back.si(), 34, serving::opening, draw);
  CHECK(relative_error(greedy, 16887.65e-6) < 1e-6);
}

TEST_CASE("overlapped_levels: the best number of chunks is the best of all") {
  random_source draw(202);
  for (int i = 0; i < 150; ++i) {
    const auto by_ring = drawn<ring<>>(draw);
    const auto by_nhr = drawn<nhr<>>(draw);
    const int servers = draw.integer(1, 64);
    const bytes n = draw.magnitude(1.0, 1e11) * B;
    check_best(by_ring, all_reduce{}, n, by_ring.levels.group * servers);
    check_best(by_nhr, all_reduce{}, n, by_nhr.levels.group * servers);
    check_best(by_nhr, broadcast{}, n, by_nhr.levels.group * servers);
    check_best(by_ring, reduce{}, n, by_ring.levels.group * servers);
    auto staged = by_nhr;
    staged.levels.order = i % 2 == 0 ? staging::inner_first : staging::outer_first;
    check_best(staged, reduce_scatter{}, n, staged.levels.group * servers);
    check_best(staged, all_gather{}, n, staged.levels.group * servers);
    check_best(by_ring, scatter{}, n, by_ring.levels.group * servers);
    const overlapped_levels exchange{
        two_level{by_nhr.levels.inner, pairwise{by_nhr.levels.outer.link}, by_nhr.levels.group}};
    check_best(exchange, all_to_all{}, n, by_nhr.levels.group * servers);
    // The pipelined law, on either level or both.
    const mesh chunked_mesh{by_nhr.levels.inner.link, pipelined{}};
    const nhr chunked_nhr{by_nhr.levels.outer.link, pipelined{}};
    const int group = by_nhr.levels.group;
    check_best(overlapped_levels{two_level{chunked_mesh, by_nhr.levels.outer, group}}, all_reduce{}, n,
               group * servers);
    check_best(overlapped_levels{two_level{by_nhr.levels.inner, chunked_nhr, group}}, all_reduce{}, n, group * servers);
    check_best(overlapped_levels{two_level{chunked_mesh, chunked_nhr, group}}, all_reduce{}, n, group * servers);
  }
}

TEST_CASE("overlapped_levels: three levels, the two farther ones as one or overlapping in turn") {
  random_source draw(203);
  for (int i = 0; i < 40; ++i) {
    const mesh near{drawn_link<pair_of>(draw)};
    const nhr middle{drawn_link<port_of>(draw)};
    const ring far{drawn_link<port_of>(draw)};
    const int ranks = 8 * 4 * draw.integer(2, 16);
    const bytes n = draw.magnitude(1e3, 1e11) * B;
    const two_level pods{middle, far, 4};
    const overlapped_levels outermost{two_level{near, pods, 8}};
    const overlapped_levels both{two_level{near, overlapped_levels{pods}, 8}};
    check_best(outermost, all_reduce{}, n, ranks);
    CHECK(both.time(all_reduce{}, n, ranks) <= outermost.time(all_reduce{}, n, ranks));
    CHECK(outermost.time(all_reduce{}, n, ranks) <= outermost.levels.time(all_reduce{}, n, ranks));
  }
}

TEST_CASE("overlapped_levels: between the busier level and one level after the other; monotone; above the bounds") {
  random_source draw(204);
  for (int i = 0; i < 300; ++i) {
    const auto model = drawn<ring<>>(draw);
    const int group = model.levels.group;
    const int ranks = group * draw.integer(1, 64);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const double more = draw.uniform(1.0, 3.0);
    const double exact = 1.0 - 1e-14;
    for_each_staged_operation([&](auto operation) {
      if constexpr (!std::same_as<decltype(operation), all_to_all>) {
        const auto apart = model.levels.levels(operation, n, ranks);
        const seconds busier = apart.inner < apart.outer ? apart.outer : apart.inner;
        const seconds time = model.time(operation, n, ranks);
        CHECK(time <= apart.total());
        CHECK(time >= exact * busier);
        CHECK(time >= exact * least_time(operation, model.levels.inner.link, model.levels.outer.link, group, n, ranks,
                                         engines::one_a_level));
        CHECK(model.time(operation, more * n, ranks) >= exact * time);
        auto slower = model;
        slower.levels.inner.link.alpha *= more;
        CHECK(slower.time(operation, n, ranks) >= exact * time);
        slower = model;
        slower.levels.outer.link.beta *= more;
        CHECK(slower.time(operation, n, ranks) >= exact * time);
        slower.levels.inner.link.gamma *= more;
        CHECK(slower.time(operation, n, ranks) >= exact * time);
        // Chosen by hand it cannot be better than the best.
        auto by_hand = model;
        by_hand.chunks = draw.integer(1, 200);
        CHECK(by_hand.time(operation, n, ranks) >= exact * time);
        by_hand.chunks = 1;
        CHECK(by_hand.time(operation, n, ranks) == apart.total());
      }
    });
  }
}

TEST_CASE("overlapped_levels: limits") {
  CHECK(documented.time(all_reduce{}, GiB, 1) == 0.0 * s);
  CHECK(documented.best(all_reduce{}, GiB, 1) == 1);
  CHECK(documented.time(all_reduce{}, GiB, 8) == documented.levels.inner.time(all_reduce{}, GiB, 8));
  CHECK(documented.best(all_reduce{}, GiB, 8) == 1);  // nothing to overlap with
  CHECK(documented.time(all_reduce{}, 0.0 * B, 64) == documented.levels.time(all_reduce{}, 0.0 * B, 64));
  CHECK(documented.best(all_reduce{}, 0.0 * B, 64) == 1);
  // Free levels cost nothing, in one chunk.
  const overlapped_levels free{two_level{mesh{pair_of{{}, {}, {}}}, nhr{port_of{{}, {}, {}}}, 8}};
  CHECK(free.time(all_reduce{}, GiB, 64) == 0.0 * s);
  CHECK(free.best(all_reduce{}, GiB, 64) == 1);
  CHECK(free.time<clamp_policy>(all_reduce{}, unlimited * B, 64) == 0.0 * s);
}

TEST_CASE("overlapped_levels: what is refused") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const bool bad = !(x >= 0.0 && x <= 1e308);
    for (const int k : {0, 1, 7}) {
      auto model = documented;
      model.chunks = k;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, x * B, 64).si(); }) == bad);
      CHECK(check_policies([&]<eval_policy P> { return model.in_chunks<P>(broadcast{}, x * B, 64, 3).si(); }) == bad);
      if (x < 0.0) {
        const std::string said = refusal([&] { return model.time(all_reduce{}, x * B, 64); });
        char got[64];
        std::snprintf(got, sizeof got, "; got %.17g", x);
        CHECK(said.ends_with(got));
      }
      model.levels.inner.link.alpha = x * s;
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 64).si(); }) == bad);
      model = documented;
      model.chunks = k;
      model.levels.outer.link.gamma = x * (s / B);
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 64).si(); }) == bad);
    }
    // A count has no NaN: a message without a best number goes in one chunk.
    CHECK(refuses("E301", [&] { return documented.best(all_reduce{}, x * B, 64); }) == bad);
    if (bad) CHECK(documented.best<nan_policy>(all_reduce{}, x * B, 64) == 1);
  }
  for (const int x : odd_counts) {
    CAPTURE(x);
    auto model = documented;
    const bool bad_ranks = x < 1 || (x > 8 && x % 8 != 0);
    CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, x).si(); }) == bad_ranks);
    model.levels.group = x;
    CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 64).si(); }) ==
          (x < 1 || (x < 64 && 64 % x != 0)));
    model = documented;
    model.chunks = x;
    const bool bad_chunks = x < 0 || x > model.most_chunks;
    CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 64).si(); }) == bad_chunks);
    CHECK(refuses("E373", [&] { return model.time(all_reduce{}, 1.0 * MB, 64); }) == bad_chunks);
    const bool no_chunks = x < 1 || x > model.most_chunks;
    CHECK(check_policies([&]<eval_policy P> { return model.in_chunks<P>(all_reduce{}, 1.0 * MB, 64, x).si(); }) ==
          no_chunks);
  }
  auto model = documented;
  model.chunks = -3;  // the nearest that is allowed stands for the best
  CHECK(model.time<clamp_policy>(all_reduce{}, GiB, 64) == documented.time(all_reduce{}, GiB, 64));
  model.chunks = 2 << 20;
  CHECK(model.time<clamp_policy>(all_reduce{}, GiB, 64) == documented.in_chunks(all_reduce{}, GiB, 64, 1 << 20));
  model.chunks = 5;
  CHECK(model.time<clamp_policy>(all_reduce{}, -1.0 * B, 64) == model.time(all_reduce{}, 0.0 * B, 64));
  static_assert(!noexcept(documented.time<raise_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept(documented.time<nan_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept(documented.best<clamp_policy>(all_reduce{}, 1.0 * B, 8)));
}

TEST_CASE("overlapped_levels: at compile time") {
  static_assert(documented.best(all_reduce{}, GiB, 48) == 34);
  static_assert(documented.time(all_reduce{}, GiB, 48) < 17283.2 * us);
  static_assert(collective_model<overlapped_levels<>> && collective_model<overlapped_levels<two_level<>, nhr<>>>);
}
