// SPDX-License-Identifier: BSL-1.0
#include "traincost/io/log_reader.hpp"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

// The logs here were written for these tests, in the grammar of each tool: none is a measurement.
namespace {
using namespace traincost;
using namespace traincost::units;
using io::benchmark_log;
using io::log_tool;
using io::read_benchmark_log;

const std::string heading =
    "# nThread 1 nGpus 1 minBytes 1024 maxBytes 4194304 step: 4(factor) warmup iters: 5 iters: 20 agg iters: 1\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
    "#wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n";
const std::string small_row =
    "        1024           256     float     sum      -1    20.48    0.05    0.09      0    20.00    0.05    0.09     "
    " 0";
const std::string large_row =
    "     4194304       1048576     float     sum      -1    209.7   20.00   35.00      0    200.0   20.97   36.70     "
    " 0";
const std::string good = heading + small_row + "\n" + large_row + "\n# Avg bus bandwidth    : 17.9\n";

std::string first_reason(const benchmark_log& log) { return log.refused.empty() ? "" : log.refused.front().reason; }

// Prefix, suffix or row as given, between two good rows.
benchmark_log with_row(const std::string& row) {
  return read_benchmark_log(heading + small_row + "\n" + row + "\n" + large_row + "\n");
}

void check_refused(const std::string& row, const std::string& part_of_reason) {
  CAPTURE(row);
  const auto log = with_row(row);
  CHECK(log.ok());
  CHECK(log.rows.size() == 2);
  REQUIRE(log.refused.size() == 1);
  CHECK(log.refused[0].line == 5);
  CAPTURE(log.refused[0].reason);
  CHECK(log.refused[0].reason.find(part_of_reason) != std::string::npos);
}

bool same(const benchmark_log& a, const benchmark_log& b) {
  if (a.rows.size() != b.rows.size() || a.refused_count != b.refused_count || a.ranks != b.ranks ||
      a.operation != b.operation || a.problem != b.problem || a.warnings != b.warnings) {
    return false;
  }
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    if (a.rows[i].line != b.rows[i].line || a.rows[i].size != b.rows[i].size || a.rows[i].time != b.rows[i].time)
      return false;
  }
  return true;
}
}  // namespace

TEST_CASE("a whole table: times in both places, operation and ranks out of busbw / algbw") {
  const auto log = read_benchmark_log(good);
  REQUIRE(log.ok());
  CHECK(log.tool == log_tool::nccl_tests);
  CHECK(log.operation == "all_reduce");
  CHECK(log.ranks == 8);
  REQUIRE(log.rows.size() == 2);
  CHECK(log.rows[1].line == 5);
  CHECK(log.rows[1].size == 4194304.0 * B);
  CHECK(log.rows[1].count == 1048576);
  CHECK(log.rows[1].type == "float");
  CHECK(log.rows[1].redop == "sum");
  CHECK(log.rows[1].time.in(us) == doctest::Approx(209.7));
  CHECK(log.rows[1].in_place.in(us) == doctest::Approx(200.0));
  CHECK(log.rows[1].algorithm_bandwidth().in(GB_per_s) == doctest::Approx(4194304.0 / 209.7e-6 / 1e9));
  CHECK(log.refused_count == 0);
  CHECK(log.warnings.empty());
}

TEST_CASE("prefixes, indent, tags, stamps, bars, tabs and CRLF change nothing") {
  const std::string lines[] = {
      "[1,0]<stdout>:" + large_row,
      " 0: " + large_row,
      "2026-02-16T10:00:04.000000000Z " + large_row,
      "[0]" + large_row,
      "\t\t" + large_row + "\r",
      large_row + "   ",
      "[1,0]<stdout>:      " + large_row,
      "4194304 1048576 float sum -1 209.7 20.00 35.00 0 200.0 20.97 36.70 0 | |",
      "[0] 4194304 1048576 float sum -1[0] 209.7 20.00 35.00 0[0] 200.0 20.97 36.70 0",
      "4194304 1048576 float sum 209.7 20.00 35.00 2e-07 200.0 20.97 36.70 0e+00",  // 2019 to 2021: no root
      "4194304 1048576 float sum -1 209.7 20.00 35.00 N/A 200.0 20.97 36.70 N/A",   // -c 0
      "4194304 1048576 float sum -1 209.7 20.00 35.00 12* 200.0 20.97 36.70 0*"};   // beyond the threshold
  for (const std::string& line : lines) {
    CAPTURE(line);
    const auto log = with_row(line);
    CHECK(log.rows.size() == 3);
    CHECK(log.refused_count == 0);
    REQUIRE(log.rows.size() > 1);
    CHECK(log.rows[1].time.in(us) == doctest::Approx(209.7));
    CHECK(log.rows[1].in_place.in(us) == doctest::Approx(200.0));
    CHECK(log.ranks == 8);
  }
}

