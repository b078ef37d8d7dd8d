// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include "traincost/io/detail/text.hpp"

// What launchers and log collectors put before a line of the benchmark.
namespace traincost::io::detail {

// `[1,0]<stdout>:` of mpirun.
constexpr std::size_t mpirun_tag(std::string_view line) noexcept {
  if (line.empty() || line.front() != '[') return 0;
  std::size_t i = 1;
  while (i < line.size() && (is_digit(line[i]) || line[i] == ',')) ++i;
  if (i == 1 || i >= line.size() || line[i] != ']') return 0;
  const std::string_view rest = line.substr(i + 1);
  for (const std::string_view stream : {std::string_view{"<stdout>:"}, std::string_view{"<stderr>:"}}) {
    if (rest.substr(0, stream.size()) == stream) return i + 1 + stream.size();
  }
  return 0;
}

// ` 0: ` of srun -l, also on a line with nothing else. A clock's 10:00:04 is none: a digit follows its colon.
constexpr std::size_t srun_label(std::string_view line) noexcept {
  const std::size_t digits = digits_at(line, 0);
  if (digits == 0 || digits > 7 || digits >= line.size() || line[digits] != ':') return 0;
  return digits + 1 == line.size() || is_blank(line[digits + 1]) ? digits + 1 : 0;
}

// 2026-02-16T10:00:04.000000000Z or with +01:00 at its end.
constexpr std::size_t time_stamp(std::string_view line) noexcept {
  constexpr std::string_view form = "dddd-dd-ddTdd:dd:dd";
  if (line.size() < form.size()) return 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == 'd' ? !is_digit(line[i]) : line[i] != form[i]) return 0;
  }
  std::size_t end = form.size();
  if (end < line.size() && line[end] == '.') end += 1 + digits_at(line, end + 1);
  if (end < line.size() && line[end] == 'Z') {
    ++end;
  } else if (end < line.size() && (line[end] == '+' || line[end] == '-')) {
    ++end;
    while (end < line.size() && (is_digit(line[end]) || line[end] == ':')) ++end;
  }
  return end == line.size() || is_blank(line[end]) ? end : 0;
}

// The line without its prefixes, of which there may be several, and without blanks around it.
constexpr std::string_view without_prefixes(std::string_view line) noexcept {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (line.substr(0, 3) == byte_order_mark) line.remove_prefix(3);
  line = trimmed(line);
  for (int i = 0; i < 4 && !line.empty() && (line.front() == '[' || is_digit(line.front())); ++i) {
    std::size_t length = mpirun_tag(line);
    if (length == 0) length = rank_tag_at(line, 0);
    if (length == 0) length = srun_label(line);
    if (length == 0) length = time_stamp(line);
    if (length == 0) break;
    line = trimmed(line.substr(length));
  }
  return line;
}

}  // namespace traincost::io::detail
