// SPDX-License-Identifier: BSL-1.0
// Two levels of every operation, against messages carried out one by one; golden values; three levels.
#include <doctest/doctest.h>

#include "../support/dataflow.hpp"
#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "../support/table.hpp"
#include "traincost/collective/binomial.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/star.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;
using dataflow::fabric, dataflow::schedule, dataflow::step;

// Who sends what in M servers of D ranks: one step over the mesh of every server, or M - 1 steps of a ring (or of
// pairwise exchanges) between the ranks that have the same place in their servers. Block b belongs to rank b.
struct servers {
  int count;
  int group;
  [[nodiscard]] int ranks() const { return count * group; }
  [[nodiscard]] int rank(int server, int place) const { return server * group + place; }
  [[nodiscard]] int next(int server, int by) const { return ((server + by) % count + count) % count; }

  // The blocks of all ranks at `place`, and of all ranks of `server`.
  [[nodiscard]] std::vector<int> of_place(int place) const {
    std::vector<int> blocks;
    for (int s = 0; s < count; ++s) blocks.push_back(rank(s, place));
    return blocks;
  }
  [[nodiscard]] std::vector<int> of_server(int server) const {
    std::vector<int> blocks;
    for (int d = 0; d < group; ++d) blocks.push_back(rank(server, d));
    return blocks;
  }

  // Every rank gives every other of its server the blocks that `for_place(server, place)` names.
  template <class Blocks>
  [[nodiscard]] schedule mesh_scatter(Blocks for_place) const {
    step now;
    for (int s = 0; s < count; ++s) {
      for (int d = 0; d < group; ++d) {
        for (int e = 0; e < group; ++e) {
          if (e != d) now.push_back({rank(s, d), rank(s, e), for_place(s, e), true});
        }
      }
    }
    return {now};
  }
  // A ring ReduceScatter: server s ends with part(s, place).
  template <class Blocks>
  [[nodiscard]] schedule ring_scatter(Blocks part) const {
    schedule steps;
    for (int t = 0; t < count - 1; ++t) {
      step now;
      for (int s = 0; s < count; ++s) {
        for (int d = 0; d < group; ++d) {
          now.push_back({rank(s, d), rank(next(s, 1), d), part(next(s, -t - 1), d), true});
        }
      }
      steps.push_back(now);
    }
    return steps;
  }
  // A message of server 0 handed on around the ring, whole; HCCL's ring Broadcast.
  [[nodiscard]] schedule ring_broadcast() const {
    schedule steps;
    for (int s = 0; s < count - 1; ++s) {
      step now;
      for (int d = 0; d < group; ++d) now.push_back({rank(s, d), rank(s + 1, d), of_place(d), false});
      steps.push_back(now);
    }
    return steps;
  }
  // Server 0's rank 0 sends out the blocks of all servers, the farthest first; they follow each other around the ring.
  [[nodiscard]] schedule ring_rooted_scatter() const {
    schedule steps;
    for (int t = 0; t < count - 1; ++t) {
      step now;
      for (int s = 0; s <= t; ++s) now.push_back({rank(s, 0), rank(s + 1, 0), of_server(count - 1 - t + s), false});
      steps.push_back(now);
    }
    return steps;
  }
};

seconds time_of(const dataflow::machine& m, bytes block, const pair_of& inside, const port_of& between) {
  seconds sum{};
  for (const dataflow::step_load& load : m.log()) {
    CHECK((load.link == 0 || load.port == 0));  // stages follow each other
    if (load.link > 0) sum += inside.alpha + static_cast<double>(load.link) * block * inside.beta;
    if (load.port > 0) sum += between.alpha + static_cast<double>(load.port) * block * between.beta;
    sum += static_cast<double>(load.reduced) * block * (load.link > 0 ? inside.gamma : between.gamma);
  }
  return sum;
}

using traincost::test::dataflow::joined, traincost::test::dataflow::mirrored, traincost::test::dataflow::reversed;

