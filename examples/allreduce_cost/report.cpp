// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/report.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "allreduce_cost/contention.hpp"
#include "allreduce_cost/quantity_text.hpp"
#include "support/number.hpp"
#include "support/refusal.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using std::string;
using support::plain;

constexpr double samples_an_octave = 12.0;
constexpr double crossover_precision = 1e-9;

string ranks_text(int ranks) { return std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"); }

string contention_text(const fabric& network, int ranks) {
  string text;
  const auto add = [&](const string& what) { text += (text.empty() ? "" : "; ") + what; };
  if (network.mtu) {
    add("MTU " + std::to_string(*network.mtu) + " takes the transfer x " +
        support::fixed(stretch_by_headers(*network.mtu), 3) + ", the bandwidth being that of MTU 4096");
  }
  if (network.ecmp_links) {
    add("the expected fullest of " + std::to_string(*network.ecmp_links) + " links onto which ECMP hashes " +
        std::to_string(network.ecmp_flows.value_or(ranks)) + " flows of " + std::to_string(network.queue_pairs) +
        (network.queue_pairs == 1 ? " queue pair" : " queue pairs") + " takes it x " +
        support::fixed(*stretch<collective::ring<>>({.ecmp_links = network.ecmp_links,
                                                     .ecmp_flows = network.ecmp_flows,
                                                     .queue_pairs = network.queue_pairs},
                                                    collective::all_reduce{}, ranks),
                       3));
  }
  if (network.oversubscription) {
    add("uplinks of racks of " + std::to_string(network.rack) + " are oversubscribed " +
        plain(*network.oversubscription) + ":1, which stretches each algorithm by what leaves its rack");
  }
  return text;
}

}  // namespace

std::vector<contest> contests(const report& all) {
  std::vector<contest> groups;
  const auto& candidates = all.offered.candidates;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i == 0 || std::string_view(candidates[i].link) != candidates[i - 1].link) groups.emplace_back();
    groups.back().push_back(i);
  }
  return groups;
}

std::size_t fastest(const report& all, const contest& among, bytes n) {
  std::size_t best = among.front();
  seconds least = all.offered.candidates[best].time(n);
  for (const std::size_t i : among) {
    const seconds time = all.offered.candidates[i].time(n);
    if (as_fast(least, time)) continue;
    best = i;
    least = time;
  }
  return best;
}

std::vector<string> all_fastest(const report& all, const contest& among, bytes n) {
  const seconds least = all.offered.candidates[fastest(all, among, n)].time(n);
  std::vector<string> names;
  for (const std::size_t i : among) {
    if (as_fast(all.offered.candidates[i].time(n), least)) names.push_back(all.offered.candidates[i].name);
  }
  return names;
}

seconds least_bound(const report& all, const contest& among, bytes n) {
  seconds least = all.offered.candidates[among.front()].price(n).lower_bound;
  for (const std::size_t i : among) least = std::min(least, all.offered.candidates[i].price(n).lower_bound);
  return least;
}

std::vector<contest> alike(const report& all, const contest& among) {
  std::vector<contest> groups;
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::all_of(all.sizes.begin(), all.sizes.end(), [&](bytes n) {
      const seconds a = all.offered.candidates[i].time(n);
      const seconds b = all.offered.candidates[j].time(n);
      return as_fast(a, b) && as_fast(b, a);
    });
  };
  for (const std::size_t i : among) {
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& one) { return same(one.front(), i); });
    group == groups.end() ? groups.push_back({i}) : group->push_back(i);
  }
  return groups;
}

std::vector<string> names_of(const report& all, const contest& among) {
  std::vector<string> names;
  for (const std::size_t i : among) names.push_back(all.offered.candidates[i].name);
  return names;
}

string joined(const std::vector<string>& names, const string& by) {
  string text;
  for (const auto& name : names) text += (text.empty() ? "" : by) + name;
  return text;
}

std::optional<hccl_run> hccl_runs(const report& all, bytes n) {
  if (!all.automatic || !all.offered.hccl) return std::nullopt;
  const auto choice = all.offered.hccl(n);
  hccl_run run{choice.name, choice.reason, std::nullopt};
  for (std::size_t i = 0; i < all.offered.candidates.size(); ++i) {
    if (all.offered.candidates[i].name == run.name) run.candidate = i;
  }
  return run;
}