TEST_CASE("a row without its in-place group is kept, without a time for it") {
  const auto log = with_row("4194304 1048576 float sum -1 209.7 20.00 35.00 0");
  REQUIRE(log.rows.size() == 3);
  CHECK(log.rows[1].time.in(us) == doctest::Approx(209.7));
  CHECK(math::is_nan(log.rows[1].in_place.si()));
  const auto none = with_row("4194304 1048576 float sum -1 209.7 20.00 35.00 0 N/A N/A N/A N/A");
  REQUIRE(none.rows.size() == 3);
  CHECK(math::is_nan(none.rows[1].in_place.si()));
}

TEST_CASE("rows that cannot be read whole are refused with line and reason, never guessed") {
  check_refused("4194304 1048576 float sum -1 209.7 20.00 35.00", "three numbers and a check");
  check_refused("4194304 1048576 float sum -1 209.7 20.00 35.00 0 200.0 20", "fields");
  check_refused("4194304 1048576 float sum -1 209.7 20.00 35.00 2e 200.0 20.97 36.70 0", "out-of-place");
  check_refused("4194304 1048576 float sum -1 209.7 20.00 35.00 0 200.0 20.97 36.70 2e-", "in-place");
  check_refused("4194304 1048576 float sum -1 20", "2 fields after redop");
  check_refused("4194304 1048", "cut after 2 fields");
  check_refused("41943", "cut after 1 field");
  check_refused("float sum -1 209.7 20.00 35.00 0 200.0 20.97 36.70 0", "front");
  check_refused("0.00 35.00 0 200.0 20.97 36.70 0", "front");
  check_refused("0 0 float sum -1 0.12 0.00 0.00 0 0.12 0.00 0.00 0", "size 0");
  check_refused("4194304 1048576 float sum -1 0.00 0.00 0.00 0 0.00 0.00 0.00 0", "time of zero");
  check_refused("4194304 1048577 float sum -1 209.7 20.00 35.00 0 200.0 20.97 36.70 0", "no multiple");
  check_refused("4194304 1048576 float sum -1 309.7 20.00 35.00 0 200.0 20.97 36.70 0", "algbw");
  check_refused("4 4194304 1048576 float sum -1 209.7 20.00 35.00 0 200.0 20.97 36.70 0", "column before");
  check_refused("4194304 1048576 float sum -1 209.7 20.00 35.00 0 200.0 0.90 36.70 0", "in-place algbw");
  // Never milliseconds below a heading that says (us).
  check_refused("2048 512 float sum 36.35 0.0 0.05 0 35.80 0.06 0.05 0", "algbw");
  check_refused("4194304 1048576 float sum 5.074 0.83 0.83 N/A 5.525 0.76 0.76 N/A", "algbw");
  check_refused("816 4 float sum 162.9 0.00 0.00 1e-07 162.3 0.00 0.00 1e-07", "algbw");
  check_refused("1024 256 float sum -1 5.00 0.00 0.00 0 6.00 0.00 0.00 0", "algbw");
  check_refused(std::string(100000, '7'), "longer than");
  // Eight fields after redop cut to five: the first is a time, no root, and what follows it no group.
  check_refused("16384 4096 float sum 174.9 0.09 0.18 5e-07 17", "root");
  check_refused("16384 4096 float sum 23093 0.09 0.18 5e-07 17", "algbw");
}

TEST_CASE("a row of any generation cut anywhere is refused, or kept with the times of the whole") {
  const std::string of_2019 = "4194304 1048576 float sum 5.074 0.83 0.83 N/A 5.525 0.76 0.76 N/A";
  const std::pair<std::string, std::string> logs[] = {
      // heading, row
      {"", large_row},
      {"", "4194304 1048576 float sum 0 209.7 20.00 20.00 0 200.0 20.97 20.97 0"},
      {"", "16384 4096 float sum 174.9 0.09 0.18 5e-07 174.1 0.09 0.18 5e-07"},
      {"", "33554432 8388608 float sum 23093 1.45 2.54 5e-07 23100 1.45 2.54 5e-07"},
      {"", of_2019},
      {"# bytes N type op time algbw busbw res time algbw busbw res\n", of_2019}};
  for (const auto& log : logs) {
    const auto whole = read_benchmark_log(log.first + log.second);
    REQUIRE(whole.rows.size() == 1);
    for (std::size_t cut = 0; cut < log.second.size(); ++cut) {
      const std::string part = log.second.substr(0, cut);
      CAPTURE(part);
      const auto read = read_benchmark_log(log.first + part);
      if (read.rows.empty()) continue;
      CHECK(read.rows[0].time == whole.rows[0].time);
      CHECK((math::is_nan(read.rows[0].in_place.si()) || read.rows[0].in_place == whole.rows[0].in_place));
    }
  }
}

