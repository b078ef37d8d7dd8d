// SPDX-License-Identifier: BSL-1.0
// AHC and HCCL's pipeline, against the data flow.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/ahc.hpp"
#include "traincost/collective/hccl_pipeline.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;
using port = hardware::port_link<>;
using pair = hardware::pair_link<>;

// A block's way from server to server around the ring, M - 1 steps; in the step after it arrives, a rank hands it to
// the others of its server. Block b belongs to rank b.
schedule pipeline_gather(int servers, int group) {
  schedule steps;
  for (int t = 0; t < servers; ++t) {
    step now;
    for (int s = 0; s < servers; ++s) {
      for (int d = 0; d < group; ++d) {
        const int rank = s * group + d;
        const int latest = ((s - t + servers) % servers) * group + d;  // what it has had since step t
        if (t < servers - 1) now.push_back({rank, (s + 1) % servers * group + d, {latest}, false});
        for (int other = 0; other < group; ++other) {
          if (other != d) now.push_back({rank, s * group + other, {latest}, false});
        }
      }
    }
    steps.push_back(now);
  }
  return steps;
}

// The longer of both levels in each step, and all reductions.
seconds time_of(const std::vector<dataflow::step_load>& log, bytes block, const pair& inside, const port& between) {
  seconds sum{};
  for (const dataflow::step_load& load : log) {
    const seconds over_links =
        load.link > 0 ? inside.alpha + static_cast<double>(load.link) * block * inside.beta : seconds{};
    const seconds over_port =
        load.port > 0 ? between.alpha + static_cast<double>(load.port) * block * between.beta : seconds{};
    sum += (over_links < over_port ? over_port : over_links) + static_cast<double>(load.reduced) * block * inside.gamma;
  }
  return sum;
}

// NB among `members`, of the blocks that part(i) gives to the i-th of them.
template <class Part>
schedule nb_scatter(const std::vector<int>& members, Part part) {
  schedule steps;
  const int count = static_cast<int>(members.size());
  for (int distance = 1; distance < count; distance *= 2) {
    step now;
    for (int i = 0; i < count; ++i) {
      dataflow::transfer message{
          members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>((i + distance) % count)], {}, true};
      for (int far = distance; far < count; far += 2 * distance) {
        for (const int b : part((i + far) % count)) message.blocks.push_back(b);
      }
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}
template <class Part>
schedule ring_scatter(const std::vector<int>& members, Part part) {
  schedule steps;
  const int count = static_cast<int>(members.size());
  for (int t = 0; t < count - 1; ++t) {
    step now;
    for (int i = 0; i < count; ++i) {
      now.push_back({members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>((i + 1) % count)],
                     part((i - t - 1 + 2 * count) % count), true});
    }
    steps.push_back(now);
  }
  return steps;
}
// Schedules that run side by side; messages between the same two ranks become one.
schedule merged(const std::vector<schedule>& all) {
  std::size_t longest = 0;
  for (const schedule& s : all) longest = s.size() > longest ? s.size() : longest;
  schedule steps;
  for (std::size_t t = 0; t < longest; ++t) {
    dataflow::messages now(true);
    for (const schedule& s : all) {
      if (t >= s.size()) continue;
      for (const dataflow::transfer& m : s[t]) {
        for (const int b : m.blocks) now.add(m.from, m.to, b);
      }
    }
    steps.push_back(now.all());
  }
  return steps;
}

struct uneven {
  std::vector<int> sizes;

  [[nodiscard]] int groups() const { return static_cast<int>(sizes.size()); }
  [[nodiscard]] int ranks() const { return std::accumulate(sizes.begin(), sizes.end(), 0); }
  [[nodiscard]] int largest() const { return *std::max_element(sizes.begin(), sizes.end()); }
  [[nodiscard]] int smallest() const { return *std::min_element(sizes.begin(), sizes.end()); }
  [[nodiscard]] std::vector<int> members(int group) const {
    std::vector<int> result(static_cast<std::size_t>(sizes[static_cast<std::size_t>(group)]));
    std::iota(result.begin(), result.end(), std::accumulate(sizes.begin(), sizes.begin() + group, 0));
    return result;
  }
  // HCCL's cut: (least common multiple of the sizes) x groups slices.
  [[nodiscard]] int slices() const {
    int multiple = 1;
    for (const int size : sizes) multiple = std::lcm(multiple, size);
    return multiple;
  }
  [[nodiscard]] int blocks() const { return slices() * groups(); }

