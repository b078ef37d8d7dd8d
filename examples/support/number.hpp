// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

// Numbers in and out of text, the same under every locale.
namespace support {

// The whole field as a finite number, or nothing: no blanks, no '+', no trailing text, no "nan", no "inf".
inline std::optional<double> number(std::string_view field) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The shortest text that reads back as the same number: 2.1, 100, 1e-07.
inline std::string shortest(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::string(text.data(), end) : std::string();
}

// Up to 12 significant digits, without what a binary fraction adds: 14 for 100 x (0.52 - 0.38).
inline std::string plain(double value) {
  std::array<char, 32> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 12);
  return error == std::errc{} && std::isfinite(value) ? std::string(text.data(), end) : "-";
}

// With so many digits after the point; "-" where there is no number, and never a minus before a zero.
inline std::string fixed(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  std::array<char, 400> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  std::string result(text.data(), error == std::errc{} ? end : text.data());
  if (result.find_first_not_of("-0.") == std::string::npos && result.front() == '-') result.erase(0, 1);
  return result;
}

// A difference always shows its sign, except when it rounds to nothing.
inline std::string difference(double value, int digits) {
  const std::string text = fixed(value, digits);
  return value > 0.0 && text.find_first_not_of("0.") != std::string::npos ? '+' + text : text;
}

// Half a unit of the last digit that is printed: 0.05 for "8.8". What the writer of a rounded figure leaves open.
inline double half_unit(std::string_view field) {
  const auto point = field.find('.');
  const auto decimals = point == std::string_view::npos ? 0 : field.size() - point - 1;
  return field.find_first_of("eE") == std::string_view::npos ? 0.5 * std::pow(10.0, -static_cast<double>(decimals))
                                                             : 0.0;
}

}  // namespace support
