// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "traincost/core/math.hpp"

namespace traincost::io::detail {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '|' || c == '\r' || c == '\v' || c == '\f';
}

// The fields of a line. Blanks, tabs and bars part them, and so does a launcher's rank tag "[3]", which may be glued to
// its neighbours. More than `most` are counted, not kept: no row has so many.
struct fields {
  static constexpr std::size_t most = 32;
  std::array<std::string_view, most> at{};
  std::size_t count = 0;

  explicit fields(std::string_view line) noexcept {
    std::size_t i = 0;
    while (true) {
      while (i < line.size()) {
        const std::size_t tag = is_blank(line[i]) ? 1 : tag_length(line, i);
        if (tag == 0) break;
        i += tag;
      }
      if (i >= line.size()) return;
      const std::size_t first = i;
      while (i < line.size() && !is_blank(line[i]) && tag_length(line, i) == 0) ++i;
      if (count < most) at[count] = line.substr(first, i - first);
      ++count;
    }
  }
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    return i < count && i < most ? at[i] : std::string_view();
  }

 private:
  static std::size_t tag_length(std::string_view line, std::size_t i) noexcept {
    if (line[i] != '[') return 0;
    std::size_t end = i + 1;
    while (end < line.size() && is_digit(line[end])) ++end;
    return end > i + 1 && end < line.size() && line[end] == ']' ? end + 1 - i : 0;
  }
};

// The whole field as an unsigned integer.
inline bool read_count(std::string_view field, std::uint64_t& value) noexcept {
  if (field.empty() || !is_digit(field.front())) return false;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc{} && end == field.data() + field.size();
}

// A printed number and what its rounding leaves open.
struct printed {
  double value = 0.0;
  double half_unit = 0.0;  // of the last digit
};

// The whole field as a finite number >= 0.
inline bool read_number(std::string_view field, printed& number) noexcept {
  if (field.empty() || !(is_digit(field.front()) || field.front() == '.')) return false;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number.value);
  if (error != std::errc{} || end != field.data() + field.size() || !math::is_finite(number.value)) return false;
  const auto point = field.find('.');
  number.half_unit = 0.5;
  if (point != std::string_view::npos) {
    for (std::size_t digits = field.size() - point - 1; digits > 0; --digits) number.half_unit *= 0.1;
  }
  return true;
}

// Whether a printed rate may be `amount` per printed time, both as rounded. `unit` is the rate's per amount and time.
inline bool agrees(double amount, printed time, printed rate, double unit) noexcept {
  constexpr double slack = 1.001;  // tools round from float
  const double most = time.value > time.half_unit ? amount / (time.value - time.half_unit) / unit : 0x1p1000;
  const double least = amount / (time.value + time.half_unit) / unit;
  return rate.value - rate.half_unit <= most * slack && rate.value + rate.half_unit >= least / slack;
}

}  // namespace traincost::io::detail
