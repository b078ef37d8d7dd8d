// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/request.hpp"

#include <algorithm>
#include <cmath>

#include <traincost/collective/ecmp.hpp>

#include "allreduce_cost/cluster_file.hpp"
#include "allreduce_cost/limits.hpp"
#include "allreduce_cost/quantity_text.hpp"
#include "support/number.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using std::string;
using support::cell;

constexpr std::size_t most_sizes = 1000;

double read_ratio(const cell& field, const string& what, double low, double high) {
  const auto value = support::number(field.text);
  if (!value || !(*value >= low && *value <= high)) {
    field.refuse(what + ", a number from " + support::plain(low) + " to " + support::plain(high));
  }
  return *value;
}

// FROM..TO in steps of `factor`, both ends included; or one size.
void read_sizes(const string& text, double factor, std::vector<bytes>& sizes) {
  const auto dots = text.find("..");
  const cell from{"--bytes", text.substr(0, dots)};
  if (dots == string::npos) {
    sizes.push_back(read_size(from));
    return;
  }
  const cell to{"--bytes", text.substr(dots + 2)};
  const bytes last = read_size(to);
  const bytes first = read_size(from);
  if (last < first) to.refuse("the end of a range FROM..TO above its beginning, " + from.text);
  for (bytes n = first; n < last; n = std::max(n + 1.0 * B, std::round(factor * n.si()) * B)) {
    sizes.push_back(n);
    if (sizes.size() > most_sizes) cell{"--bytes", text}.refuse("no more than 1000 sizes");
  }
  sizes.push_back(last);
}

std::vector<bytes> read_sizes(const request& asked) {
  const double factor = read_ratio({"--factor", asked.factor}, "the step of a range of sizes", 1.001, 1e6);
  std::vector<bytes> sizes;
  for (const auto& text : asked.sizes) read_sizes(text, factor, sizes);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  if (sizes.size() > most_sizes) cell{"--bytes", asked.sizes.back()}.refuse("no more than 1000 sizes");
  return sizes;
}

machine read_flat(const request& asked) {
  machine on;
  on.flat = true;
  on.servers = read_count({"--ranks", asked.ranks.value_or("")}, "the ranks", 1, most_ranks);
  on.between.alpha = read_time({"--alpha", asked.alpha.value_or("")});
  on.between.bandwidth = read_bandwidth({"--bandwidth", asked.bandwidth.value_or("")});
  if (asked.reduce_bandwidth) on.between.reduction = read_bandwidth({"--reduce-bandwidth", *asked.reduce_bandwidth});
  return on;
}

machine read_machine(const request& asked) {
  machine on = read_cluster(asked.cluster);
  if (asked.servers) on.servers = read_count({"--servers", *asked.servers}, "servers", 1, most_servers);
  if (asked.per_server) {
    on.per_server = read_count({"--per-server", *asked.per_server},
                               "the ranks of a server, no more than " + support::printable(on.file) + " joins in one",
                               1, on.per_server);
  }
  if (asked.buffer) {
    on.buffer.reset();
    const cell buffer{"--buffer", *asked.buffer};
    if (buffer.text != "none") on.buffer = read_size(buffer);
  }
  on.rdma_lite = !asked.without_rdma_lite;
  on.inside_first = asked.inside_first;
  on.overlapping = asked.overlap;
  return on;
}

fabric read_fabric(const request& asked, int ranks) {
  fabric network;
  if (asked.mtu) {
    const cell mtu{"--mtu", *asked.mtu};
    const std::vector<string> valid{"256", "512", "1024", "2048", "4096"};
    if (std::find(valid.begin(), valid.end(), mtu.text) == valid.end()) mtu.refuse("one of RoCE's " + joined(valid));
    network.mtu = read_count(mtu, "", 256, 4096);
  }
  if (asked.oversubscription) {
    network.oversubscription =
        read_ratio({"--oversubscription", *asked.oversubscription}, "a ratio such as 2 for 2:1", 1.0, 1000.0);
    const cell rack{"--rack", asked.rack.value_or("")};
    network.rack = read_count(rack, "servers (with --flat: ranks) in a rack", 1, most_ranks);
    if (ranks > network.rack && ranks % network.rack != 0) {
      rack.refuse("a rack that holds all " + std::to_string(ranks) + " or a divisor of it");
    }
  }
  if (asked.ecmp_links) {
    const int most = collective::ecmp::most_flows;
    network.ecmp_links = read_count({"--ecmp-links", *asked.ecmp_links}, "links", 1, most_ranks);
    const cell flows{"--ecmp-flows", asked.ecmp_flows.value_or(std::to_string(ranks))};
    const int count = read_count(flows, "flows (one a server unless given)", 1, most);
    if (asked.ecmp_flows) network.ecmp_flows = count;
    const cell pairs{"--queue-pairs", asked.queue_pairs.value_or("1")};
    network.queue_pairs = read_count(pairs, "queue pairs a connection", 1, most);
    if (network.queue_pairs > most / count) {
      pairs.refuse("no more than " + std::to_string(most) + " flows x queue pairs, with " + std::to_string(count) +
                   " flows");
    }
  }
  return network;
}

// Keeps those that were asked for.
void choose(report& all, const request& asked) {
  std::vector<string> names;
  for (const auto& each : all.offered.candidates) names.push_back(each.name);
  const auto& wanted = asked.algorithms;
  all.automatic = wanted == std::vector<string>{"auto"};
  if (names.empty()) {
    cell{"--op", asked.op}.refuse(all.offered.uncounted.empty()
                                      ? "an operation that servers share in (--flat prices a message between two ranks)"
                                      : "an operation whose traffic out of a rack is counted");
  }
  if (all.automatic) return;
  for (const auto& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      cell{"--algorithm", name}.refuse("auto alone, or some that offer " + asked.op + " here: " + joined(names));
    }
  }
  std::erase_if(all.offered.candidates,
                [&](const auto& one) { return std::find(wanted.begin(), wanted.end(), one.name) == wanted.end(); });
}

}  // namespace

report understood(const request& asked) {
  report all;
  const auto known = operations();
  if (std::find(known.begin(), known.end(), asked.op) == known.end()) {
    cell{"--op", asked.op}.refuse("one of " + joined(known));
  }
  all.sizes = read_sizes(asked);
  all.on = asked.flat ? read_flat(asked) : read_machine(asked);
  all.on.network = read_fabric(asked, all.on.servers);
  all.offered = offers_on(all.on, asked.op);
  choose(all, asked);
  return all;
}

}  // namespace allreduce_cost
