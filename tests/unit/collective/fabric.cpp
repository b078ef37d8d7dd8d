// SPDX-License-Identifier: BSL-1.0
// What policies of the fabric do to links together; collisions and oversubscription against their tables.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"
#include "traincost/collective/contended.hpp"
#include "traincost/collective/dcqcn.hpp"
#include "traincost/collective/ecmp.hpp"
#include "traincost/collective/go_back_n.hpp"
#include "traincost/collective/incast.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nb.hpp"
#include "traincost/collective/oversubscribed.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/selective_repeat.hpp"
#include "traincost/collective/stretch_by.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

constexpr auto port = hardware::port(10.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
const auto lossy = go_back_n{.loss = fraction{1e-5}, .round_trip = 10.0 * us};

using flows_of_step = std::vector<std::pair<int, int>>;
struct counted_step {
  double bytes;  // of each flow, in n
  flows_of_step flows;
};

flows_of_step rotation(int ranks, int distance) {
  flows_of_step flows;
  for (int i = 0; i < ranks; ++i) flows.emplace_back(i, (i + distance) % ranks);
  return flows;
}
flows_of_step exchange(int ranks, int distance) {
  flows_of_step flows;
  for (int i = 0; i < ranks; ++i) flows.emplace_back(i, i ^ distance);
  return flows;
}
// Time of all steps, in n beta: the fullest uplink, in or out, is shared fairly by the flows that cross it.
double counted(const std::vector<counted_step>& steps, int rack, double ratio) {
  double time = 0.0;
  for (const counted_step& step : steps) {
    std::map<std::pair<int, bool>, int> crossing;
    int most = 0;
    for (const auto& [from, to] : step.flows) {
      if (from / rack == to / rack) continue;
      most = std::max({most, ++crossing[{from / rack, true}], ++crossing[{to / rack, false}]});
    }
    time += step.bytes * std::max(1.0, ratio * most / rack);
  }
  return time;
}

std::vector<counted_step> near_heavy_steps(int p) {
  std::vector<counted_step> steps;
  for (int d = 1; d < p; d *= 2) steps.push_back({((p - 1 + d) / (2 * d)) / double(p), rotation(p, d)});
  return steps;
}
std::vector<counted_step> far_heavy_steps(int p) {
  std::vector<counted_step> steps;
  int held = 1;
  for (int d = 1; d < p; d *= 2) {
    const int sent = std::min(held, p - held);
    steps.push_back({sent / double(p), rotation(p, d)});
    held += sent;
  }
  CHECK(held == p);
  return steps;
}
std::vector<counted_step> halving_steps(int p, bool far_first) {
  std::vector<counted_step> steps;
  for (int k = 1; k < p; k *= 2) steps.push_back({0.5 / k, exchange(p, far_first ? p / (2 * k) : k)});
  return steps;
}

// The fullest of `links` links: every placement of `flows` flows.
template <class Function>
double mean_over_placements(int flows, int links, Function of) {
  std::int64_t placements = 1;
  for (int i = 0; i < flows; ++i) placements *= links;
  double sum = 0.0;
  for (std::int64_t code = 0; code < placements; ++code) {
    std::vector<int> load(static_cast<std::size_t>(links));
    int most = 0;
    std::int64_t rest = code;
    for (int i = 0; i < flows; ++i, rest /= links)
      most = std::max(most, ++load[static_cast<std::size_t>(rest % links)]);
    sum += of(most);
  }
  return sum / static_cast<double>(placements);
}
}  // namespace

TEST_CASE("fabric: identities change nothing") {
  const auto check = [](auto policy) {
    CHECK((port | policy).resolved(ring<>{}, 64).alpha == port.alpha);
    CHECK((port | policy).resolved(ring<>{}, 64).beta == port.beta);
    CHECK((port | policy).resolved(ring<>{}, 64).gamma == port.gamma);
    for (const int p : {1, 2, 64}) {
      CHECK(ring{port | policy}.time(all_reduce{}, 1.0 * MiB, p) == ring{port}.time(all_reduce{}, 1.0 * MiB, p));
    }
  };
  check(stretch_by{});
  check(go_back_n{});
  check(selective_repeat{});
  check(incast{});
  check(ecmp{.flows = 1});
  check(oversubscribed{});
  check(oversubscribed{8.0, 64});
}

