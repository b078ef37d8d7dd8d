// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "traincost/io/hccl_table.hpp"
#include "traincost/io/nccl_table.hpp"
#include "traincost/io/perftest_table.hpp"

namespace traincost::io {

// Reads the output of nccl-tests, rccl-tests, hccl_test or perftest in pieces of any size, in one pass. The tool is
// recognised by its rows and headings; whatever else stands in the file is passed over. Memory is proportional to the
// rows kept: a line beyond `longest_line` is refused, not stored.
class log_reader {
 public:
  static constexpr std::size_t longest_line = 65536;

  explicit log_reader(log_claims claims = {}) : claims_(std::move(claims)) {}

  void feed(std::string_view chunk) {
    while (!chunk.empty()) {
      const auto end = chunk.find('\n');
      const std::string_view piece = chunk.substr(0, end);
      if (end == std::string_view::npos) {
        hold(piece);
        return;
      }
      if (pending_.empty() && !too_long_ && piece.size() <= longest_line) {
        take(piece);
      } else {
        hold(piece);
        take_pending();
      }
      chunk.remove_prefix(end + 1);
    }
  }

  benchmark_log finish() {
    if (!pending_.empty() || too_long_) take_pending();
    if (!log_.problem.empty()) return std::move(log_);
    if (log_.rows.empty()) {
      if (line_ == 0) {
        log_.problem = "the log is empty: the output of nccl-tests, rccl-tests, hccl_test or perftest is expected";
      } else {
        log_.problem = "the log has no readable row in " + std::to_string(line_) +
                       " lines: the output of nccl-tests, rccl-tests, hccl_test or perftest is expected";
        if (!log_.refused.empty()) {
          log_.problem += "; line " + std::to_string(log_.refused.front().line) + " is " + log_.refused.front().reason;
        }
      }
      return std::move(log_);
    }
    if (hccl_.prints_gibibytes()) {
      warn("the bandwidths are GiB/s although the heading says GB/s; they are recomputed from size and time");
    }
    recover();
    return std::move(log_);
  }

 private:
  void hold(std::string_view piece) {
    if (too_long_ || pending_.size() + piece.size() > longest_line) {
      too_long_ = true;
      pending_.clear();
    } else {
      pending_ += piece;
    }
  }
  void take_pending() {
    if (too_long_) {
      ++line_;
      refuse("longer than " + std::to_string(longest_line) + " characters");
    } else {
      take(pending_);
    }
    pending_.clear();
    too_long_ = false;
  }

  void take(std::string_view text) {
    ++line_;
    std::string reason;
    benchmark_row row;
    if (hccl_table::is_heading(text)) {
      hccl_.heading(text);
      return found(log_tool::hccl_test);
    }
    if (perftest_.heading(text)) {
      return found(perftest_.latency() ? log_tool::perftest_latency : log_tool::perftest_bandwidth);
    }
    auto said = detail::verdict::no_row;
    log_tool tool = log_.tool;
    if (log_.tool == log_tool::unknown || log_.tool == log_tool::nccl_tests) {
      said = nccl_.read(text, row, reason);
      if (said == detail::verdict::kept) tool = log_tool::nccl_tests;
    }
    if (said == detail::verdict::no_row && (tool == log_tool::unknown || tool == log_tool::hccl_test)) {
      said = hccl_.read(text, row, reason);
      if (said == detail::verdict::kept) tool = log_tool::hccl_test;
    }
    if (said == detail::verdict::no_row &&
        (tool == log_tool::perftest_bandwidth || tool == log_tool::perftest_latency)) {
      said = perftest_.read(text, row, reason);
    }
    if (said == detail::verdict::kept) {
      found(tool);
      row.line = line_;
      log_.rows.push_back(std::move(row));
    } else if (said == detail::verdict::refused) {
      refuse(std::move(reason));
    } else {
      nccl_.heading(text);
      look_for_operation(text);
    }
  }

  void found(log_tool tool) {
    if (log_.tool == log_tool::unknown) log_.tool = tool;
    if (log_.tool != tool && log_.problem.empty()) {
      log_.problem = std::string("the log has tables of ") + name(log_.tool) + " and, at line " +
                     std::to_string(line_) + ", of " + name(tool) + ": one tool is expected";
    }
  }
  void refuse(std::string reason) {
    ++log_.refused_count;
    if (log_.refused.size() < benchmark_log::most_notes) log_.refused.push_back({line_, std::move(reason)});
  }
  void warn(std::string sentence) { log_.warnings.push_back(std::move(sentence)); }

  // A program's name in a command line or in "# Collective test starting: all_reduce_perf".
  void look_for_operation(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> programs[] = {
        {"all_reduce_perf", "all_reduce"},
        {"all_reduce_test", "all_reduce"},
        {"all_gather_perf", "all_gather"},
        {"all_gather_test", "all_gather"},
        {"reduce_scatter_", "reduce_scatter"},
        {"alltoall_perf", "all_to_all"},
        {"alltoall_test", "all_to_all"},
        {"broadcast_", "broadcast"},
        {"sendrecv_perf", "send_receive"},
        {"ib_write_bw", "ib_write_bw"},
        {"ib_read_bw", "ib_read_bw"},
        {"ib_send_bw", "ib_send_bw"},
        {"ib_write_lat", "ib_write_lat"},
        {"ib_read_lat", "ib_read_lat"},
        {"ib_send_lat", "ib_send_lat"},
        {"RDMA_Write BW Test", "ib_write_bw"},
        {"RDMA_Read BW Test", "ib_read_bw"},
        {"Send BW Test", "ib_send_bw"},
        {"RDMA_Write Latency Test", "ib_write_lat"},
        {"RDMA_Read Latency Test", "ib_read_lat"},
        {"Send Latency Test", "ib_send_lat"}};
    if (!log_.operation.empty() ||
        (text.find('_') == std::string_view::npos && text.find("Send") == std::string_view::npos))
      return;
    for (const auto& [program, operation] : programs) {
      if (text.find(program) == std::string_view::npos) continue;
      log_.operation = operation;
      return;
    }
  }

