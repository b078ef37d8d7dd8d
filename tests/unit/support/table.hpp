// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "traincost/core/integer.hpp"

namespace traincost::test {

/// One line of a table of tests/data, its fields by column name.
class row {
 public:
  row(const std::vector<std::string>& columns, std::vector<std::string> fields)
      : columns_(&columns), fields_(std::move(fields)) {}

  [[nodiscard]] const std::string& text(const std::string& column) const {
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      if ((*columns_)[i] == column) return fields_.at(i);
    }
    throw std::runtime_error("no column " + column);
  }
  [[nodiscard]] double number(const std::string& column) const { return std::stod(text(column)); }
  [[nodiscard]] std::int64_t integer(const std::string& column) const { return std::stoll(text(column)); }
  [[nodiscard]] int count(const std::string& column) const { return std::stoi(text(column)); }
  /// "7/4" or "14".
  [[nodiscard]] ratio fraction(const std::string& column) const {
    const std::string& field = text(column);
    const auto slash = field.find('/');
    return {std::stoll(field), slash == std::string::npos ? 1 : std::stoll(field.substr(slash + 1))};
  }

 private:
  const std::vector<std::string>* columns_;
  std::vector<std::string> fields_;
};

/// A comma-separated table of tests/data: comments, of which the first names the source, then column names, then lines.
class table {
 public:
  explicit table(const std::string& file) {
    const std::string text = contents(std::string(TRAINCOST_TEST_DATA) + "/" + file);
    if (!text.starts_with("# Source: ")) throw std::runtime_error(file + ": the first line does not name a source");
    for (const std::string& line : split(text, '\n')) {
      if (line.empty() || line.starts_with('#')) continue;
      if (columns_.empty()) {
        columns_ = split(line, ',');
      } else {
        rows_.emplace_back(columns_, split(line, ','));
      }
    }
    if (rows_.empty()) throw std::runtime_error(file + ": no lines");
  }
  table(const table&) = delete;
  table& operator=(const table&) = delete;

  [[nodiscard]] auto begin() const { return rows_.begin(); }
  [[nodiscard]] auto end() const { return rows_.end(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// The first line whose column holds `value`.
  [[nodiscard]] const row& where(const std::string& column, const std::string& value) const {
    for (const row& line : rows_) {
      if (line.text(column) == value) return line;
    }
    throw std::runtime_error("no line with " + column + " = " + value);
  }

 private:
  // <cstdio> and not <fstream>, which is half of such a test's compile time.
  static std::string contents(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw std::runtime_error(path + ": cannot be read");
    std::string text;
    char buffer[4096];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, got);
    std::fclose(file);
    return text;
  }
  static std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> fields;
    std::string::size_type start = 0;
    for (auto at = text.find(separator); at != std::string::npos; at = text.find(separator, start)) {
      fields.push_back(text.substr(start, at - start));
      start = at + 1;
    }
    fields.push_back(text.substr(start));
    return fields;
  }
  std::vector<std::string> columns_;
  std::vector<row> rows_;
};

}  // namespace traincost::test