TEST_CASE("fabric: policies multiply and commute, and only the transfer is stretched") {
  const ecmp hashes{.flows = 8, .links = 8};
  const oversubscribed fabric{4.0, 4};
  const double product = lossy.stretch() * hashes.stretch() * fabric.stretch(ring<>{}, 64);
  const auto one = (port | lossy | hashes | fabric).resolved(ring<>{}, 64);
  const auto two = (port | fabric | lossy | hashes).resolved(ring<>{}, 64);
  CHECK(relative_error(one.beta.si(), product * port.beta.si()) < rounding);
  CHECK(relative_error(two.beta.si(), one.beta.si()) < rounding);
  CHECK(one.alpha == port.alpha);
  CHECK(one.gamma == port.gamma);
  // A product worked out once gives the same time.
  const seconds at_once = ring{port | stretch_by{product}}.time(all_reduce{}, 1.0 * GB, 64);
  CHECK(relative_error(ring{port | lossy | hashes | fabric}.time(all_reduce{}, 1.0 * GB, 64).si(), at_once.si()) <
        rounding);
}

TEST_CASE("fabric: one level of two is contended, at compile time too") {
  constexpr auto inside = hardware::pair(5.0 * us, 18.3 * GB_per_s);
  constexpr two_level clean{mesh{inside}, nhr{port}, 8};
  constexpr two_level busy{
      mesh{inside},
      nhr{port | go_back_n{.loss = fraction{1e-6}, .round_trip = 10.0 * us} |
          ecmp{.flows = 8, .links = 16, .queue_pairs = 4} | oversubscribed{2.0, 4} | dcqcn{.flows = 8}},
      8};
  constexpr seconds fast = clean.time(all_reduce{}, 64.0 * MiB, 256);
  constexpr seconds slow = busy.time(all_reduce{}, 64.0 * MiB, 256);
  static_assert(slow > fast);
  CHECK(busy.levels(all_reduce{}, 64.0 * MiB, 256).inner == clean.levels(all_reduce{}, 64.0 * MiB, 256).inner);
  CHECK(busy.time(all_reduce{}, 64.0 * MiB, 8) == clean.time(all_reduce{}, 64.0 * MiB, 8));
}

TEST_CASE("stretch_by: policies") {
  for (const double x : odd_numbers) {
    CHECK(check_policies([=]<eval_policy P> { return stretch_by{x}.stretch<P>(); }, 1.0) == !(x >= 1.0 && x <= 1e308));
  }
  // A refused policy refuses the collective.
  const ring broken{port | stretch_by{no_number}};
  CHECK(check_policies([=]<eval_policy P> { return broken.time<P>(all_reduce{}, 1.0 * B, 4).si(); }));
  const ring congested{port | dcqcn{.flows = 0}};
  CHECK(check_policies([=]<eval_policy P> { return congested.time<P>(all_reduce{}, 1.0 * B, 4).si(); }));
}

TEST_CASE("ecmp: reference loads and ratios") {
  int lines = 0;
  for (const row& line : table("ecmp_collisions.csv")) {
    const ecmp hashes{.flows = line.count("flows"), .links = line.count("links")};
    CAPTURE(hashes.flows);
    CAPTURE(hashes.links);
    CHECK(relative_error(hashes.expected_max_load(), line.number("expected_max_load")) < golden);
    CHECK(relative_error(hashes.expected_max_over_mean(), line.number("expected_max_over_mean")) < golden);
    ++lines;
  }
  CHECK(lines == 13);
}

TEST_CASE("ecmp: the stretch is the mean of what every placement does, not what the mean load does") {
  for (int links = 1; links <= 5; ++links) {
    for (int flows = 1; flows <= 7; ++flows) {
      for (const double rate : {0.1, 0.3, 0.5, 0.75, 1.0, 2.0}) {
        const ecmp hashes{.flows = flows, .links = links, .flow_rate = rate};
        CAPTURE(links);
        CAPTURE(flows);
        CAPTURE(rate);
        CHECK(relative_error(hashes.stretch(), mean_over_placements(flows, links, [&](int most) {
                               return std::max(1.0, most * rate);
                             })) < golden);
        CHECK(hashes.stretch() >= std::max(1.0, hashes.expected_max_load() * rate) * (1.0 - rounding));
      }
    }
  }
  CHECK(ecmp{.flows = 8, .links = 8, .queue_pairs = 4}.stretch() ==
        ecmp{.flows = 32, .links = 8, .flow_rate = 0.25}.stretch());
}