// The schedules of the table in two_level.hpp.
struct schedules {
  servers of;
  [[nodiscard]] schedule scatter_inside() const {
    return of.mesh_scatter([this](int, int e) { return of.of_place(e); });
  }
  [[nodiscard]] schedule scatter_between() const {
    return of.ring_scatter([this](int s, int d) { return std::vector<int>{of.rank(s, d)}; });
  }
  [[nodiscard]] schedule inner_first() const { return joined(scatter_inside(), scatter_between()); }
  [[nodiscard]] schedule outer_first() const {
    return joined(of.ring_scatter([this](int s, int) { return of.of_server(s); }),
                  of.mesh_scatter([this](int s, int e) { return std::vector<int>{of.rank(s, e)}; }));
  }
  [[nodiscard]] schedule all_reducing() const {
    return joined(joined(scatter_inside(), scatter_between()),
                  joined(mirrored(scatter_between()), mirrored(scatter_inside())));
  }
  [[nodiscard]] schedule broadcasting() const {
    step first;
    for (int e = 1; e < of.group; ++e) first.push_back({0, of.rank(0, e), of.of_place(e), false});
    return joined(joined({first}, of.ring_broadcast()), mirrored(scatter_inside()));
  }
  // A Broadcast backwards, but for the last stage, in which finished blocks are gathered.
  [[nodiscard]] schedule reducing() const {
    step last;
    for (int e = 1; e < of.group; ++e) last.push_back({of.rank(0, e), 0, of.of_place(e), false});
    return joined(joined(scatter_inside(), reversed(of.ring_broadcast(), true)), {last});
  }
  [[nodiscard]] schedule scattering() const {
    step last;
    for (int s = 0; s < of.count; ++s) {
      for (int e = 1; e < of.group; ++e) last.push_back({of.rank(s, 0), of.rank(s, e), {of.rank(s, e)}, false});
    }
    return joined(of.ring_rooted_scatter(), {last});
  }
  // Block s * ranks + d is what rank s sends to rank d: first to the rank of s's server that has d's place.
  [[nodiscard]] schedule exchanging() const {
    const int p = of.ranks();
    dataflow::messages first(false);
    schedule steps(1);
    for (int from = 0; from < p; ++from) {
      for (int to = 0; to < p; ++to) {
        const int via = of.rank(from / of.group, to % of.group);
        if (via != from) first.add(from, via, from * p + to);
      }
    }
    steps[0] = first.all();
    for (int k = 1; k < of.count; ++k) {
      dataflow::messages now(false);
      for (int from = 0; from < p; ++from) {
        for (int to = 0; to < p; ++to) {
          const int via = of.rank(from / of.group, to % of.group);
          if (of.next(from / of.group, k) == to / of.group) now.add(via, to, from * p + to);
        }
      }
      steps.push_back(now.all());
    }
    return steps;
  }
};

enum class start : unsigned char { contributions, blocks, root, personal };
enum class finish : unsigned char { everywhere, own_block, at_root, personal };

dataflow::machine carried_out(const servers& of, const schedule& steps, start from, finish to) {
  const int p = of.ranks();
  dataflow::machine m(p, from == start::personal ? p * p : p, fabric::port, of.group);
  if (from == start::contributions) m.own_contributions();
  if (from == start::blocks) m.own_block();
  if (from == start::root) {
    for (int b = 0; b < p; ++b) m.source(0, b);
  }
  if (from == start::personal) {
    for (int s = 0; s < p; ++s) {
      for (int d = 0; d < p; ++d) m.source(s, s * p + d);
    }
  }
  m.run(steps);
  if (to == finish::everywhere) CHECK(m.finished_everywhere());
  if (to == finish::own_block) CHECK(m.finished_own_block());
  if (to == finish::at_root) CHECK(m.has_everything(0));
  if (to == finish::personal) {
    for (int s = 0; s < p; ++s) {
      for (int d = 0; d < p; ++d) CHECK(m.finished(d, s * p + d));
    }
  }
  return m;
}

constexpr two_level server{mesh{documented_inside}, ring{documented_between}, 8};
}  // namespace