TEST_CASE("foreign lines between rows are passed over") {
  for (const std::string line :
       {"node1:41:52 [0] NCCL INFO Channel 00/16 : 0 1 2 3", "UCX  WARN  network device 'mlx5_0' is not available",
        "NCCL version 2.30.1+cuda13.0", "rccl-tests: Version develop:abc", "# Out of bounds values : 0 OK", " 0:", "",
        "# Reducing maxBytes to 1073741824 due to memory limitation",
        "Test NCCL failure common.cu:1204 'remote error'"}) {
    CAPTURE(line);
    const auto log = with_row(line);
    CHECK(log.rows.size() == 2);
    CHECK(log.refused_count == 0);
    CHECK(log.ok());
  }
}

TEST_CASE("the layout of 2019 prints milliseconds, with its heading and without") {
  const std::string row = "4194304 1048576 float sum 5.074 0.83 0.83 N/A 5.525 0.76 0.76 N/A | |\n";
  for (const std::string top : {"# bytes N type op time algbw busbw res time algbw busbw res | |\n", ""}) {
    const auto log = read_benchmark_log(top + row);
    REQUIRE(log.rows.size() == 1);
    CHECK(log.rows[0].time.in(ms) == doctest::Approx(5.074));
    CHECK(log.operation.empty());  // busbw / algbw = 1: two ranks of an AllReduce, or a broadcast
    CHECK(log.ranks == 0);
  }
}

TEST_CASE("counts per rank tell the ranks of gathering operations") {
  const auto log = read_benchmark_log(
      "# Collective test starting: all_gather_perf\n"
      "4194304 65536 float none -1 209.7 20.00 18.75 0 200.0 20.97 19.66 0\n");
  REQUIRE(log.ok());
  CHECK(log.operation == "all_gather");
  CHECK(log.ranks == 16);
  CHECK_FALSE(read_benchmark_log("4194304 65536 float none -1 209.7 20.00 18.75 0\n", {"all_gather", 8}).ok());
}

TEST_CASE("what the user says must not contradict the log") {
  CHECK(read_benchmark_log(good, {"all_reduce", 8}).ok());
  const auto ranks = read_benchmark_log(good, {"", 16});
  CHECK(ranks.problem == "busbw / algbw of the log is not that of 16 ranks in all_reduce: 8 ranks are");
  const std::string gather = "4194304 65536 float none -1 209.7 20.00 18.75 0\n";
  for (const std::string wrong : {"all_reduce", "broadcast", "reduce", "send_receive"}) {
    CHECK(read_benchmark_log(gather, {wrong, 0}).problem ==
          "busbw / algbw of the log is not that of " + wrong + " at any rank count");
  }
  CHECK(read_benchmark_log("4194304 65536 float none -1 209.7 20.00 18.0 0\n", {"all_gather", 64}).problem ==
        "busbw / algbw of the log is not that of 64 ranks in all_gather: 10 ranks are");
  const std::string coarse = "4194304 1048576 float sum -1 209.7 20.0 38.0 0\n";
  CHECK(read_benchmark_log(coarse, {"", 300}).problem ==
        "busbw / algbw of the log is not that of 300 ranks in all_reduce: 19 to 21 ranks are");
  const std::string several = good + "4194304 1048576 float sum -1 209.7 20.00 37.50 0\n";
  CHECK(read_benchmark_log(several, {"", 16}).problem ==
        "busbw / algbw of the log is not that of 16 ranks in all_reduce: no rank count's is");
  const auto operation = read_benchmark_log(good, {"all_gather", 0});
  CHECK(operation.problem == "the log is of all_reduce, and all_gather was given");
  // Where the log is silent, the user is believed.
  const auto hccl = read_benchmark_log("1024 | 10.00 | 0.10240 | success\n", {"all_reduce", 8});
  CHECK(hccl.operation == "all_reduce");
  CHECK(hccl.ranks == 8);
}