TEST_CASE("ecmp: thousands of flows, against exact integers") {
  // P(Lmax <= k) as ratios of whole numbers of placements, summed and rounded once.
  const struct {
    int flows, links;
    double load;
  } exact[] = {
      {200, 7, 35.99024493040345},   {500, 500, 5.145313523784005},  {512, 64, 15.336268250121934},
      {1000, 3, 348.8293925341137},  {1024, 64, 26.10142926394944},  {1500, 16, 111.23823058656568},
      {2000, 2, 1017.8390111458543}, {4096, 256, 28.41169122474471}, {4096, 2000, 8.484030694309444},
  };
  for (const auto& line : exact) {
    CAPTURE(line.flows);
    CAPTURE(line.links);
    CHECK(relative_error(ecmp{.flows = line.flows, .links = line.links}.expected_max_load(), line.load) < golden);
  }
  CHECK(ecmp{.flows = 4096, .links = 1}.expected_max_load() == 4096.0);
  CHECK(relative_error(ecmp{.flows = 2, .links = 1 << 30}.expected_max_load(), 1.0 + 0x1p-30) < 1e-15);
}

TEST_CASE("ecmp: more flows load more, more links less") {
  for (const int links : {1, 2, 3, 8, 64, 1000}) {
    double last = 0.0;
    for (int flows = 1; flows <= 300; flows += 1 + flows / 5) {
      const ecmp hashes{.flows = flows, .links = links};
      const double load = hashes.expected_max_load();
      CHECK(load > last);
      CHECK(load * (1.0 + 1e-13) >= ecmp{.flows = flows, .links = links + 1}.expected_max_load());
      CHECK(hashes.expected_max_over_mean() >= 1.0 - 1e-13);
      last = load;
    }
  }
}

TEST_CASE("ecmp: policies") {
  for (const double x : odd_numbers) {
    const ecmp hashes{.flows = 4, .links = 4, .flow_rate = x};
    CHECK(check_policies([=]<eval_policy P> { return hashes.stretch<P>(); }, 1.0) == !(x > 0.0 && x <= 1e308));
  }
  for (const int count : odd_counts) {
    CAPTURE(count);
    const auto refused = [](ecmp hashes) {
      const bool by_stretch = check_policies([=]<eval_policy P> { return hashes.stretch<P>(); }, 1.0);
      CHECK(check_policies([=]<eval_policy P> { return hashes.expected_max_load<P>(); }, 1.0) == by_stretch);
      CHECK(check_policies([=]<eval_policy P> { return hashes.expected_max_over_mean<P>(); }, 1.0) == by_stretch);
      return by_stretch;
    };
    CHECK(refused({.flows = count, .links = 4}) == (count < 1 || count > 4096));
    CHECK(refused({.flows = 4, .links = 4, .queue_pairs = count}) == (count < 1 || count > 1024));
    CHECK(refused({.flows = 4, .links = count}) == (count < 1));
  }
}

TEST_CASE("oversubscribed: reference coefficients in both orders") {
  int lines = 0;
  for (const row& line : table("oversubscription.csv")) {
    const int servers = line.count("servers");
    oversubscribed fabric{.ratio = line.number("ratio"), .rack = line.count("rack")};
    const auto check = [&](auto algorithm, auto operation) {
      using algorithm_type = decltype(algorithm);
      if (line.text("algorithm") != algorithm_type::name) return;
      const double bytes_sent = algorithm_type::cost(reduce_scatter{}, servers).bytes.template as<double>();
      const double coefficient = bytes_sent * fabric.stretch(algorithm, servers, operation);
      CHECK(relative_error(coefficient, line.number("coefficient")) < golden);
      ++lines;
    };
    check(ring<>{}, reduce_scatter{});
    check(nhr<>{}, reduce_scatter{});
    // Alone it goes far first; in an AllReduce near first; or as told.
    const bool far_first = line.text("order") == "far_first";
    if (far_first) check(halving_doubling<>{}, reduce_scatter{});
    if (!far_first) check(halving_doubling<>{}, all_reduce{});
    fabric.order = far_first ? partner_order::far_first : partner_order::near_first;
    if (!line.text("order").empty()) {
      check(halving_doubling<>{}, all_reduce{});
      --lines;
      CHECK(fabric.stretch(halving_doubling<>{}, servers) ==
            fabric.stretch(halving_doubling<>{}, servers, all_gather{}));
    }
  }
  CHECK(lines == 28);
}

