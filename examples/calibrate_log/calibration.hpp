// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "traincost/calibrate/link_fit.hpp"
#include "traincost/calibrate/size_report.hpp"
#include "traincost/io/log_reader.hpp"

namespace calibrate_log {

struct request {
  std::vector<std::string> files;
  std::string operation;
  int ranks = 0;
  std::string algorithm = "ring";
  std::string law = "auto";
};

// One log, read and fitted.
struct calibration {
  std::string file;
  traincost::io::benchmark_log log;
  std::vector<traincost::calibrate::sample> samples;
  traincost::calibrate::size_report report;
  std::optional<traincost::collective::coefficients> cost;  // where operation, ranks and schedule are known

  [[nodiscard]] const traincost::calibrate::size_fit& chosen() const { return report.best(); }
};

calibration calibrated(const std::string& file, const request& asked);

// One alpha and beta for all logs, and how well those from the others predict each.
struct joint_calibration {
  traincost::calibrate::link_fit all;
  std::vector<double> left_out_errors;  // a log each: its median error under the fit of the others
};
std::optional<joint_calibration> jointly(const std::vector<calibration>& logs);

// The chosen law as C++ that compiles; empty if alpha or beta cannot be told.
std::string snippet(const calibration& from, const request& asked);

std::string to_text(const std::vector<calibration>& logs, const request& asked);
std::string to_json(const std::vector<calibration>& logs, const request& asked);

}  // namespace calibrate_log
