// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "support/number.hpp"
#include "support/refusal.hpp"

// A small CSV reader whose refusals name file, line, column and what was expected. It reads comma-separated text with
// one line of column names; '#' begins a line of comment; fields may be quoted, "" is a quotation mark. A byte-order
// mark, CRLF, blank lines and empty fields at a line's end (as spreadsheets write them) are let pass.
namespace support {

// One field and where it stands: "FILE:LINE: column NAME", or an option of the command line.
struct cell {
  std::string where;
  std::string text;

  [[nodiscard]] bool empty() const noexcept { return text.empty(); }
  [[noreturn]] void refuse(const std::string& expected) const {
    throw refusal(where + ": expected " + expected + ", got " + (text.empty() ? "nothing" : in_quotes(text)));
  }
  [[nodiscard]] double number(const std::string& expected) const {
    const auto value = support::number(text);
    if (!value) refuse(expected);
    return *value;
  }
};

class csv {
 public:
  // Every column's name has to be in `required` or `optional`, and every required one there.
  csv(std::string file, std::vector<std::string> required, const std::vector<std::string>& optional)
      : file_(std::move(file)), required_(std::move(required)) {
    known_ = required_;
    known_.insert(known_.end(), optional.begin(), optional.end());
    const std::string content = read();
    std::string_view rest = content;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    for (int line = 1; !rest.empty(); ++line) {
      const auto end = std::min(rest.find('\n'), rest.size());
      take(rest.substr(0, end), line);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      lines_ = line;
    }
    if (names_.empty()) {
      at_line(std::max(lines_, 1), required_.front()).refuse("a line of column names, " + joined(required_));
    }
  }

  [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }

  // An absent optional column is an empty field.
  [[nodiscard]] cell at(std::size_t row, const std::string& column) const {
    cell found = at_line(rows_[row].line, column);
    const auto index = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), column) - names_.begin());
    if (index < rows_[row].fields.size()) found.text = rows_[row].fields[index];
    return found;
  }

  // The field after the last row, for refusals of what is not there.
  [[nodiscard]] cell beyond() const { return at_line(lines_ + 1, names_.front()); }

 private:
  struct record {
    int line;
    std::vector<std::string> fields;
  };
  static constexpr std::size_t most_bytes = 1 << 20;

  static std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  [[nodiscard]] cell at_line(int line, const std::string& column) const {
    return {file_ + ':' + std::to_string(line) + ": column " + column, {}};
  }

  [[nodiscard]] std::string read() const {
    const auto complain = [&](const std::string& what) {
      throw refusal((file_.empty() ? "\"\"" : file_) + ": " + what + "; expected a CSV file with the columns " +
                    joined(required_));
    };
    const auto close = [](std::FILE* open) { std::fclose(open); };
    const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(file_.c_str(), "rb"), close);
    std::string content(most_bytes + 1, '\0');
    if (file) content.resize(std::fread(content.data(), 1, content.size(), file.get()));
    if (!file || std::ferror(file.get()) != 0) complain(std::generic_category().message(errno));
    if (content.size() > most_bytes) complain("larger than 1 MiB");
    return content;
  }

  void take(std::string_view text, int line) {
    if (text.ends_with('\r')) text.remove_suffix(1);
    auto fields = split(text, line);
    while (!fields.empty() && fields.back().empty()) fields.pop_back();
    if (fields.empty() || fields.front().starts_with('#')) return;
    if (names_.empty()) {
      take_names(std::move(fields), line);
      return;
    }
    if (fields.size() > names_.size()) {
      cell extra = at_line(line, std::to_string(names_.size() + 1));
      extra.text = fields[names_.size()];
      extra.refuse("nothing after the " + std::to_string(names_.size()) + " columns of the first line");
    }
    rows_.push_back({line, std::move(fields)});
  }

  void take_names(std::vector<std::string> names, int line) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto here = names.begin() + static_cast<std::ptrdiff_t>(i);
      cell name = at_line(line, std::to_string(i + 1));
      name.text = names[i];
      if (std::find(known_.begin(), known_.end(), names[i]) == known_.end()) {
        name.refuse("a column name out of " + joined(known_) + " (separated by commas)");
      }
      if (std::find(names.begin(), here, names[i]) != here) name.refuse("each column once");
    }
    for (const auto& name : required_) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        at_line(line, name).refuse("a column of this name beside " + joined(names));
      }
    }
    names_ = std::move(names);
  }

  [[nodiscard]] std::vector<std::string> split(std::string_view text, int line) const {
    if (trimmed(text).starts_with('#')) return {"#"};
    std::vector<std::string> fields;
    for (bool more = true; more;) {
      const cell here = at_line(line, name_of(fields.size()));
      auto [field, rest] = trimmed(text).starts_with('"') ? quoted_field(trimmed(text), here) : plain_field(text);
      for (const char c : field) {
        if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
          cell bad = here;
          bad.text = field;
          bad.refuse("printable text");
        }
      }
      fields.push_back(std::move(field));
      more = rest.starts_with(',');
      text = more ? rest.substr(1) : rest;
    }
    return fields;
  }

  [[nodiscard]] std::string name_of(std::size_t index) const {
    return index < names_.size() ? names_[index] : std::to_string(index + 1);
  }
  static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
  }
  // Both return the field and what follows it, from the comma on.
  static std::pair<std::string, std::string_view> plain_field(std::string_view text) {
    const auto end = std::min(text.find(','), text.size());
    return {std::string(trimmed(text.substr(0, end))), text.substr(end)};
  }
  static std::pair<std::string, std::string_view> quoted_field(std::string_view text, cell here) {
    std::string field;
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (text[i] != '"') {
        field += text[i];
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[i++];
      } else {
        std::string_view rest = trimmed(text.substr(i + 1));
        if (rest.empty() || rest.front() == ',') return {field, rest};
        break;
      }
    }
    here.text = text;
    here.refuse("a closing quotation mark before the comma or the line's end");
  }

  std::string file_;
  std::vector<std::string> required_;
  std::vector<std::string> known_;
  std::vector<std::string> names_;
  std::vector<record> rows_;
  int lines_ = 0;
};

}  // namespace support
