// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/plot_file.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "support/new_file.hpp"
#include "support/refusal.hpp"

namespace allreduce_cost {
namespace {

constexpr int width = 900;
constexpr int height = 600;

// support::svg_of speaks of the option --plots.
std::string svg_of(const support::picture& wanted) {
  try {
    return support::svg_of(wanted, width, height);
  } catch (const support::refusal& problem) {
    std::string text = problem.what();
    for (auto at = text.find("--plots"); at != std::string::npos; at = text.find("--plots")) text.erase(at + 6, 1);
    throw support::refusal(text);
  }
}

}  // namespace

void write_plot(const support::picture& wanted, const std::string& file) {
  const std::string svg = svg_of(wanted);
  const std::filesystem::path path = support::behind_links(file);
  const std::filesystem::path beside = support::unused_beside(path);
  std::error_code problem;
  std::error_code ignored;
  if (file.empty() || !path.has_filename()) {
    problem = std::make_error_code(std::errc::no_such_file_or_directory);
  } else if (std::filesystem::is_directory(path, ignored)) {
    problem = std::make_error_code(std::errc::is_a_directory);
  } else if (!support::is_replaceable(path)) {
    problem = std::make_error_code(std::errc::file_exists);
  } else {
    errno = 0;
    std::ofstream out(beside, std::ios::binary);
    const bool open = out.is_open();
    out << svg;
    out.close();
    if (!out) problem.assign(errno, std::generic_category());
    if (!problem) std::filesystem::rename(beside, path, problem);
    if (problem && open) std::filesystem::remove(beside, ignored);
  }
  if (problem) {
    throw support::refusal("--plot: expected a file that can be written, got " + support::in_quotes(file) + " (" +
                           problem.message() + ")");
  }
}

}  // namespace allreduce_cost
