// SPDX-License-Identifier: BSL-1.0
#include "reproduce_figures/points.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include <traincost/mfu/documented.hpp>

#include "support/csv.hpp"

#ifndef TRAINCOST_EXAMPLE_DATA
#define TRAINCOST_EXAMPLE_DATA "examples/data"  // compiled by hand, run from the top of the repository
#endif

namespace reproduce_figures {
namespace {

using namespace traincost;
using namespace traincost::units;
using support::cell;

seconds read_latency(const cell& field, const std::vector<documented_point>& before) {
  const std::string wanted = "a latency in ms, finite and > 0, such as 2.1";
  const double value = field.number(wanted);
  if (!(value > 0.0)) field.refuse(wanted);
  if (!before.empty() && !(value * ms > before.back().latency)) {
    field.refuse("a latency above that of the row before, " + before.back().name + " ms");
  }
  return value * ms;
}

double read_step_ratio(const cell& field, const std::vector<documented_point>& before) {
  const double value = field.number("a step ratio, a finite number >= 1");
  if (before.empty() && value != 1.0) field.refuse("1, because the first row is what the ratios are relative to");
  if (!(value >= 1.0)) field.refuse("a step ratio >= 1");
  if (!before.empty() && !(value > before.back().step_ratio)) {
    field.refuse("a step ratio above that of the row before, " + support::shortest(before.back().step_ratio) +
                 ", since the fitted curves grow");
  }
  return value;
}

std::optional<fraction<>> read_mfu(const cell& field, bool needed) {
  if (field.empty() && !needed) return std::nullopt;
  const std::string wanted = "MFU as a fraction of the peak, > 0 and <= 1, such as 0.52";
  const double value = field.number(field.empty() ? wanted + " (the first and the last row need one)" : wanted);
  if (value > 1.0 && value <= 100.0) {
    field.refuse("a fraction of the peak and not a percentage: write " + support::shortest(percent(value).value()) +
                 " for " + field.text + " %");
  }
  if (!(value > 0.0 && value <= 1.0)) field.refuse(wanted);
  return fraction<>{value};
}

// Percentage points to a share of the peak.
double read_points_lost(const cell& field, double total_loss) {
  const double value = field.number("percentage points of MFU, such as 8");
  if (!(value > 0.0 && value <= 100.0 * total_loss * (1.0 + 1e-12))) {
    field.refuse("percentage points > 0 and no more than the " + support::plain(100.0 * total_loss) +
                 " that MFU falls by from the first row to the last");
  }
  return value / 100.0;
}

// The documented form has to reach the loss with a communication share of at most 1.
void check_fit(const documented_points& points, const cell& field) {
  const auto law = mfu::documented<>::fit<batch_policy>(points.base(), points.baseline().latency, points.direct(),
                                                        points.last().latency);
  if (!(law.share.value() <= 1.0)) {
    field.refuse("a direct loss that a communication share <= 1 can explain: at most base x (1 - " +
                 points.baseline().name + "/" + points.last().name + ")");
  }
}

}  // namespace

documented_points read_points(const std::optional<std::string>& file,
                              const std::optional<std::string>& direct_loss_points) {
  const auto own = std::filesystem::path(TRAINCOST_EXAMPLE_DATA) / "glm4_910b_rocev2.csv";
  const support::csv table(file.value_or(own.string()), {"latency_ms", "step_ratio", "mfu"},
                           {"direct_loss_points", "convergence_loss_points", "note"});
  documented_points points;
  points.file = file.value_or(own.filename().string());

  std::vector<documented_point> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (rows.size() == points.rows.size()) table.at(i, "latency_ms").refuse("no more than three rows of figures");
    const cell latency = table.at(i, "latency_ms");
    const cell ratio = table.at(i, "step_ratio");
    documented_point row;
    row.latency = read_latency(latency, rows);
    row.name = support::shortest(latency.number(""));
    row.step_ratio = read_step_ratio(ratio, rows);
    row.mfu = read_mfu(table.at(i, "mfu"), rows.empty() || rows.size() + 1 == points.rows.size());
    row.latency_rounding = support::half_unit(latency.text) * ms;
    row.ratio_rounding = rows.empty() ? 0.0 : support::half_unit(ratio.text);  // the baseline's 1 is exact
    for (const char* column : {"direct_loss_points", "convergence_loss_points"}) {
      const cell field = table.at(i, column);
      const bool early = rows.size() + 1 < points.rows.size() && table.rows() >= points.rows.size();
      if (!field.empty() && early) field.refuse("nothing before the last row");
    }
    rows.push_back(row);
  }
  if (rows.size() < points.rows.size()) {
    constexpr std::array missing{"first", "second", "third"};
    table.beyond().refuse(std::string("a ") + missing.at(rows.size()) + " row of three, the baseline and two more");
  }
  std::copy(rows.begin(), rows.end(), points.rows.begin());

  const std::size_t last = rows.size() - 1;
  const double total_loss = points.base().value() - points.last().mfu->value();
  if (!(total_loss > 0.0)) {
    table.at(last, "mfu")
        .refuse("less than the first row's " + support::shortest(points.base().value()) +
                ", because the communication share is read off the loss");
  }
  cell direct = table.at(last, "direct_loss_points");
  const cell convergence = table.at(last, "convergence_loss_points");
  points.split_is_given = !direct.empty() || direct_loss_points;
  if (direct_loss_points) direct = {"--direct-loss-points", *direct_loss_points};
  points.direct_loss = points.split_is_given ? read_points_lost(direct, total_loss) : total_loss;
  if (!convergence.empty()) points.convergence_loss = read_points_lost(convergence, total_loss);
  check_fit(points, points.split_is_given ? direct : table.at(last, "mfu"));
  return points;
}

}  // namespace reproduce_figures