TEST_CASE("processes that ran alone, and rows of several rank counts, are warned of") {
  const auto alone = read_benchmark_log(
      "4194304 1048576 float sum -1 209.7 20.00 0.00 0\n2097152 524288 float sum -1 104.9 19.99 0.00 0\n");
  REQUIRE(alone.warnings.size() == 1);
  CHECK(alone.warnings[0].find("ran alone") != std::string::npos);
  CHECK(alone.ranks == 0);
  const auto mixed = read_benchmark_log(
      "4194304 1048576 float sum -1 209.7 20.00 35.00 0\n4194304 1048576 float sum -1 209.7 20.00 37.50 0\n");
  REQUIRE(mixed.warnings.size() == 1);
  CHECK(mixed.warnings[0].find("row to row") != std::string::npos);
}

TEST_CASE("hccl_test: both spellings, any order, padding or none, NULL, the unit trap") {
  for (const std::string text : {"data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:\n1048576   "
                                 "        | 100.00         | 10.48576             | success\n",
                                 "data_size(Bytes): |   avg_time(us): | alg_bandwidth(GB/s): | check_result:\n1048576 "
                                 "| 100.00 | 10.48576 | NULL\n",
                                 "check_result: | alg_bandwidth(GB/s): | data_size(Bytes): | aveg_time(us):\r\nsuccess "
                                 "| 10.48576 | 1048576 | 100.00\r\n",
                                 "the minbytes is 8192, maxbytes is 67108864, iters is 20, warmup_iters is 5\n1048576 "
                                 "| 100.00 | 10.48576 | success\n"}) {
    CAPTURE(text);
    const auto log = read_benchmark_log(text);
    REQUIRE(log.ok());
    CHECK(log.tool == log_tool::hccl_test);
    REQUIRE(log.rows.size() == 1);
    CHECK(log.rows[0].size == 1.0 * MiB);
    CHECK(log.rows[0].time.in(us) == doctest::Approx(100.0));
    CHECK(log.warnings.empty());
  }
  const std::string top = "data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:\n";
  const auto binary = read_benchmark_log(top + "1048576 | 100.00 | 9.76563 | success\n");
  REQUIRE(binary.warnings.size() == 1);
  CHECK(binary.warnings[0].find("GiB/s") != std::string::npos);
  CHECK(binary.rows.size() == 1);
  CHECK(first_reason(read_benchmark_log(top + "1048576 | 100.00 | 9.76563 | failed\n")).find("check_result") !=
        std::string::npos);
  CHECK(first_reason(read_benchmark_log(top + "1048576 | 100.00 | 9.7\n")).find("cut") != std::string::npos);
  CHECK(first_reason(read_benchmark_log(top + "1048576 | 100.00 | 5.00000 | success\n")).find("alg_bandwidth") !=
        std::string::npos);
  CHECK(first_reason(read_benchmark_log(top + "0 | 1.00 | 0.00000 | success\n")).find("size 0") != std::string::npos);
}

TEST_CASE("perftest and hccn_tool: units, a missing peak column, latency with warnings between") {
  const auto mib = read_benchmark_log(
      "RDMA_Read BW Test\n#bytes  #iterations  BW average[MB/sec]  MsgRate[Mpps]\n1048576 93205 1000.00 0.001000\n");
  REQUIRE(mib.rows.size() == 1);
  CHECK(mib.operation == "ib_read_bw");
  CHECK(mib.rows[0].time.in(ms) == doctest::Approx(1.0));
  const auto gbit = read_benchmark_log(
      " #bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]\n 1000000 \t 5000 0.00 \t 80.00 \t "
      "0.010000\n");
  REQUIRE(gbit.rows.size() == 1);
  CHECK(gbit.tool == log_tool::perftest_bandwidth);
  CHECK(gbit.rows[0].time.in(us) == doctest::Approx(100.0));
  const std::string nine =
      " #bytes #iterations t_min[usec] t_max[usec] t_typical[usec] t_avg[usec] t_stdev[usec] 99% percentile[usec] "
      "99.9% percentile[usec]\n";
  const auto latency = read_benchmark_log(nine +
                                          "Conflicting CPU frequency values detected: 2200.000000 != 1040.353000.\n 2 "
                                          "1000 1.88 6.81 2.04 2.06 0.31 2.38 6.81\n 2 1000 1.88 6.81\n");
  REQUIRE(latency.rows.size() == 1);
  CHECK(latency.tool == log_tool::perftest_latency);
  CHECK(latency.rows[0].time.in(us) == doctest::Approx(2.04));
  CHECK(latency.refused_count == 1);
  for (const std::string typical : {"99.0", ".04"}) {
    const auto outside = read_benchmark_log(nine + "2 1000 1.88 6.81 " + typical + " 2.06 0.31 2.38 6.81\n");
    CHECK(first_reason(outside).find("between t_min and t_max") != std::string::npos);
  }
  const auto wrong =
      read_benchmark_log("#bytes #iterations BW average[MB/sec] MsgRate[Mpps]\n1048576 93205 1000.00 0.500000\n");
  CHECK(first_reason(wrong).find("message rate") != std::string::npos);
}