std::vector<crossover> crossovers(const report& all, const contest& among, bytes from, bytes to) {
  std::vector<crossover> found;
  const double octaves = std::log2(to / from);
  const int steps = static_cast<int>(std::ceil(octaves * samples_an_octave));
  bytes last = from;
  std::size_t before = fastest(all, among, last);
  for (int i = 1; i <= steps; ++i) {
    const bytes here = std::exp2(octaves * i / steps) * from;
    const std::size_t after = fastest(all, among, here);
    if (after != before) {
      bytes low = last;
      bytes high = here;
      while (high / low > 1.0 + crossover_precision && high - low > 0.5 * B) {
        const bytes middle = std::sqrt(low.si() * high.si()) * B;
        (fastest(all, among, middle) == before ? low : high) = middle;
      }
      found.push_back({high, all_fastest(all, among, low), all_fastest(all, among, high)});
    }
    last = here;
    before = after;
  }
  return found;
}

string title(const report& all) {
  const auto& on = all.on;
  const string what = all.offered.operation + " on " + ranks_text(on.ranks());
  if (on.flat) {
    return what + ", one level by itself: " + short_time_text(on.between.alpha) + " a step, " +
           bandwidth_text(on.between.bandwidth);
  }
  return what + ": " + std::to_string(on.servers) + (on.servers == 1 ? " server of " : " servers of ") +
         std::to_string(on.per_server) + " (" + support::printable(on.file) + ')';
}

std::vector<string> assumptions(const report& all) {
  const auto& on = all.on;
  std::vector<string> said;
  if (on.flat) {
    said.push_back(
        "Links: through a port, the bandwidth is that of a rank's way to all others; in a mesh it is that of "
        "ONE pairwise link, of which a rank has " +
        std::to_string(on.servers - 1) + ", so the two groups do not compete.");
    said.push_back(
        "Lower bound: the largest of start-up (ceil(lg p) steps, one where all start at once), transfer and "
        "reduction, each by itself; no algorithm on that link beats it.");
  } else {
    said.push_back("Links: numbers of " + support::printable(on.file) +
                   (on.servers == 1
                        ? "; there is one server, and the full mesh in it."
                        : "; every algorithm has a full mesh inside the servers and is itself between them."));
    if (on.servers > 1) {
      said.push_back(
          on.overlapping
              ? "Levels: they overlap, in the best number of chunks, and add up to more than the time."
              : "Levels: one after the other; only in hccl_pipeline they overlap, and add up to more than the time.");
      said.push_back(
          on.inside_first
              ? "Order: a ReduceScatter begins and an AllGather ends inside the servers, which is not HCCL's "
                "order on Atlas A2."
              : "Order: HCCL's on Atlas A2: a ReduceScatter begins and an AllGather ends between the servers.");
    }
    said.push_back(on.buffer ? "Buffer: a message above " + size_text(*on.buffer) +
                                   " goes in rounds, each of which pays its start-up."
                             : "Buffer: every message goes at once.");
    said.push_back(
        "Lower bound: the largest of start-up, transfer and reduction, each by itself and without a buffer; " +
        (on.servers == 1 ? string("a rank uses all its links at once.")
                         : "a server is to the others a rank with " + std::to_string(on.per_server) +
                               (on.per_server == 1 ? " port" : " ports") + ", and a rank uses all its links at once."));
  }
  const bool free = !on.between.reduction && (on.flat || !on.inside.reduction);
  said.push_back(free ? "Reduction: in line with the transfer, at no cost."
                      : "Reduction: after the transfer it belongs to.");
  const string contention = contention_text(on.network, on.servers);
  said.push_back("Network: " +
                 (contention.empty() ? "no loss, no contention." : contention + "; bounds are without it."));
  if (!all.offered.uncounted.empty()) {
    said.push_back("Left out, because their traffic out of a rack is not counted: " + joined(all.offered.uncounted) +
                   '.');
  }
  return said;
}

}  // namespace allreduce_cost