TEST_CASE("two_level: every operation is what the messages of its stages add up to") {
  random_source draw(101);
  for (const auto& [count, group] :
       {std::pair{2, 2}, {3, 2}, {2, 4}, {4, 3}, {5, 4}, {3, 8}, {16, 8}, {7, 5}, {2, 1}, {6, 1}}) {
    const servers of{count, group};
    CAPTURE(of.count);
    CAPTURE(of.group);
    const schedules plan{of};
    const int p = of.ranks();
    const auto inside = drawn_link<pair_of>(draw);
    const auto between = drawn_link<port_of>(draw);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const bytes block = n / static_cast<double>(p);
    const two_level inner{mesh{inside}, ring{between}, group};
    const two_level outer{mesh{inside}, ring{between}, group, staging::outer_first};
    const auto check = [&](auto operation, const auto& model, const dataflow::machine& m) {
      const std::string name = operation.name;
      CAPTURE(name);
      CHECK(relative_error(model.time(operation, n, p).si(), time_of(m, block, inside, between).si()) < golden);
    };
    const auto both = [&](auto operation, const dataflow::machine& m) {
      check(operation, inner, m);
      check(operation, outer, m);
    };
    both(all_reduce{}, carried_out(of, plan.all_reducing(), start::contributions, finish::everywhere));
    check(reduce_scatter{}, inner, carried_out(of, plan.inner_first(), start::contributions, finish::own_block));
    check(reduce_scatter{}, outer, carried_out(of, plan.outer_first(), start::contributions, finish::own_block));
    check(all_gather{}, inner, carried_out(of, mirrored(plan.inner_first()), start::blocks, finish::everywhere));
    check(all_gather{}, outer, carried_out(of, mirrored(plan.outer_first()), start::blocks, finish::everywhere));
    both(broadcast{}, carried_out(of, plan.broadcasting(), start::root, finish::everywhere));
    both(reduce{}, carried_out(of, plan.reducing(), start::contributions, finish::at_root));
    both(scatter{}, carried_out(of, plan.scattering(), start::root, finish::own_block));
    both(gather{}, carried_out(of, mirrored(plan.scattering()), start::blocks, finish::at_root));
    if (p > 64) continue;
    const two_level exchange{mesh{inside}, pairwise{between}, group};
    check(all_to_all{}, exchange, carried_out(of, plan.exchanging(), start::personal, finish::personal));
  }
}

TEST_CASE("two_level: golden values of three algorithms between servers, level by level") {
  int lines = 0;
  for (const row& line : table("two_level_all_reduce.csv")) {
    const bytes n = line.number("bytes") * B;
    const int ranks = 8 * line.count("servers");
    const auto check = [&](auto outer) {
      if (line.text("outer") != outer.name) return;
      const auto levels = two_level{mesh{documented_inside}, outer, 8}.levels(all_reduce{}, n, ranks);
      CHECK(relative_error(levels.inner.si(),
                           line.number("inner_reduce_scatter_s") + line.number("inner_all_gather_s")) < golden);
      CHECK(relative_error(levels.outer.si(), line.number("outer_all_reduce_s")) < golden);
      CHECK(relative_error(levels.total().si(), line.number("total_s")) < golden);
      ++lines;
    };
    check(ring{documented_between});
    check(nhr{documented_between});
    check(halving_doubling{documented_between});
  }
  CHECK(lines == 12);
  for (const row& line : table("two_level_reduce_scatter.csv")) {
    two_level model{mesh{documented_inside}, nhr{documented_between}, 8};
    const auto check = [&](const char* column) {
      const auto time = model.time(reduce_scatter{}, line.number("bytes") * B, 8 * line.count("servers"));
      CHECK(relative_error(time.si(), line.number(column)) < golden);
    };
    check("inner_first_s");
    model.order = staging::outer_first;
    check("outer_first_s");
    lines += 2;
  }
  CHECK(lines == 20);
}

TEST_CASE("two_level: three levels, however they are nested") {
  const auto far = hardware::port(15.0 * us, 10.0 * GB_per_s, 500.0 * GB_per_s);
  const two_level inward{two_level{mesh{documented_inside}, nhr{documented_between}, 8}, nhr{far}, 8 * 16};
  const two_level outward{mesh{documented_inside}, two_level{nhr{documented_between}, nhr{far}, 16}, 8};
  CHECK(relative_error(inward.time(all_reduce{}, GiB, 512).si(), 0.030803096697005466) < golden);
  CHECK(relative_error(outward.time(all_reduce{}, GiB, 512).si(), 0.030803096697005466) < golden);

  random_source draw(102);
  for (int i = 0; i < 300; ++i) {
    const auto near_link = drawn_link<pair_of>(draw);
    const auto middle_link = drawn_link<port_of>(draw);
    const auto far_link = drawn_link<port_of>(draw);
    const int p0 = draw.integer(2, 8), p1 = draw.integer(2, 20), p2 = draw.integer(2, 20);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const two_level a{two_level{mesh{near_link}, nhr{middle_link}, p0}, nhr{far_link}, p0 * p1};
    const two_level b{mesh{near_link}, two_level{nhr{middle_link}, nhr{far_link}, p1}, p0};
    const auto same = [&](auto operation) {
      CHECK(relative_error(a.time(operation, n, p0 * p1 * p2).si(), b.time(operation, n, p0 * p1 * p2).si()) <
            rounding);
    };
    same(all_reduce{});
    same(reduce_scatter{});
    same(all_gather{});
    // The formula with its shares written out.
    const double q0 = p0, q1 = p1, q2 = p2;
    const seconds steps =
        2.0 * near_link.alpha + 2.0 * ceil_log2(p1) * middle_link.alpha + 2.0 * ceil_log2(p2) * far_link.alpha;
    const seconds moved = 2.0 * n *
                          (1.0 / q0 * near_link.beta + (q1 - 1.0) / (q0 * q1) * middle_link.beta +
                           (q2 - 1.0) / (q0 * q1 * q2) * far_link.beta);
    const seconds reduced = n * ((q0 - 1.0) / q0 * near_link.gamma + (q1 - 1.0) / (q0 * q1) * middle_link.gamma +
                                 (q2 - 1.0) / (q0 * q1 * q2) * far_link.gamma);
    CHECK(relative_error(a.time(all_reduce{}, n, p0 * p1 * p2).si(), (steps + moved + reduced).si()) < rounding);
  }
}

