// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "traincost/io/benchmark_log.hpp"
#include "traincost/io/detail/fields.hpp"
#include "traincost/io/detail/verdict.hpp"

namespace traincost::io {

// Rows of hccl_test, parted by bars, in the order of the heading:
//
//   data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:
//
// The binary spells aveg_time, its documentation avg_time. Where the heading is lost, that order is taken if the
// bandwidth bears it out. The documentation's own sample prints GiB/s under GB/s.
class hccl_table {
 public:
  [[nodiscard]] static bool is_heading(std::string_view line) noexcept {
    return line.find("data_size") != std::string_view::npos && line.find('|') != std::string_view::npos;
  }
  void heading(std::string_view line) noexcept {
    columns_ = {none, none, none, none};
    std::size_t at = 0;
    for_each_cell(line, [&](std::string_view cell) {
      if (cell.find("data_size") != std::string_view::npos) columns_[size] = at;
      if (cell.find("time") != std::string_view::npos) columns_[time] = at;
      if (cell.find("bandwidth") != std::string_view::npos) columns_[rate] = at;
      if (cell.find("check") != std::string_view::npos) columns_[check] = at;
      ++at;
    });
    count_ = at;
    seen_ = true;
  }

  detail::verdict read(std::string_view line, benchmark_row& row, std::string& reason) {
    using detail::verdict;
    std::array<std::string_view, 8> cells{};
    std::size_t count = 0;
    for_each_cell(line, [&](std::string_view cell) {
      if (count < cells.size()) cells[count] = cell;
      ++count;
    });
    if (count < 2 || count > cells.size()) return verdict::no_row;
    std::uint64_t bytes_read = 0;
    detail::printed duration;
    detail::printed bandwidth_read;
    const std::size_t size_at = columns_[size] < cells.size() ? columns_[size] : 0;
    if (!detail::read_count(cells[size_at], bytes_read)) return verdict::no_row;
    if (count != count_ || columns_[time] == none) {
      reason = seen_ ? "a row of " + std::to_string(count) + " columns under a heading of " + std::to_string(count_) +
                           ", so it was cut"
                     : "a row without a time column";
      return verdict::refused;
    }
    if (!detail::read_number(cells[columns_[time]], duration) || !(duration.value > 0.0)) {
      reason = "a row whose time is not a number above zero";
      return verdict::refused;
    }
    if (columns_[check] != none && cells[columns_[check]] != "success" && cells[columns_[check]] != "NULL") {
      reason = "a row whose check_result is neither success nor NULL";
      return verdict::refused;
    }
    if (bytes_read == 0) {
      reason = "a row of size 0";
      return verdict::refused;
    }
    if (columns_[rate] != none) {
      const auto amount = static_cast<double>(bytes_read);
      if (!detail::read_number(cells[columns_[rate]], bandwidth_read)) {
        reason = "a row whose bandwidth is not a number";
        return verdict::refused;
      }
      if (!detail::agrees(amount, duration, bandwidth_read, 1e3)) {
        if (!detail::agrees(amount, duration, bandwidth_read, 1073.741824)) {
          reason = "an alg_bandwidth that is not data_size / time";
          return verdict::refused;
        }
        binary_ = true;
      }
    }
    row.size = from_si<dim{.data = 1}>(static_cast<double>(bytes_read));
    row.time = from_si<dim{.time = 1}>(duration.value * 1e-6);
    row.in_place = traincost::detail::not_a_number<seconds>();
    row.bus_over_algorithm_high = (std::numeric_limits<double>::infinity)();
    return verdict::kept;
  }
  [[nodiscard]] bool prints_gibibytes() const noexcept { return binary_; }

 private:
  enum column : std::size_t { size, time, rate, check };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  template <class Use>
  static void for_each_cell(std::string_view line, Use use) {
    while (true) {
      const auto bar = line.find('|');
      std::string_view cell = line.substr(0, bar);
      while (!cell.empty() && detail::is_blank(cell.front())) cell.remove_prefix(1);
      while (!cell.empty() && detail::is_blank(cell.back())) cell.remove_suffix(1);
      use(cell);
      if (bar == std::string_view::npos) return;
      line.remove_prefix(bar + 1);
    }
  }

  std::array<std::size_t, 4> columns_{0, 1, 2, 3};
  std::size_t count_ = 4;
  bool seen_ = false;
  bool binary_ = false;
};

}  // namespace traincost::io