TEST_CASE("what holds no row is one sentence") {
  CHECK(read_benchmark_log("").problem.find("empty") != std::string::npos);
  CHECK(read_benchmark_log("hello\nworld\n").problem.find("no readable row in 2 lines") != std::string::npos);
  CHECK_FALSE(read_benchmark_log(std::string("\0\x01\xff\n\0", 5)).ok());
  CHECK_FALSE(read_benchmark_log(std::string(3000000, 'x')).ok());
  CHECK(read_benchmark_log("4194304 10\n").problem.find("line 1 is a row cut") != std::string::npos);
  const auto two =
      read_benchmark_log(good + "data_size(Bytes): | aveg_time(us): | alg_bandwidth(GB/s): | check_result:\n");
  CHECK(two.problem.find("one tool is expected") != std::string::npos);
}

TEST_CASE("refusals kept are bounded, refusals counted are not") {
  std::string text = good;
  for (std::size_t i = 0; i < 2 * benchmark_log::most_notes; ++i) text += "4194304 10\n";
  const auto log = read_benchmark_log(text);
  CHECK(log.refused.size() == benchmark_log::most_notes);
  CHECK(log.refused_count == 2 * benchmark_log::most_notes);
}

TEST_CASE("pieces cut anywhere are the same log; a log cut anywhere has no row that the whole does not have") {
  const std::string windows = "[1,0]<stdout>:" + small_row + "\r\n" + good + large_row + "\r\n";
  const auto whole = read_benchmark_log(windows);
  for (std::size_t cut = 0; cut <= windows.size(); ++cut) {
    io::log_reader reader;
    reader.feed(std::string_view(windows).substr(0, cut));
    reader.feed(std::string_view(windows).substr(cut));
    CHECK(same(reader.finish(), whole));
    const auto part = read_benchmark_log(windows.substr(0, cut));
    REQUIRE(part.rows.size() <= whole.rows.size());
    for (std::size_t i = 0; i < part.rows.size(); ++i) {
      CHECK(part.rows[i].size == whole.rows[i].size);
      CHECK(part.rows[i].time == whole.rows[i].time);
    }
  }
}

TEST_CASE("the public logs, where TRAINCOST_LOGS names their folder") {
  const char* folder = std::getenv("TRAINCOST_LOGS");
  if (folder == nullptr) {
    MESSAGE("skipped: TRAINCOST_LOGS does not name a folder");
    return;
  }
  // id, sizes of 1 KiB or more without 8-bit types, ranks (0: the log does not tell)
  const struct {
    const char* file;
    std::size_t sizes;
    int ranks;
  } logs[] = {{"01-oci-a100-2n-roce.txt", 21, 16},
              {"14-h100-2n-ib-srun-prefix.txt", 11, 16},
              {"23-h200-2n-bf16-noisy.txt", 21, 16},
              {"32-p4d-4n-efa-old-layout.txt", 8, 0},
              {"40-p3dn-2n-efa-gist-bars.txt", 6, 0},
              {"43-v100-2r-tcp-2019-layout-ms.txt", 5, 0},
              {"47-dell-h200-2n-roce400-all-dtypes.txt", 3, 16},
              {"48-crusoe-h100-2n-ib-mpi-prefix.txt", 22, 16},
              {"06-hiascend-doc-allreduce-8p.txt", 14, 0},
              {"55-gb200-2racks-128r.txt", 6, 128},
              {"44-h100-16n-small-only.txt", 3, 0},
              {"05-rtx6000d-2n-roce-alltoall.txt", 24, 16}};
  for (const auto& expected : logs) {
    CAPTURE(expected.file);
    std::FILE* file = std::fopen((std::string(folder) + "/" + expected.file).c_str(), "rb");
    REQUIRE(file != nullptr);
    io::log_reader reader;
    char buffer[777];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file)) reader.feed({buffer, got});
    std::fclose(file);
    const auto log = reader.finish();
    CHECK(log.ok());
    CHECK(log.ranks == expected.ranks);
    std::vector<double> sizes;
    for (const auto& row : log.rows) {
      if (row.size < 1024.0 * B || row.type == "int8" || row.type == "uint8") continue;
      bool known = false;
      for (const double size : sizes) known = known || size == row.size.si();
      if (!known) sizes.push_back(row.size.si());
    }
    CHECK(sizes.size() == expected.sizes);
  }
}
