// SPDX-License-Identifier: BSL-1.0
// The report as one JSON object: SI units (bytes, seconds, bytes per second), what has no value is null.
#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "allreduce_cost/report.hpp"

namespace allreduce_cost {
namespace {

using json = nlohmann::ordered_json;
using namespace traincost;
using namespace traincost::units;

json value(double x) { return std::isfinite(x) ? json(x) : json(nullptr); }
json whole(bytes n) { return static_cast<std::int64_t>(n.si()); }  // as read_size made it
template <class T>
json value(const std::optional<T>& x) {
  return x ? json(*x) : json(nullptr);
}

json link(const link_numbers& numbers, const char* of) {
  return {{"link", of},
          {"alpha_seconds", numbers.alpha.si()},
          {"bandwidth_bytes_per_second", numbers.bandwidth.si()},
          {"reduce_bandwidth_bytes_per_second", numbers.reduction ? json(numbers.reduction->si()) : json(nullptr)}};
}

json machine_of(const machine& on) {
  json result{{"flat", on.flat}, {"ranks", on.ranks()}};
  if (on.flat) {
    result["levels"] = {{"flat", link(on.between, "port, or one pairwise link")}};
  } else {
    result["cluster"] = on.file;
    result["servers"] = on.servers;
    result["per_server"] = on.per_server;
    result["levels"] = {{"inside", link(on.inside, "pair")}, {"between", link(on.between, "port")}};
    result["buffer_bytes"] = on.buffer ? whole(*on.buffer) : json(nullptr);
    result["rdma_lite"] = on.rdma_lite;
    result["inside_first"] = on.inside_first;
    result["overlapping"] = on.overlapping;
  }
  const auto& network = on.network;
  if (!network.is_plain()) {
    result["network"] = {{"mtu", value(network.mtu)},
                         {"oversubscription", value(network.oversubscription)},
                         {"rack", network.oversubscription ? json(network.rack) : json(nullptr)},
                         {"ecmp_links", value(network.ecmp_links)},
                         {"ecmp_flows", network.ecmp_links ? json(network.ecmp_flows.value_or(on.servers)) : json()},
                         {"queue_pairs", network.ecmp_links ? json(network.queue_pairs) : json(nullptr)}};
  }
  return result;
}

// The factors of the whole: those of the one level there is, or of two the steps and the reduced bytes together. Bytes
// of two links have no sum, and where levels overlap or a message goes in chunks nothing is fixed.
json factor(const cost& row, double factors::*which) {
  double sum = 0.0;
  for (const auto& level : row.levels) {
    if (!row.fixed || !level.per_round || (which == &factors::bytes && row.levels.size() > 1)) return nullptr;
    sum += (*level.per_round).*which;
  }
  return value(sum);
}

json row_of(const report& all, const candidate& by, const cost& row, bool fastest, bool hccl) {
  json levels = json::array();
  for (const auto& level : row.levels) {
    const auto of = [&](double factors::*which) {
      return level.per_round ? value((*level.per_round).*which) : json(nullptr);
    };
    levels.push_back({{"level", level.name},
                      {"link", level.link},
                      {"ranks", level.ranks},
                      {"seconds", value(level.busy.si())},
                      {"steps", of(&factors::steps)},
                      {"bytes_factor", of(&factors::bytes)},
                      {"reduce_factor", of(&factors::reduced)}});
  }
  return {{"operation", all.offered.operation},
          {"algorithm", by.name},
          {"ranks", all.on.ranks()},
          {"bytes", whole(row.message)},
          {"seconds", value(row.time.si())},
          {"steps", factor(row, &factors::steps)},
          {"bytes_factor", factor(row, &factors::bytes)},
          {"reduce_factor", factor(row, &factors::reduced)},
          {"lower_bound_seconds", value(row.lower_bound.si())},
          {"times_lower_bound", value(row.times_the_bound)},
          {"rounds", row.rounds},
          {"chunks", value(row.chunks)},
          {"fastest", fastest},
          {"hccl", hccl},
          {"levels", levels}};
}

json choice_of(const report& all, bytes n) {
  json result{{"bytes", whole(n)}, {"hccl", nullptr}, {"fastest", json::array()}};
  if (const auto run = hccl_runs(all, n)) {
    const auto& candidates = all.offered.candidates;
    result["hccl"] = {{"algorithm", run->name},
                      {"reason", run->reason},
                      {"seconds", run->candidate ? value(candidates[*run->candidate].time(n).si()) : json(nullptr)}};
  }
  for (const auto& among : contests(all)) {
    const auto& best = all.offered.candidates[fastest(all, among, n)];
    result["fastest"].push_back({{"algorithms", all_fastest(all, among, n)}, {"seconds", value(best.time(n).si())}});
  }
  return result;
}

}  // namespace

std::string to_json(const report& all) {
  json rows = json::array();
  json choices = json::array();
  for (const bytes n : all.sizes) {
    const auto run = hccl_runs(all, n);
    for (const auto& among : contests(all)) {
      const seconds least = all.offered.candidates[fastest(all, among, n)].time(n);
      for (const std::size_t i : among) {
        const auto row = all.offered.candidates[i].price(n);
        rows.push_back(
            row_of(all, all.offered.candidates[i], row, as_fast(row.time, least), run && run->candidate == i));
      }
    }
    choices.push_back(choice_of(all, n));
  }
  json meeting = json::array();
  for (const auto& among : contests(all)) {
    for (const auto& each : crossovers(all, among, all.sizes.front(), all.sizes.back())) {
      meeting.push_back({{"bytes", value(each.at.si())}, {"before", each.before}, {"after", each.after}});
    }
  }
  const json result{{"operation", all.offered.operation},
                    {"machine", machine_of(all.on)},
                    {"rows", rows},
                    {"choices", choices},
                    {"crossovers", meeting},
                    {"assumptions", assumptions(all)}};
  return result.dump(2, ' ', true, json::error_handler_t::replace) + '\n';
}

}  // namespace allreduce_cost
