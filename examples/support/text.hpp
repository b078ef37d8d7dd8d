// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// Plain text for a terminal: headings, paragraphs and tables, 100 columns wide.
namespace support {

class page {
 public:
  static constexpr std::size_t width = 100;

  void heading(const std::string& text) {
    gap();
    out_ += text + "\n\n";
  }
  void paragraph(std::string_view text) { wrap(text, "   "); }
  void note(std::string_view text) { wrap(text, "   - "); }

  // The first column stands left, the others right; the first row is the head.
  void table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
      widths.resize(std::max(widths.size(), row.size()), 0);
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    gap();
    for (const auto& row : rows) {
      std::string line = "   ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string blank(widths[i] - row[i].size(), ' ');
        line += i == 0 ? row[i] + blank : "   " + blank + row[i];
      }
      out_ += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    gap();
  }

  [[nodiscard]] const std::string& text() const noexcept { return out_; }

 private:
  void gap() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += '\n';
  }
  void wrap(std::string_view text, const std::string& mark) {
    std::size_t column = 0;
    out_ += mark;
    while (!text.empty()) {
      const auto end = std::min(text.find(' '), text.size());
      if (column != 0 && mark.size() + column + 1 + end > width) {
        out_.append("\n").append(mark.size(), ' ');
        column = 0;
      }
      out_.append(column == 0 ? 0 : 1, ' ').append(text.substr(0, end));
      column += (column == 0 ? 0 : 1) + end;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    out_ += '\n';
  }

  std::string out_;
};

}  // namespace support