  [[nodiscard]] std::vector<int> part(int index, int of) const {
    std::vector<int> result(static_cast<std::size_t>(blocks() / of));
    std::iota(result.begin(), result.end(), index * (blocks() / of));
    return result;
  }
  [[nodiscard]] schedule inside(int group) const {
    const auto of = members(group);
    return nb_scatter(of, [&](int i) { return part(i, static_cast<int>(of.size())); });
  }
  // One AllReduce a slice, among the ranks that hold it, all at the same time; each holder ends with one of its blocks.
  [[nodiscard]] schedule between(bool ring) const {
    std::vector<schedule> all;
    for (int slice = 0; slice < slices(); ++slice) {
      std::vector<int> holders;
      for (int g = 0; g < groups(); ++g) {
        const auto of = members(g);
        holders.push_back(of[static_cast<std::size_t>(slice * static_cast<int>(of.size()) / slices())]);
      }
      const auto one = [&](int i) { return std::vector<int>{slice * groups() + i}; };
      all.push_back(ring ? ring_scatter(holders, one) : nb_scatter(holders, one));
    }
    return merged(all);
  }
};

// A stage lasts as long as its slowest group; stages follow each other.
struct stage_cost {
  double steps = 0.0, sent = 0.0, reduced = 0.0;
};
stage_cost cost_of(const std::vector<dataflow::step_load>& log, std::size_t first, double blocks) {
  stage_cost sum;
  for (std::size_t i = first; i < log.size(); ++i) {
    sum.steps += 1.0;
    sum.sent += static_cast<double>(log[i].port) / blocks;
    sum.reduced += static_cast<double>(log[i].reduced) / blocks;
  }
  return sum;
}

void check_ahc(const uneven& cluster, bool ring) {
  const int p = cluster.ranks();
  const double blocks = cluster.blocks();
  dataflow::machine m(p, cluster.blocks(), fabric::shared_port);
  m.own_contributions();
  stage_cost in;
  const auto stage = [&](const schedule& steps, stage_cost& slowest) {
    const std::size_t before = m.log().size();
    m.run(steps);
    const stage_cost now = cost_of(m.log(), before, blocks);
    slowest.steps = std::max(slowest.steps, now.steps);
    slowest.sent = std::max(slowest.sent, now.sent);
    slowest.reduced = std::max(slowest.reduced, now.reduced);
  };
  for (int g = 0; g < cluster.groups(); ++g) stage(cluster.inside(g), in);
  stage_cost out, back, gathered;
  const schedule across = cluster.between(ring);
  stage(across, out);
  stage(dataflow::mirrored(across), back);
  for (int g = 0; g < cluster.groups(); ++g) stage(dataflow::mirrored(cluster.inside(g)), gathered);
  CHECK(m.finished_everywhere());

  random_source draw(static_cast<std::uint64_t>(p));
  const auto link = random_link<port>(draw);
  const bytes n = draw.magnitude(1.0, 1e12) * units::B;
  const double convergence = draw.uniform(1.0, 8.0);
  const seconds expected = (in.steps + out.steps + back.steps + gathered.steps) * link.alpha +
                           ((in.sent + gathered.sent + convergence * (out.sent + back.sent)) * n) * link.beta +
                           ((in.reduced + out.reduced) * n) * link.gamma;
  using model = collective::ahc<>;
  const model ahc{link,
                  cluster.groups(),
                  cluster.smallest(),
                  cluster.largest(),
                  convergence,
                  ring ? model::between::ring : model::between::nb};
  CHECK(relative_error(ahc.time(collective::all_reduce{}, n, p).si(), expected.si()) < golden);
}
}  // namespace

