// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "traincost/io/benchmark_log.hpp"
#include "traincost/io/detail/fields.hpp"
#include "traincost/io/detail/verdict.hpp"

namespace traincost::io {

// Rows of nccl-tests and rccl-tests, all generations:
//
//   size count type redop [root] time algbw busbw check [time algbw busbw check]
//
// after any launcher's prefix. A row is kept if it has all fields of one group or of both, its size is count x width of
// the type (x ranks where the count is per rank), and its algbw is size / time as far as the digits tell. The layout of
// 2019 prints milliseconds, which its heading says, and its bandwidths prove where the heading is lost.
class nccl_table {
 public:
  // A line that is no row may be a heading.
  void heading(std::string_view line) noexcept {
    const detail::fields words(line);
    for (std::size_t i = 0; i + 2 < words.count; ++i) {
      if (words[i] == "bytes" && words[i + 1] == "N" && words[i + 2] == "type") milliseconds_ = true;
      if (words[i] == "(us)") microseconds_ = true;
    }
  }

  detail::verdict read(std::string_view line, benchmark_row& row, std::string& reason) const {
    using detail::verdict;
    const detail::fields all(line);
    if (all.count == 0 || all.count > detail::fields::most) return verdict::no_row;
    std::size_t type = 0;
    while (type < all.count && width_of(all[type]) == 0) ++type;
    if (type == all.count) return cut(all, reason);
    if (!is_word(all[type + 1])) return verdict::no_row;

    std::uint64_t size = 0;
    if (type < 2 || !detail::read_count(all[type - 2], size) || !detail::read_count(all[type - 1], row.count)) {
      reason = "a row cut at its front: size and count are expected before the type";
      return verdict::refused;
    }
    for (std::size_t i = 0; i + 2 < type; ++i) {
      detail::printed number;
      if (detail::read_number(all[i], number)) {
        reason = "a column before the size, which no generation of the tool prints";
        return verdict::refused;
      }
    }
    row.size = from_si<dim{.data = 1}>(static_cast<double>(size));
    row.type = all[type];
    row.redop = all[type + 1];
    return groups(all, type + 2, width_of(all[type]), size, row, reason);
  }

 private:
  // Bytes of an element; 0 for what is no type.
  static constexpr unsigned width_of(std::string_view type) noexcept {
    if (type == "float" || type == "int32" || type == "uint32") return 4;
    if (type == "half" || type == "bfloat16") return 2;
    if (type == "double" || type == "int64" || type == "uint64") return 8;
    if (type == "int8" || type == "uint8" || type == "char" || type == "f8e4m3" || type == "f8e5m2") return 1;
    if (type == "fp8_e4m3" || type == "fp8_e5m2") return 1;
    return 0;
  }
  static constexpr bool is_word(std::string_view field) noexcept {
    if (field.empty()) return false;
    for (const char c : field) {
      if (!(c >= 'a' && c <= 'z')) return false;
    }
    return true;
  }
  // "0", "N/A", "2e-07", and with the asterisk of a value beyond the threshold.
  static bool is_check(std::string_view field) noexcept {
    while (field.ends_with('*')) field.remove_suffix(1);
    detail::printed number;
    return field == "N/A" || detail::read_number(field, number);
  }

  static bool is_root(std::string_view field) noexcept {
    std::uint64_t rank = 0;
    return field == "-1" || detail::read_count(field, rank);
  }

  // A row without a type: nothing but what stands before it, or nothing but what stands behind.
  static detail::verdict cut(const detail::fields& all, std::string& reason) {
    std::size_t numbers = 0;
    bool measured = false;
    detail::printed number;
    while (numbers < all.count && (all[numbers] == "N/A" || detail::read_number(all[numbers], number))) {
      measured = measured || all[numbers].find('.') != std::string_view::npos;
      ++numbers;
    }
    if (numbers == all.count && numbers >= 4 && measured) {
      reason = "a row cut at its front: size, count and type are expected before the times";
      return detail::verdict::refused;
    }
    std::uint64_t ignored = 0;
    std::size_t first = 0;
    while (first < all.count && !detail::read_count(all[first], ignored)) ++first;
    if (first == all.count || all.count - first > 3) return detail::verdict::no_row;
    for (std::size_t i = 0; i < first; ++i) {
      if (!all[i].ends_with(':')) return detail::verdict::no_row;
    }
    for (std::size_t i = first; i < first + 2 && i < all.count; ++i) {
      if (!detail::read_count(all[i], ignored)) return detail::verdict::no_row;
    }
    reason = "a row cut after " + std::to_string(all.count - first) + " fields";
    return detail::verdict::refused;
  }

