// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "traincost/units/constants.hpp"

// What a benchmark's log says, whichever tool wrote it. `log_reader.hpp` fills it.
namespace traincost::io {

enum class log_tool { unknown, nccl_tests, rccl_tests, hccl_test, perftest_bandwidth, perftest_latency };

constexpr const char* name(log_tool tool) noexcept {
  switch (tool) {
    case log_tool::nccl_tests: return "nccl-tests";
    case log_tool::rccl_tests: return "rccl-tests";
    case log_tool::hccl_test: return "hccl_test";
    case log_tool::perftest_bandwidth: return "perftest bandwidth";
    case log_tool::perftest_latency: return "perftest latency";
    case log_tool::unknown: break;
  }
  return "unknown";
}

// One row of the table. `time` is the out-of-place time or the only one: of a perftest bandwidth table the time between
// two messages, of a latency table t_typical. `in_place` is NaN where there is none. Sizes are the tool's own: the whole
// buffer over all ranks for all_gather, reduce_scatter and all_to_all.
struct benchmark_row {
  std::uint64_t line = 0;
  bytes size{};
  std::uint64_t count = 0;  // elements as printed; iterations for perftest; 0 where there is no such column
  std::string type;
  std::string redop;
  int root = -1;
  seconds time{};
  seconds in_place = traincost::detail::not_a_number<seconds>();

  // From size and time: a printed bandwidth has few digits and, with some tools, another unit than it says.
  [[nodiscard]] constexpr bandwidth algorithm_bandwidth() const noexcept { return size / time; }
};

struct refused_row {
  std::uint64_t line = 0;
  std::string reason;  // what was read, and what was expected
};

inline constexpr std::size_t most_refused_kept = 100;  // refused_count goes on counting
inline constexpr std::size_t most_warnings_kept = 32;

struct benchmark_log {
  log_tool tool = log_tool::unknown;
  std::string operation;  // all_reduce, all_gather, all_to_all, ...; ib_write_bw, ...; empty: the log does not tell
  int ranks = 0;          // 0: the log does not tell
  std::vector<benchmark_row> rows;
  std::vector<refused_row> refused;  // the first most_refused_kept
  std::uint64_t refused_count = 0;
  std::vector<std::string> warnings;  // the first most_warnings_kept
  std::string problem;                // empty, or why nothing of this can be used
  // What the print rounding of the bandwidths leaves open: ranks lie between these two, both 0 where nothing is known,
  // ranks_at_most the largest int where there is no upper limit.
  int ranks_at_least = 0;
  int ranks_at_most = 0;

  [[nodiscard]] bool ok() const noexcept { return problem.empty(); }
};

// What the user knows of the run; empty and 0 where he does not.
struct log_claims {
  std::string operation;
  int ranks = 0;
};

}  // namespace traincost::io