TEST_CASE("oversubscribed: flows counted on every schedule") {
  for (const int rack : {1, 2, 3, 4, 5, 6, 8, 12, 16}) {
    for (int racks = 2; racks <= 9; ++racks) {
      const int p = rack * racks;
      const double full = (p - 1.0) / p;
      for (const double ratio : {1.0, 1.5, 2.0, 4.0, 8.0}) {
        const oversubscribed fabric{ratio, rack};
        CAPTURE(rack);
        CAPTURE(p);
        CAPTURE(ratio);
        const auto same = [&](double stretch, const std::vector<counted_step>& steps) {
          CHECK(relative_error(full * stretch, counted(steps, rack, ratio)) < golden);
          CHECK(stretch >= 1.0 - rounding);
          CHECK(stretch <= ratio * (1.0 + rounding));
        };
        const std::vector<counted_step> round(static_cast<std::size_t>(p - 1), {1.0 / p, rotation(p, 1)});
        same(fabric.stretch(ring<>{}, p), round);
        same(fabric.stretch(nhr<>{}, p), near_heavy_steps(p));
        same(fabric.stretch(nb<>{}, p, reduce_scatter{}), near_heavy_steps(p));
        same(fabric.stretch(nb<>{}, p, all_gather{}), far_heavy_steps(p));
        CHECK(relative_error(2.0 * fabric.stretch(nb<>{}, p), fabric.stretch(nb<>{}, p, reduce_scatter{}) +
                                                                  fabric.stretch(nb<>{}, p, all_gather{})) < rounding);
        std::vector<counted_step> pairs;
        for (int d = 1; d < p; ++d) pairs.push_back({1.0 / p, rotation(p, d)});
        same(fabric.stretch(pairwise<>{}, p, all_to_all{}), pairs);
        if (is_power_of_two(p)) {
          same(fabric.stretch(halving_doubling<>{}, p), halving_steps(p, false));
          same(fabric.stretch(halving_doubling<>{}, p, reduce_scatter{}), halving_steps(p, true));
          CHECK(fabric.stretch(halving_doubling<>{}, p, reduce_scatter{}) >=
                fabric.stretch(halving_doubling<>{}, p) * (1.0 - rounding));
        }
      }
    }
  }
}

namespace {
struct shifted {
  static constexpr double oversubscribed_by(double ratio, int rack, int ranks) { return ratio * rack / ranks; }
};
}  // namespace

TEST_CASE("oversubscribed: an algorithm of one's own counts itself") {
  CHECK(oversubscribed{8.0, 4}.stretch(shifted{}, 16) == 2.0);
  CHECK(oversubscribed{2.0, 4}.stretch(shifted{}, 16) == 1.0);  // never a gain
}

TEST_CASE("oversubscribed: policies") {
  for (const double x : odd_numbers) {
    const oversubscribed fabric{x, 4};
    CHECK(check_policies([=]<eval_policy P> { return fabric.stretch<P>(nhr<>{}, 16); }, 1.0) ==
          !(x >= 1.0 && x <= 1e308));
  }
  for (const int count : odd_counts) {
    CAPTURE(count);
    const oversubscribed of_racks{2.0, count};
    const bool fits = count == 1 || count == 2 || count >= 16;
    CHECK(check_policies([=]<eval_policy P> { return of_racks.stretch<P>(ring<>{}, 16); }, 1.0) == !fits);
    const oversubscribed fabric{2.0, 1};
    CHECK(check_policies([=]<eval_policy P> { return fabric.stretch<P>(nhr<>{}, count); }, 1.0) == (count < 1));
    CHECK(check_policies([=]<eval_policy P> { return fabric.stretch<P>(halving_doubling<>{}, count); }, 1.0) ==
          (count < 1 || !is_power_of_two(count)));
  }
}