TEST_CASE("hccl_pipeline: every operation is what its messages add up to") {
  using namespace collective;
  random_source draw(41);
  for (const int group : {2, 3, 4, 7, 8, 16}) {
    for (int servers = 2; servers * group <= 129; ++servers) {
      const int p = servers * group;
      CAPTURE(group);
      CAPTURE(p);
      auto inside = random_link<pair>(draw);
      auto between = random_link<port>(draw);
      between.gamma = inside.gamma;  // the machine counts reductions, not where they come from
      const bytes n = draw.magnitude(1.0, 1e12) * units::B;
      const collective::hccl_pipeline model{inside, between, group};
      const schedule gathering = pipeline_gather(servers, group);
      const schedule reducing = reversed(gathering, true);

      dataflow::machine gather(p, p, fabric::port, group);
      gather.own_block();
      gather.run(gathering);
      CHECK(gather.finished_everywhere());
      dataflow::machine scatter(p, p, fabric::port, group);
      scatter.own_contributions();
      scatter.run(reducing);
      CHECK(scatter.finished_own_block());
      dataflow::machine both(p, p, fabric::port, group);
      both.own_contributions();
      both.run(reducing);
      both.run(gathering);
      CHECK(both.finished_everywhere());

      const auto check = [&](auto operation, const dataflow::machine& m) {
        const seconds expected = time_of(m.log(), n / static_cast<double>(p), inside, between);
        CHECK(relative_error(model.time(operation, n, p).si(), expected.si()) < golden);
      };
      check(all_gather{}, gather);
      check(reduce_scatter{}, scatter);
      check(all_reduce{}, both);
    }
  }
}

TEST_CASE("hccl_pipeline: each level's reductions by its own gamma") {
  using namespace units;
  constexpr auto per_byte = 1e-12 * (s / B);
  constexpr collective::hccl_pipeline inside{pair{{}, {}, per_byte}, port{{}, {}, {}}, 8};
  constexpr collective::hccl_pipeline between{pair{{}, {}, {}}, port{{}, {}, per_byte}, 8};
  // Of 32 ranks' blocks a rank reduces 31: 3 from other servers, 4 x 7 from its own.
  CHECK(relative_error(inside.time(collective::all_reduce{}, 32.0 * GB, 32).si(), 28e-3) < rounding);
  CHECK(relative_error(between.time(collective::reduce_scatter{}, 32.0 * GB, 32).si(), 3e-3) < rounding);
  CHECK(between.time(collective::all_gather{}, 32.0 * GB, 32) == 0.0 * s);
}

TEST_CASE("ahc: the formula is what the messages of its stages add up to") {
  std::vector<uneven> clusters = {{{2, 3}}, {{3, 2}}, {{8, 8, 8, 8}}, {{1, 2}},
                                  {{1, 1}}, {{5}},    {{4, 6, 6}},    {{64, 65}}};
  for (int groups = 1; groups <= 7; ++groups) {
    for (int smallest = 1; smallest <= 6; ++smallest) {
      for (int more = 0; more <= 3; ++more) {
        uneven mixed;
        for (int g = 0; g < groups; ++g) mixed.sizes.push_back(smallest + (g % 2 == 1 ? more : 0));
        clusters.push_back(mixed);
      }
    }
  }
  for (const uneven& cluster : clusters) {
    const int p = cluster.ranks();
    const int groups = cluster.groups();
    CAPTURE(p);
    CAPTURE(groups);
    if (p < 2) continue;
    check_ahc(cluster, false);
    check_ahc(cluster, true);
  }
}

TEST_CASE("ahc: documented examples") {
  using namespace units;
  constexpr collective::all_reduce all{};
  constexpr collective::ahc starts{port{1.0 * s, {}, {}}, 2, 2, 3, 4.0};
  constexpr collective::ahc moves{port{{}, 1.0 * (s / B), {}}, 2, 2, 3, 4.0};
  constexpr collective::ahc reduces{port{{}, {}, 1.0 * (s / B)}, 2, 2, 3, 4.0};
  CHECK(starts.time(all, 12.0 * B, 5) == 6.0 * s);
  CHECK(relative_error(moves.time(all, 12.0 * B, 5).si(), 40.0) < rounding);
  CHECK(relative_error(reduces.time(all, 12.0 * B, 5).si(), 11.0) < rounding);
  constexpr collective::ahc four{port{1.0 * s, {}, {}}, 4, 8, 8, 2.0};
  CHECK(four.time(all, 12.0 * B, 32) == 10.0 * s);
  constexpr collective::ahc four_moves{port{{}, 1.0 * (s / B), {}}, 4, 8, 8, 2.0};
  CHECK(relative_error(four_moves.time(all, 8.0 * B, 32).si(), 17.0) < rounding);
  constexpr collective::ahc four_reduces{port{{}, {}, 1.0 * (s / B)}, 4, 8, 8, 2.0};
  CHECK(relative_error(four_reduces.time(all, 32.0 * B, 32).si(), 31.0) < rounding);
  constexpr collective::ahc ring{port{1.0 * s, {}, {}}, 4, 8, 8, 2.0, collective::ahc<>::between::ring};
  CHECK(ring.time(all, 12.0 * B, 32) == 12.0 * s);
}