  // busbw / algbw is 2 (n - 1) / n for AllReduce, (n - 1) / n for the gathering operations, 1 for the others.
  void recover() {
    double low = 0.0;
    double high = (std::numeric_limits<double>::infinity)();
    const std::uint64_t parts = log_.rows.front().parts;
    bool alone = true;
    bool same_parts = parts > 1 && parts < 1000000;
    for (const benchmark_row& row : log_.rows) {
      low = math::greater(low, row.bus_over_algorithm_low);
      high = math::lesser(high, row.bus_over_algorithm_high);
      alone = alone && row.bus_over_algorithm_high < 0.5;
      same_parts = same_parts && row.parts == parts;
    }
    const bool collective = log_.tool == log_tool::nccl_tests;
    if (collective && log_.operation.empty() && low > 1.0) log_.operation = "all_reduce";
    if (!claims_.operation.empty() && !log_.operation.empty() && claims_.operation != log_.operation) {
      log_.problem = "the log is of " + log_.operation + ", and " + claims_.operation + " was given";
      return;
    }
    if (log_.operation.empty()) log_.operation = claims_.operation;
    if (collective && alone && log_.rows.size() > 1) {
      warn("every busbw is 0 beside its algbw: each process ran alone, as when the tests were built without MPI");
    }
    if (collective && low > high) {
      warn("busbw / algbw differs from row to row: the rows are of several rank counts or operations");
    }
    if (collective && !log_.operation.empty() && !alone) {
      ranks_between(low, high);
    }
    if (!log_.problem.empty()) return;
    if (same_parts) {
      log_.ranks = static_cast<int>(parts);
      if (claims_.ranks > 0 && claims_.ranks != log_.ranks) {
        log_.problem = "the log's counts are those of " + std::to_string(log_.ranks) + " ranks, and " +
                       std::to_string(claims_.ranks) + " were given";
        return;
      }
    }
    if (log_.ranks == 0) log_.ranks = claims_.ranks;
  }

  // busbw / algbw is factor (n - 1) / n for these, and 1 for the others.
  static double factor_of(std::string_view operation) noexcept {
    if (operation == "all_reduce") return 2.0;
    for (const std::string_view gathering : {"all_gather", "reduce_scatter", "all_to_all", "gather", "scatter"}) {
      if (operation == gathering) return 1.0;
    }
    return 0.0;
  }

  // From what the printed digits of all rows leave for busbw / algbw.
  void ranks_between(double low, double high) {
    const double factor = factor_of(log_.operation);
    const bool passes_on =
        log_.operation == "broadcast" || log_.operation == "reduce" || log_.operation == "send_receive";
    if (factor == 0.0 && !passes_on) return;
    const auto ratio = [&](double n) { return passes_on ? 1.0 : factor * (n - 1.0) / n; };
    if (high < ratio(2.0) || low > (passes_on ? 1.0 : factor)) {
      log_.problem = "busbw / algbw of the log is not that of " + log_.operation + " at any rank count";
      return;
    }
    if (claims_.ranks > 0 && !(low <= ratio(claims_.ranks) && ratio(claims_.ranks) <= high)) {
      log_.problem = "busbw / algbw of the log is not that of " + std::to_string(claims_.ranks) + " ranks in " +
                     log_.operation + ": " + counts_between(factor, low, high);
      return;
    }
    if (passes_on) return;
    const int least = first_at_least(factor, low);
    if (least > 0 && ratio(least) <= high && ratio(least + 1.0) > high) log_.ranks = least;
  }
  static std::string counts_between(double factor, double low, double high) {
    const int least = first_at_least(factor, low);
    if (least == 0 || factor * (least - 1.0) / least > high) return "no rank count's is";
    const double most = high < factor ? factor / (factor - high) : 1e6;
    if (!(most < 1e6)) return std::to_string(least) + " ranks or more are";
    const int last = static_cast<int>(most);
    return std::to_string(least) + (last > least ? " to " + std::to_string(last) : "") + " ranks are";
  }
  // The smallest rank count of 2 or more whose ratio is at least `low`; 0 if there is none of a plausible size.
  static int first_at_least(double factor, double low) {
    if (!(low < factor)) return 0;
    const double n = factor / (factor - low);
    if (!(n < 1e6)) return 0;
    int whole = static_cast<int>(n);
    if (whole < 2) whole = 2;
    while (factor * (whole - 1.0) / whole < low) ++whole;
    return whole;
  }

  log_claims claims_;
  benchmark_log log_;
  nccl_table nccl_;
  hccl_table hccl_;
  perftest_table perftest_;
  std::string pending_;
  bool too_long_ = false;
  std::uint64_t line_ = 0;
};

inline benchmark_log read_benchmark_log(std::string_view text, log_claims claims = {}) {
  log_reader reader(std::move(claims));
  reader.feed(text);
  return reader.finish();
}

}  // namespace traincost::io
