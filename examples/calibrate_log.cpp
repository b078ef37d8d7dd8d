// SPDX-License-Identifier: BSL-1.0
// From the output of a communication benchmark to alpha, beta and the size law that fits.
#include <string>

#include "calibrate_log/calibration.hpp"
#include "calibrate_log/schedule.hpp"
#include "support/command_line.hpp"

namespace {

using namespace calibrate_log;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string work(int argc, char** argv) {
  request asked;
  bool json = false;
  std::vector<std::string> laws{"auto"};
  for (const auto law : traincost::calibrate::all_laws) laws.emplace_back(name(law));
  CLI::App app(
      "Fits size laws to logs of nccl-tests, rccl-tests, hccl_test or perftest.\n"
      "Ends with status 0, or with status 2, one line on standard error and nothing written.",
      "calibrate_log");
  app.add_option("FILE", asked.files, "Logs; a public one of 16 ranks on RoCEv2 unless given");
  const std::vector<std::string> operations{"all_reduce", "reduce_scatter", "all_gather", "all_to_all",  "broadcast",
                                            "reduce",     "gather",         "scatter",    "send_receive"};
  app.add_option("--op", asked.operation, "The operation, where the log does not tell: " + joined(operations))
      ->type_name("OP")
      ->check(CLI::IsMember(operations));
  app.add_option("--ranks", asked.ranks, "The ranks, where the log does not tell")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 24));
  app.add_option("--algorithm", asked.algorithm, "What ran, for alpha and beta: " + joined(schedules()))
      ->type_name("NAME")
      ->check(CLI::IsMember(schedules()));
  app.add_option("--law", asked.law, joined(laws))->type_name("NAME")->check(CLI::IsMember(laws));
  app.add_flag("--json", json, "Print one JSON object instead of text");
  if (const auto help = support::parse(app, argc, argv)) return *help;

  if (asked.files.empty()) asked.files = {TRAINCOST_EXAMPLE_DATA "/all_reduce_16_ranks.txt"};
  std::vector<calibration> logs;
  for (const auto& file : asked.files) logs.push_back(calibrated(file, asked));
  return json ? to_json(logs, asked) : to_text(logs, asked);
}

}  // namespace

int main(int argc, char** argv) {
  return support::run("calibrate_log", [&] { return work(argc, argv); });
}
