// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

// What a program writes goes under another name first and takes its place at the end, so that nothing is half-written.
namespace support {

// The file itself where `file` is a link to it: the link stays.
inline std::filesystem::path behind_links(const std::filesystem::path& file) {
  std::error_code problem;
  auto real = std::filesystem::weakly_canonical(file, problem);
  return problem ? file : real;
}

// Whether a new file may take the place: nothing is there, or a plain file. Devices, pipes and folders are not
// replaced.
inline bool is_replaceable(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto there = std::filesystem::status(file, ignored);
  return !std::filesystem::exists(there) || std::filesystem::is_regular_file(there);
}

// A name beside `file` that nothing has yet.
inline std::filesystem::path unused_beside(const std::filesystem::path& file) {
  std::error_code ignored;
  for (int i = 0;; ++i) {
    std::filesystem::path name = file;
    name += ".part" + (i == 0 ? std::string() : std::to_string(i));
    if (!std::filesystem::exists(std::filesystem::symlink_status(name, ignored))) return name;
  }
}

}  // namespace support