TEST_CASE("two_level: one rank is free, one group is the inner level, groups of one are the outer") {
  random_source draw(103);
  for (int i = 0; i < 100; ++i) {
    const mesh near{drawn_link<pair_of>(draw)};
    const ring far{drawn_link<port_of>(draw)};
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const int p = draw.integer(2, 100);
    const staging order = i % 2 == 0 ? staging::inner_first : staging::outer_first;
    for_each_staged_operation([&](auto operation) {
      const two_level wide{near, pairwise{far.link}, 8, order};
      if constexpr (std::same_as<decltype(operation), all_to_all>) {
        CHECK(wide.time(operation, n, 1) == 0.0 * s);
        CHECK(wide.time(operation, n, 8) == near.time(operation, n, 8));
        CHECK(two_level{near, pairwise{far.link}, 1, order}.time(operation, n, p) ==
              pairwise{far.link}.time(operation, n, p));
      } else {
        CHECK(two_level{near, far, 8, order}.time(operation, n, 1) == 0.0 * s);
        CHECK(two_level{near, far, 8, order}.levels(operation, n, 5).outer == 0.0 * s);
        CHECK(two_level{near, far, 8, order}.time(operation, n, 5) == near.time(operation, n, 5));
        CHECK(two_level{near, far, 1, order}.time(operation, n, p) == far.time(operation, n, p));
      }
    });
  }
}

TEST_CASE("two_level: monotone in message, links and servers, and never below a bound") {
  random_source draw(104);
  for (int i = 0; i < 300; ++i) {
    const auto inside = drawn_link<pair_of>(draw);
    const auto between = drawn_link<port_of>(draw);
    const int group = draw.integer(1, 16), count = draw.integer(1, 64);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const double more = draw.uniform(1.0, 3.0);
    const staging order = i % 2 == 0 ? staging::inner_first : staging::outer_first;
    const int p = group * count;
    const double exact = 1.0 - 1e-14;
    const auto check = [&](auto operation, auto model_of) {
      const std::string name = operation.name;
      CAPTURE(name);
      CAPTURE(group);
      CAPTURE(count);
      const seconds base = model_of(inside, between).time(operation, n, p);
      CHECK(model_of(inside, between).time(operation, more * n, p) >= base);
      // More servers leave each less to do inside where the outer level comes first.
      const bool divided = std::same_as<decltype(operation), scatter> || std::same_as<decltype(operation), gather>;
      if (!divided && order == staging::inner_first) {
        CHECK(model_of(inside, between).time(operation, n, p + group) >= exact * base);
      }
      CHECK(model_of({more * inside.alpha, inside.beta, inside.gamma}, between).time(operation, n, p) >= base);
      CHECK(model_of({inside.alpha, more * inside.beta, inside.gamma}, between).time(operation, n, p) >= base);
      CHECK(model_of({inside.alpha, inside.beta, more * inside.gamma}, between).time(operation, n, p) >= base);
      CHECK(model_of(inside, {more * between.alpha, between.beta, between.gamma}).time(operation, n, p) >= base);
      CHECK(model_of(inside, {between.alpha, more * between.beta, between.gamma}).time(operation, n, p) >= base);
      CHECK(model_of(inside, {between.alpha, between.beta, more * between.gamma}).time(operation, n, p) >= base);
      CHECK(base >= exact * least_time(operation, inside, between, group, n, p));
    };
    for_each_staged_operation([&](auto operation) {
      if constexpr (std::same_as<decltype(operation), all_to_all>) {
        check(operation, [&](pair_of a, port_of b) { return two_level{mesh{a}, pairwise{b}, group, order}; });
      } else {
        check(operation, [&](pair_of a, port_of b) { return two_level{mesh{a}, ring{b}, group, order}; });
      }
    });
  }
}

