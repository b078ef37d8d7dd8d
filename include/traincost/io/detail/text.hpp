// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The words and numbers of a line.
namespace traincost::io::detail {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr bool contains(std::string_view text, std::string_view what) noexcept {
  return text.find(what) != std::string_view::npos;
}

constexpr std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

constexpr std::size_t digits_at(std::string_view text, std::size_t from) noexcept {
  std::size_t end = from;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - from;
}

// The length of a `[12]` that stands at `from`, or 0: the rank tag of a launcher.
constexpr std::size_t rank_tag_at(std::string_view text, std::size_t from) noexcept {
  if (from >= text.size() || text[from] != '[') return 0;
  const std::size_t digits = digits_at(text, from + 1);
  const std::size_t end = from + 1 + digits;
  return digits > 0 && end < text.size() && text[end] == ']' ? digits + 2 : 0;
}

// The blank-separated words of a line, the first `most` of them kept. A rank tag separates too: some launchers put it
// between the fields of a row.
struct words {
  static constexpr std::size_t most = 24;
  std::array<std::string_view, most> kept{};
  std::size_t count = 0;

  constexpr explicit words(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
      if (is_blank(text[i])) {
        ++i;
      } else if (const std::size_t tag = rank_tag_at(text, i); tag > 0) {
        i += tag;
      } else {
        const std::size_t begin = i++;
        while (i < text.size() && !is_blank(text[i]) && (text[i] != '[' || rank_tag_at(text, i) == 0)) ++i;
        if (count < most) kept[count] = text.substr(begin, i - begin);
        ++count;
      }
    }
  }
  // An empty word where the line has no such one.
  constexpr std::string_view operator[](std::size_t i) const noexcept {
    return i < count && i < most ? kept[i] : std::string_view{};
  }
  constexpr std::size_t size() const noexcept { return count < most ? count : most; }
};

// A number printed as digits with or without a fraction; nothing else, no sign, no exponent. Up to 15 digits a double
// holds exactly, and their quotient by a power of ten up to 1e15 is rounded once.
struct decimal {
  double value = 0.0;
  int decimals = -1;  // -1: not such a number

  constexpr explicit operator bool() const noexcept { return decimals >= 0; }
  // Half a unit of the last digit: what rounding for print may have moved.
  constexpr double rounding() const noexcept {
    double half = 0.5;
    for (int i = 0; i < decimals; ++i) half /= 10.0;
    return half;
  }
};

constexpr decimal to_decimal(std::string_view text) noexcept {
  constexpr std::array<double, 16> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  if (text.empty() || text.size() > 16 || !is_digit(text.front()) || !is_digit(text.back())) return {};
  std::uint64_t digits = 0;
  std::size_t point = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_digit(text[i])) {
      digits = 10 * digits + static_cast<std::uint64_t>(text[i] - '0');
    } else if (text[i] == '.' && point == text.size()) {
      point = i;
    } else {
      return {};
    }
  }
  const std::size_t decimals = point == text.size() ? 0 : text.size() - point - 1;
  if (decimals == 0 && text.size() > 15) return {};
  return {static_cast<double>(digits) / powers[decimals], static_cast<int>(decimals)};
}

struct whole {
  std::uint64_t value = 0;
  bool valid = false;

  constexpr explicit operator bool() const noexcept { return valid; }
};

// Digits only, at most 18: no table has more, and so the product of two is the only place that can overflow.
constexpr whole to_whole(std::string_view text) noexcept {
  if (text.empty() || text.size() > 18 || digits_at(text, 0) != text.size()) return {};
  std::uint64_t value = 0;
  for (const char c : text) value = 10 * value + static_cast<std::uint64_t>(c - '0');
  return {value, true};
}

}  // namespace traincost::io::detail
