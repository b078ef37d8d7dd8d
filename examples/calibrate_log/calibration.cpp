// SPDX-License-Identifier: BSL-1.0
#include "calibrate_log/calibration.hpp"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "calibrate_log/schedule.hpp"
#include "support/refusal.hpp"

namespace calibrate_log {
namespace {
namespace calibrate = traincost::calibrate;

traincost::io::benchmark_log read(const std::string& file, const request& asked) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw support::refusal("expected a log to read, got the folder " + support::in_quotes(file));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (in == nullptr) {
    throw support::refusal(support::in_quotes(file) + " cannot be read (" + std::strerror(errno) + ")");
  }
  traincost::io::log_reader reader({asked.operation, asked.ranks});
  std::vector<char> block(1 << 18);
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), in.get())) reader.feed({block.data(), got});
  if (std::ferror(in.get()) != 0) throw support::refusal(support::in_quotes(file) + " cannot be read to its end");
  auto log = reader.finish();
  if (!log.ok()) throw support::refusal(support::in_quotes(file) + ": " + log.problem);
  return log;
}

}  // namespace

calibration calibrated(const std::string& file, const request& asked) {
  calibration result;
  result.file = file;
  result.log = read(file, asked);
  for (const auto& row : result.log.rows) {
    // Eight-bit reductions compute more than they send.
    if (row.type == "int8" || row.type == "uint8") continue;
    result.samples.push_back({row.size, row.time});
  }
  result.report = calibrate::fit_sizes(result.samples);
  if (!result.report.ok()) {
    throw support::refusal(support::in_quotes(file) + ": a fit needs two sizes of 1 KiB or more, and there are " +
                           std::to_string(result.report.used.size()));
  }
  if (asked.law != "auto") {
    auto& report = result.report;
    std::size_t i = 0;
    while (i < report.fits.size() && asked.law != name(report.fits[i].fitted.law)) ++i;
    if (i == report.fits.size()) {
      throw support::refusal("--law: " + asked.law + " needs more sizes than the " +
                             std::to_string(report.used.size()) + " of " + support::in_quotes(file));
    }
    report.chosen = i;
  }
  if (result.log.ranks > 1 && !result.log.operation.empty()) {
    result.cost = cost_of(asked.algorithm, result.log.operation, result.log.ranks);
  }
  return result;
}

std::optional<joint_calibration> jointly(const std::vector<calibration>& logs) {
  if (logs.size() < 2) return std::nullopt;
  const auto equations = [&](std::size_t but_not, std::size_t only) {
    std::vector<calibrate::equation> result;
    for (std::size_t i = 0; i < logs.size(); ++i) {
      if (i == but_not || (only < logs.size() && i != only)) continue;
      for (const auto& sample : logs[i].report.used) {
        const double n = sample.message_bytes.si();
        const auto& cost = *logs[i].cost;
        result.push_back({static_cast<double>(cost.steps), cost.bytes.as<double>() * n, cost.reduced.as<double>() * n,
                          sample.time.si()});
      }
    }
    return result;
  };
  for (const auto& one : logs) {
    if (!one.cost) return std::nullopt;
  }
  joint_calibration result{calibrate::fit_link(equations(logs.size(), logs.size())), {}};
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto fit = calibrate::fit_link(equations(i, logs.size()));
    std::vector<double> errors;
    for (const auto& one : equations(logs.size(), i)) errors.push_back(std::fabs(fit.time(one).si() / one.time - 1.0));
    result.left_out_errors.push_back(calibrate::detail::median(errors));
  }
  return result;
}

}  // namespace calibrate_log
