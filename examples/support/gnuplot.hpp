// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "support/new_file.hpp"
#include "support/refusal.hpp"

// Pictures through gnuplot (POSIX). A script carries its data in blocks of its own and names no file: the picture comes
// back as text, and files are written once all pictures are there.
namespace support {

struct picture {
  std::string file;    // its name without the folder
  std::string script;  // everything after `set terminal`
};

// The SVG that gnuplot makes of a script. -d keeps a user's own settings out of it.
inline std::string svg_of(const picture& wanted, int width, int height) {
  const std::string terminal = "set terminal svg size " + std::to_string(width) + ',' + std::to_string(height) +
                               " font 'Arial,14' background '#ffffff' noenhanced\n";
  const std::string command =
      "gnuplot -d 2>/dev/null <<'END_OF_SCRIPT'\n" + terminal + wanted.script + "\nEND_OF_SCRIPT\n";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw refusal("no shell to start gnuplot with");
  std::string svg;
  std::array<char, 4096> block{};
  for (std::size_t size = 1; size != 0; svg.append(block.data(), size))
    size = std::fread(block.data(), 1, block.size(), pipe);
  const int status = pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw refusal("--plots: gnuplot was not found; install it (Debian's package gnuplot-nox) or leave --plots out");
  }
  if (status != 0 || svg.find("</svg>") == std::string::npos) {
    throw refusal("--plots: gnuplot could not draw " + wanted.file +
                  " (expected gnuplot 5 and figures of a drawable size)");
  }
  return svg;
}

// Writes all pictures into `folder`, which is made if it is not there, or none: each goes under another name first.
inline void write_pictures(const std::vector<picture>& wanted, const std::string& folder, int width, int height) {
  struct output {
    std::filesystem::path file, beside;
    std::string svg;
  };
  std::vector<output> files;
  for (const auto& one : wanted) {
    const auto file = behind_links(std::filesystem::path(folder) / one.file);
    files.push_back({file, unused_beside(file), svg_of(one, width, height)});
  }

  std::error_code problem;
  std::error_code ignored;
  const bool is_new = std::filesystem::create_directories(folder, problem);
  for (const auto& [file, beside, svg] : files) {
    if (std::filesystem::is_directory(file, ignored)) {
      problem = std::make_error_code(std::errc::is_a_directory);
    } else if (!is_replaceable(file)) {
      problem = std::make_error_code(std::errc::file_exists);
    }
    errno = 0;
    std::ofstream out(beside, std::ios::binary);
    out << svg;
    out.close();
    if (!out && !problem) problem.assign(errno, std::generic_category());
  }
  for (const auto& [file, beside, svg] : files) {
    if (!problem) std::filesystem::rename(beside, file, problem);
  }
  if (problem) {
    for (const auto& [file, beside, svg] : files) std::filesystem::remove(beside, ignored);
    if (is_new) std::filesystem::remove(folder, ignored);
    throw refusal("--plots: expected a folder that can be written, got " + in_quotes(folder) + " (" +
                  problem.message() + ")");
  }
}

}  // namespace support
