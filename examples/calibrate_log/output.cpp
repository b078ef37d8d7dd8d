// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "calibrate_log/calibration.hpp"
#include "support/number.hpp"
#include "support/refusal.hpp"

namespace calibrate_log {
namespace {
namespace calibrate = traincost::calibrate;
using nlohmann::ordered_json;
using support::fixed;

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}
// A size that was measured, whole: rounded down, it would lie outside of what was measured.
std::string whole(double size) { return fixed(size, 0); }
std::string percent(double share) { return std::isfinite(share) ? fixed(100.0 * share, 2) + " %" : "-"; }
std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string file_name(const calibration& one) {
  return support::printable(std::filesystem::path(one.file).filename().string());
}

// JSON has no NaN.
ordered_json number(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

// A file's name may be no UTF-8.
std::string text_of(const ordered_json& json) {
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

ordered_json json_of(const calibrate::size_fit& fit) {
  ordered_json values = ordered_json::object();
  ordered_json errors = ordered_json::object();
  ordered_json units = ordered_json::object();
  for (const auto& one : fit.parameters) {
    values[one.name] = one.value;
    errors[one.name] = number(one.standard_error);
    units[one.name] = one.unit;
  }
  return {{"law", name(fit.fitted.law)},
          {"parameters", values},
          {"standard_errors", errors},
          {"units", units},
          {"median_relative_error", fit.median_relative_error},
          {"worst_relative_error", fit.worst_relative_error},
          {"loo_median_relative_error", number(fit.loo_median_relative_error)},
          {"aicc", fit.aicc}};
}

ordered_json json_of(const calibration& one, const request& asked) {
  ordered_json refused = ordered_json::array();
  for (const auto& row : one.log.refused) refused.push_back({{"line", row.line}, {"reason", row.reason}});
  ordered_json fits = ordered_json::array();
  for (const auto& fit : one.report.fits) fits.push_back(json_of(fit));
  return {{"file", one.file},
          {"tool", name(one.log.tool)},
          {"operation", one.log.operation.empty() ? ordered_json(nullptr) : ordered_json(one.log.operation)},
          {"ranks", one.log.ranks == 0 ? ordered_json(nullptr) : ordered_json(one.log.ranks)},
          {"rows_used", one.samples.size()},
          {"sizes", one.report.used.size()},
          {"rows_refused", refused},
          {"warnings", one.log.warnings},
          {"fits", fits},
          {"chosen", name(one.chosen().fitted.law)},
          {"cpp", snippet(one, asked)}};
}

}  // namespace

std::string snippet(const calibration& from, const request& asked) {
  const auto& fitted = from.chosen().fitted;
  if (!from.cost || asked.algorithm.empty()) return "";
  const std::string operation = from.log.operation;
  if (fitted.count > 1) {
    std::string pieces;
    for (int i = 0; i < fitted.count; ++i) {
      const auto& line = fitted.lines[static_cast<std::size_t>(i)];
      pieces += std::string(i > 0 ? ", " : "") + "{" + digits(line.above) + " * B, " + digits(line.start_up * 1e6) +
                " * us, " + digits(line.per_byte * 1e9) + " * ns / B}";
    }
    return "constexpr collective::fitted_curve<collective::" + operation + ", " + std::to_string(fitted.count) +
           "> model{" + std::to_string(from.log.ranks) + ", {" + pieces + "}, " +
           whole(from.report.used.back().message_bytes.si()) + ".0 * B, \"calibrate_log\"};";
  }
  const double alpha = fitted.start_up() / static_cast<double>(from.cost->steps);
  const double beta = fitted.per_byte() / from.cost->bytes.as<double>();
  if (!(alpha > 0.0 && beta > 0.0)) return "";
  std::string law;
  if (fitted.law == calibrate::law_kind::pipelined) law = ", collective::pipelined{}";
  if (fitted.law == calibrate::law_kind::p_norm) law = ", collective::p_norm{" + digits(fitted.exponent) + "}";
  if (fitted.law == calibrate::law_kind::power_tail && fitted.tail > 0.0) {
    // c = C / (A^(1-q) B^q)
    const double q = fitted.exponent;
    const double at = fitted.per_byte() * fitted.tail_at / fitted.start_up();
    const double coefficient = fitted.tail / fitted.start_up() / std::pow(at, q);
    law = ", collective::power_tail{" + digits(coefficient) + ", " + digits(q) + "}";
  }
  return "constexpr collective::" + asked.algorithm + " model{hardware::port(" + digits(alpha * 1e6) + " * us, " +
         digits(1e-9 / beta) + " * GB_per_s)" + law + "};";
}

std::string to_text(const std::vector<calibration>& logs, const request& asked) {
  std::string out;
  for (const auto& one : logs) {
    if (!out.empty()) out += '\n';
    const auto& log = one.log;
    out += file_name(one) + ": " + name(log.tool) + ", " +
           (log.operation.empty() ? "operation not told" : log.operation) + ", " +
           (log.ranks == 0 ? "ranks not told" : std::to_string(log.ranks) + " ranks") + "\n" +
           std::to_string(one.samples.size()) + " rows, " + std::to_string(one.report.used.size()) +
           " sizes from 1 KiB on, " + std::to_string(log.refused_count) + " rows refused\n";
    for (const auto& row : log.refused) out += "  line " + std::to_string(row.line) + ": " + row.reason + "\n";
    for (const auto& warning : log.warnings) out += "  warning: " + warning + "\n";
    out += "\n" + padded("law", 14) + padded("median", 10) + padded("worst", 10) + padded("left out", 10) + "AICc\n";
    for (const auto& fit : one.report.fits) {
      const bool chosen = &fit == &one.chosen();
      out += padded((chosen ? "* " : "  ") + std::string(name(fit.fitted.law)), 14) +
             padded(percent(fit.median_relative_error), 10) + padded(percent(fit.worst_relative_error), 10) +
             padded(percent(fit.loo_median_relative_error), 10) + fixed(fit.aicc, 1) + "\n";
    }
    out += "\n";
    for (const auto& number : one.chosen().parameters) {
      out += "  " + padded(number.name, 12) + padded(digits(number.value) + " " + number.unit, 20);
      if (std::isfinite(number.standard_error)) {
        out += "+- " + padded(digits(number.standard_error), 14) + "95 %: " + digits(number.low) + " .. " +
               digits(number.high);
      }
      out += "\n";
    }
    const std::string code = snippet(one, asked);
    if (!code.empty()) {
      out += "\n" + code + "\n";
    } else if (!one.cost) {
      out += "\nno alpha and beta: they need operation, ranks (--op, --ranks) and an --algorithm that offers it\n";
    } else {
      out += "\nno alpha and beta: the fit puts one of them at zero; another --law may not\n";
    }
  }
  if (const auto joint = jointly(logs)) {
    out += "\nall logs, " + asked.algorithm + ": ";
    if (joint->all.determined) {
      out += "alpha " + digits(joint->all.alpha().si() * 1e6) + " us, bandwidth " +
             digits(1e-9 / joint->all.beta().si()) + " GB/s, median error " +
             percent(joint->all.median_relative_error) + ", worst " + percent(joint->all.worst_relative_error) + "\n";
    } else {
      out += "the data cannot tell alpha from beta\n";
    }
    for (std::size_t i = 0; i < logs.size(); ++i) {
      out += "  " + file_name(logs[i]) + " from the others: " + percent(joint->left_out_errors[i]) + "\n";
    }
  }
  return out;
}

std::string to_json(const std::vector<calibration>& logs, const request& asked) {
  if (logs.size() == 1) return text_of(json_of(logs.front(), asked));
  ordered_json all = ordered_json::array();
  for (const auto& one : logs) all.push_back(json_of(one, asked));
  ordered_json result{{"logs", all}, {"joint", nullptr}};
  if (const auto joint = jointly(logs)) {
    ordered_json errors = ordered_json::array();
    for (const double error : joint->left_out_errors) errors.push_back(number(error));
    result["joint"] = {{"algorithm", asked.algorithm},
                       {"determined", joint->all.determined},
                       {"alpha_s", joint->all.alpha().si()},
                       {"beta_s_per_byte", joint->all.beta().si()},
                       {"median_relative_error", joint->all.median_relative_error},
                       {"worst_relative_error", joint->all.worst_relative_error},
                       {"left_out_median_relative_errors", errors}};
  }
  return text_of(result);
}

}  // namespace calibrate_log
