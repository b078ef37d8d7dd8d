// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traincost/units/constants.hpp"

namespace traincost::io {

enum class log_tool { unknown, nccl_tests, hccl_test, perftest_bandwidth, perftest_latency };

constexpr const char* name(log_tool tool) noexcept {
  switch (tool) {
    case log_tool::unknown:
      return "unknown";
    case log_tool::nccl_tests:
      return "nccl-tests";  // rccl-tests prints the same tables
    case log_tool::hccl_test:
      return "hccl_test";
    case log_tool::perftest_bandwidth:
      return "perftest bandwidth";
    case log_tool::perftest_latency:
      return "perftest latency";
  }
  return "";
}

// One row that was read whole. Bandwidth is recomputed, never the printed one: tools mix GB and GiB.
struct benchmark_row {
  std::uint64_t line = 0;  // in the file, from 1
  bytes size{};            // as the tool counts it: of the full buffer
  std::uint64_t count = 0;
  std::uint64_t parts = 1;  // size / (count x width of the type): the ranks, where a count is per rank
  std::string type;         // "float"; empty where the tool prints none
  std::string redop;
  seconds time{};                       // out of place, or the only time of the row
  seconds in_place{};                   // NaN where the row has none
  double bus_over_algorithm_low = 0.0;  // what the printed bandwidths leave for busbw / algbw; 0..infinity: anything
  double bus_over_algorithm_high = 0.0;

  [[nodiscard]] constexpr bandwidth algorithm_bandwidth() const noexcept { return size / time; }
};

// A line that looks like a row and cannot be read whole. Nothing of it is guessed.
struct refused_row {
  std::uint64_t line = 0;
  std::string reason;
};

struct benchmark_log {
  log_tool tool = log_tool::unknown;
  std::string operation;  // the library's name, all_reduce; empty where the log does not say
  int ranks = 0;          // 0 where the log does not say
  std::vector<benchmark_row> rows;
  std::vector<refused_row> refused;  // the first `most_notes` of them
  std::uint64_t refused_count = 0;
  std::vector<std::string> warnings;
  std::string problem;  // one sentence, where nothing can be used

  static constexpr std::size_t most_notes = 1000;
  [[nodiscard]] bool ok() const noexcept { return problem.empty(); }
};

// What the user says about a log. A log that proves otherwise is a problem.
struct log_claims {
  std::string operation;
  int ranks = 0;
};

}  // namespace traincost::io
