// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "traincost/io/benchmark_log.hpp"
#include "traincost/io/detail/fields.hpp"
#include "traincost/io/detail/verdict.hpp"

namespace traincost::io {

// Rows of perftest, also through hccn_tool -roce_test, below a heading that begins with #bytes #iterations:
//
//   bandwidth: [BW peak] BW average[Gb/sec or MB/sec] MsgRate[Mpps]    MB/sec are MiB/s; the time is of one message
//   latency:   t_min t_max t_typical ...  [usec]                       the time is t_typical
//
// Streaming bandwidth hides the start-up: a fit of such times gives no alpha. Latency is one way for write and send,
// the round trip for read.
class perftest_table {
 public:
  // Whether the line is a heading, which starts a table.
  bool heading(std::string_view line) noexcept {
    const auto at = line.find("#bytes");
    if (at == std::string_view::npos || line.find("#iterations") == std::string_view::npos) return false;
    latency_ = line.find("t_typical") != std::string_view::npos;
    const bool peak = line.find("BW peak") != std::string_view::npos;
    columns_ = latency_ ? (line.find("t_avg") != std::string_view::npos ? 9 : 5) : peak ? 5 : 4;
    average_ = peak ? 3 : 2;
    unit_ = line.find("[Gb/sec]") != std::string_view::npos ? 1.25e8 : 1048576.0;
    return latency_ || line.find("BW average") != std::string_view::npos;
  }
  [[nodiscard]] bool begun() const noexcept { return columns_ != 0; }
  [[nodiscard]] bool latency() const noexcept { return latency_; }

  detail::verdict read(std::string_view line, benchmark_row& row, std::string& reason) const {
    using detail::verdict;
    const detail::fields all(line);
    std::uint64_t size = 0;
    std::uint64_t iterations = 0;
    if (!begun() || !detail::read_count(all[0], size) || (all.count > 1 && !detail::read_count(all[1], iterations))) {
      return verdict::no_row;
    }
    if (all.count != columns_) {
      reason = "a row of " + std::to_string(all.count) + " numbers under a heading of " + std::to_string(columns_);
      return verdict::refused;
    }
    detail::printed value;
    if (!detail::read_number(all[latency_ ? 4 : average_], value) || !(value.value > 0.0) || size == 0) {
      reason = "a row whose size, bandwidth or latency is not above zero";
      return verdict::refused;
    }
    detail::printed shortest;
    detail::printed longest;
    if (latency_ && !(detail::read_number(all[2], shortest) && detail::read_number(all[3], longest) &&
                      shortest.value <= value.value && value.value <= longest.value)) {
      reason = "a t_typical that does not lie between t_min and t_max";
      return verdict::refused;
    }
    const auto amount = static_cast<double>(size);
    detail::printed rate;  // millions of messages a second
    if (!latency_ && detail::read_number(all[columns_ - 1], rate) && rate.value > 0.0) {
      const double messages = value.value * unit_ / amount * 1e-6;
      const double open = value.half_unit / value.value * messages + rate.half_unit;
      if (math::abs(messages - rate.value) > open * 1.01 + 1e-3 * messages) {
        reason = "a message rate that is not bandwidth / size";
        return verdict::refused;
      }
    }
    row.size = from_si<dim{.data = 1}>(amount);
    row.count = iterations;
    row.time = from_si<dim{.time = 1}>(latency_ ? value.value * 1e-6 : amount / (value.value * unit_));
    row.in_place = traincost::detail::not_a_number<seconds>();
    row.bus_over_algorithm_high = (std::numeric_limits<double>::infinity)();
    return verdict::kept;
  }

 private:
  std::size_t columns_ = 0;
  std::size_t average_ = 3;
  double unit_ = 1.0;  // B/s
  bool latency_ = false;
};

}  // namespace traincost::io