  struct group {
    detail::printed time, algorithm, bus;
  };
  static bool read_group(const detail::fields& all, std::size_t first, group& out) noexcept {
    return detail::read_number(all[first], out.time) && detail::read_number(all[first + 1], out.algorithm) &&
           detail::read_number(all[first + 2], out.bus) && is_check(all[first + 3]);
  }

  detail::verdict groups(const detail::fields& all, std::size_t first, unsigned width, std::uint64_t size,
                         benchmark_row& row, std::string& reason) const {
    using detail::verdict;
    const std::size_t rest = all.count - first;
    if (rest != 4 && rest != 5 && rest != 8 && rest != 9) {
      reason = "a row with " + std::to_string(rest) + " fields after redop: 4, 5, 8 or 9 are expected, so it was cut";
      return verdict::refused;
    }
    const bool has_root = rest % 2 == 1;
    if (has_root && !is_root(all[first])) {
      reason = "a row whose root is no whole number, so it was cut";
      return verdict::refused;
    }
    if (has_root) ++first;
    group out;
    if (!read_group(all, first, out)) {
      reason = "a row whose out-of-place time, bandwidths and check field are not three numbers and a check";
      return verdict::refused;
    }
    if (size == 0) {
      reason = "a row of size 0";
      return verdict::refused;
    }
    if (row.count == 0 || size % (row.count * width) != 0) {
      reason = "a size of " + std::to_string(size) + " B that is no multiple of " + std::to_string(row.count) +
               " elements of " + row.type;
      return verdict::refused;
    }
    row.parts = size / (row.count * width);
    if (!(out.time.value > 0.0)) {
      reason = "a time of zero";
      return verdict::refused;
    }
    const auto agrees = [&](const group& one, double unit) {
      return detail::agrees(static_cast<double>(size), one.time, one.algorithm, 1e9 * unit);
    };
    // Without a heading a bandwidth tells the unit, if it is not rounded to zero. The layout in milliseconds has no
    // root: what looks like one there is the time of a row that was cut.
    const bool may_be_milliseconds = !microseconds_ && !has_root && out.algorithm.value > 0.0;
    double unit = milliseconds_ ? 1e-3 : 1e-6;
    if (may_be_milliseconds && !agrees(out, unit)) unit = 1e-3;
    if (!agrees(out, unit)) {
      reason = "an algbw that is not size / time";
      return verdict::refused;
    }
    row.time = from_si<dim{.time = 1}>(out.time.value * unit);
    row.in_place = traincost::detail::not_a_number<seconds>();
    if (rest >= 8) {
      group in;
      const bool none = all[first + 4] == "N/A";
      if (!none && !read_group(all, first + 4, in)) {
        reason = "a row whose in-place time, bandwidths and check field are not three numbers and a check";
        return verdict::refused;
      }
      if (!none && !(in.time.value > 0.0 && agrees(in, unit))) {
        reason = "an in-place algbw that is not size / time";
        return verdict::refused;
      }
      if (!none) row.in_place = from_si<dim{.time = 1}>(in.time.value * unit);
    }
    const auto& bus = out.bus;
    const auto& algorithm = out.algorithm;
    const double low = bus.value - bus.half_unit;
    row.bus_over_algorithm_low = low > 0.0 ? low / (algorithm.value + algorithm.half_unit) : 0.0;
    row.bus_over_algorithm_high = algorithm.value > algorithm.half_unit
                                      ? (bus.value + bus.half_unit) / (algorithm.value - algorithm.half_unit)
                                      : (std::numeric_limits<double>::infinity)();
    return verdict::kept;
  }

  bool milliseconds_ = false;
  bool microseconds_ = false;
};

}  // namespace traincost::io
