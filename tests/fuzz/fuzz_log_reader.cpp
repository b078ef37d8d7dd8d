// SPDX-License-Identifier: BSL-1.0
// clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -Iinclude tests/fuzz/fuzz_log_reader.cpp
//
// The first byte chooses the heading, so that each tool's grammar is reached, and where the text is parted.
#include <cstdlib>
#include <string>

#include "traincost/io/log_reader.hpp"

namespace {
using traincost::io::benchmark_log;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const benchmark_log& log) {
  require(log.ok() || !log.problem.empty());
  require(!log.ok() || !log.rows.empty());
  require(log.refused.size() <= log.refused_count && log.refused.size() <= benchmark_log::most_notes);
  require(log.ranks >= 0);
  std::uint64_t line = 0;
  for (const auto& row : log.rows) {
    require(row.line > line);
    line = row.line;
    require(row.size.si() >= 1.0 && row.size.si() < 1.9e19);
    require(row.time.si() > 0.0 && traincost::math::is_finite(row.time.si()));
    require(!(row.in_place.si() < 0.0));
  }
  for (const auto& row : log.refused) require(row.line > 0 && !row.reason.empty());
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  static const std::string headings[] = {
      "", "# bytes N type op time algbw busbw res time algbw busbw res\n",
      "data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:\n",
      "#bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]\n",
      "#bytes #iterations t_min[usec] t_max[usec] t_typical[usec] t_avg[usec] t_stdev[usec] 99% 99.9%\n"};
  if (size == 0) return 0;
  const std::string text = headings[data[0] % 5] + std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = traincost::io::read_benchmark_log(text);
  check(whole);

  const std::size_t piece = 1 + data[0] / 5;
  traincost::io::log_reader reader;
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(std::string_view(text).substr(at, piece));
  const auto parted = reader.finish();
  require(parted.rows.size() == whole.rows.size() && parted.refused_count == whole.refused_count);
  require(parted.problem == whole.problem && parted.warnings == whole.warnings && parted.ranks == whole.ranks);
  return 0;
}
