// SPDX-License-Identifier: BSL-1.0
// The main job: reads documented points and prints them beside what the models compute, as text, JSON and pictures.
#include <optional>
#include <string>
#include <vector>

#include "reproduce_figures/report.hpp"
#include "support/command_line.hpp"
#include "support/number.hpp"

namespace {

using namespace reproduce_figures;

struct options {
  std::optional<std::string> points;
  std::optional<std::string> direct_loss_points;
  std::vector<std::string> beyond{"30", "60", "100"};
  std::optional<std::string> plots;
  bool json = false;
};

std::vector<asked> read_latencies(const std::vector<std::string>& fields) {
  std::vector<asked> latencies;
  for (const auto& field : fields) {
    const auto value = support::number(field);
    if (!value || !(*value > 0.0)) {
      throw support::refusal("--at: expected latencies in ms, finite and > 0, got " + support::in_quotes(field));
    }
    latencies.push_back({support::shortest(*value), *value * ms});
  }
  return latencies;
}

std::string work(int argc, char** argv) {
  options given;
  CLI::App app(
      "Prints documented latencies, step ratios and MFU beside what models compute from them.\n"
      "Ends with status 0, or with status 2, one line on standard error and nothing written.\n\n"
      "FILE is CSV with three rows, the baseline and two more, and the columns\n"
      "  latency_ms              of one AllReduce, growing\n"
      "  step_ratio              steps to converge relative to the first row, growing from 1\n"
      "  mfu                     a fraction of the peak; needed in the first and the last row\n"
      "  direct_loss_points      optional, last row: MFU points lost to longer communication\n"
      "  convergence_loss_points optional, last row: MFU points lost to stale gradients\n"
      "  note                    optional, not read\n",
      "reproduce_figures");
  app.add_option("--points", given.points, "Figures of your own instead of GLM-4's on 256 x 910B over RoCEv2")
      ->type_name("FILE");
  app.add_option("--direct-loss-points", given.direct_loss_points,
                 "Instead of the file's column; with neither, all lost points are communication")
      ->type_name("X");
  app.add_option("--at", given.beyond, "More latencies in ms to ask the laws at, 30 60 100 unless given")
      ->type_name("MS");
  app.add_flag("--json", given.json, "Print one JSON object instead of text");
  app.add_option("--plots", given.plots, "Also draw three SVG pictures into this folder, with gnuplot")
      ->type_name("DIR");
  if (const auto help = support::parse(app, argc, argv)) return *help;

  const auto points = read_points(given.points, given.direct_loss_points);
  const report all{points, fit(points), read_latencies(given.beyond)};
  const auto output = given.json ? to_json(all) : to_text(all);
  if (given.plots) support::write_pictures(to_pictures(all), *given.plots, 820, 480);
  return output;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run("reproduce_figures", [&] { return work(argc, argv); });
}