TEST_CASE("two_level: the order of levels matters for ReduceScatter and AllGather only") {
  two_level model{mesh{documented_inside}, ring{documented_between}, 8};
  two_level other = model;
  other.order = staging::outer_first;
  const auto same = [&](auto operation) { return model.time(operation, GiB, 64) == other.time(operation, GiB, 64); };
  CHECK(same(all_reduce{}));
  CHECK(same(broadcast{}));
  CHECK(same(reduce{}));
  CHECK(same(scatter{}));
  CHECK(same(gather{}));
  CHECK_FALSE(same(reduce_scatter{}));
  CHECK_FALSE(same(all_gather{}));
  // Outer first sends D times as much between the servers.
  const auto outer = [](const auto& levels) { return levels.outer - 7.0 * documented_between.alpha; };
  const seconds inner_first = outer(model.levels(all_gather{}, GiB, 64));
  CHECK(relative_error(outer(other.levels(all_gather{}, GiB, 64)).si(), 8.0 * inner_first.si()) < rounding);
}

TEST_CASE("two_level: what is refused, and by which words") {
  for_each_staged_operation([&](auto operation) {
    if constexpr (!std::same_as<decltype(operation), all_to_all>) {
      for (const double x : odd_numbers) {
        CAPTURE(x);
        const bool bad = !(x >= 0.0 && x <= 1e308);
        for (const staging order : {staging::inner_first, staging::outer_first}) {
          auto model = server;
          model.order = order;
          CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, x * B, 64).si(); }) == bad);
          CHECK(check_policies([&]<eval_policy P> { return model.levels<P>(operation, x * B, 64).outer.si(); }) == bad);
          // The whole message is named, not a share of it.
          if (x < 0.0) {
            const std::string said = refusal([&] { return model.time(operation, x * B, 64); });
            char got[64];
            std::snprintf(got, sizeof got, "; got %.17g", x);
            CHECK(said.ends_with(got));
          }
        }
        auto model = server;
        model.inner.link.beta = x * (s / B);
        CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * B, 64).si(); }) == bad);
        model = server;
        model.outer.link.alpha = x * s;
        CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * B, 64).si(); }) == bad);
      }
      for (const int x : odd_counts) {
        CAPTURE(x);
        const bool bad_ranks = x < 1 || (x > 8 && x % 8 != 0);
        CHECK(check_policies([&]<eval_policy P> { return server.time<P>(operation, 1.0 * MB, x).si(); }) == bad_ranks);
        auto model = server;
        model.group = x;
        const bool bad_group = x < 1 || (x < 64 && 64 % x != 0);
        CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, 64).si(); }) == bad_group);
      }
      static_assert(!noexcept(server.time<raise_policy>(operation, 1.0 * B, 8)));
      static_assert(noexcept(server.time<nan_policy>(operation, 1.0 * B, 8)));
      static_assert(noexcept(server.levels<clamp_policy>(operation, 1.0 * B, 8)));
    }
  });
  CHECK(refuses("E306", [] { return server.time(all_reduce{}, 1.0 * MB, 12); }));
  CHECK(server.time<clamp_policy>(broadcast{}, 1.0 * MB, 23) == server.time(broadcast{}, 1.0 * MB, 16));
  CHECK(server.time<clamp_policy>(scatter{}, -1.0 * MB, 64) == server.time(scatter{}, 0.0 * MB, 64));
}

TEST_CASE("two_level: at compile time") {
  constexpr two_level model{mesh{documented_inside}, ring{documented_between}, 8};
  static_assert(model.time(reduce{}, 0.0 * B, 64) == 2.0 * documented_inside.alpha + 7.0 * documented_between.alpha);
  static_assert(model.time(scatter{}, 0.0 * B, 64) == documented_inside.alpha + 7.0 * documented_between.alpha);
  static_assert(two_level{star{documented_inside}, binomial{documented_between}, 8}.time(gather{}, 0.0 * B, 64) ==
                documented_inside.alpha + 3.0 * documented_between.alpha);
}
