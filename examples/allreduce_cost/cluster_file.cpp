// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/cluster_file.hpp"

#include <filesystem>

#include "allreduce_cost/limits.hpp"
#include "allreduce_cost/quantity_text.hpp"
#include "support/csv.hpp"

#ifndef TRAINCOST_EXAMPLE_DATA
#define TRAINCOST_EXAMPLE_DATA "examples/data"  // compiled by hand, run from the top of the repository
#endif

namespace allreduce_cost {

const char* const cluster_file_format =
    "A cluster file is CSV with two rows, inside and between, and the columns\n"
    "  level             inside (a server) or between (the servers)\n"
    "  link              whose numbers they are: pair (one of the links of a full mesh) inside, port between\n"
    "  ranks             the ranks of a server; the servers\n"
    "  alpha             start-up of a step, such as 60us\n"
    "  bandwidth         of that link one way, such as 20GB/s or 160Gbit/s\n"
    "  reduce_bandwidth  optional, such as 500GB/s; empty where the fabric reduces in line\n"
    "  buffer            optional, row between: HCCL_BUFFSIZE, such as 200MiB; a larger message goes in rounds\n"
    "  note              optional, not read";

namespace {

using support::cell;

link_numbers read_link(const support::csv& table, std::size_t row) {
  link_numbers link{read_time(table.at(row, "alpha")), read_bandwidth(table.at(row, "bandwidth")), {}};
  const cell reduction = table.at(row, "reduce_bandwidth");
  if (!reduction.empty()) link.reduction = read_bandwidth(reduction);
  return link;
}

// The row has to be this level's, and its numbers those of the link that the level's algorithms take.
void check_row(const support::csv& table, std::size_t row, const std::string& level, const std::string& link) {
  if (row >= table.rows()) table.beyond().refuse("the row of the level " + level);
  const cell name = table.at(row, "level");
  if (name.text != level) name.refuse(level + " (two rows, inside and then between)");
  const cell of = table.at(row, "link");
  if (of.text != link) {
    of.refuse(link + (link == "pair" ? ", because the bandwidth inside is that of one link of the full mesh"
                                     : ", because the bandwidth between servers is that of a rank's port"));
  }
}

}  // namespace

machine read_cluster(const std::optional<std::string>& file) {
  const auto own = std::filesystem::path(TRAINCOST_EXAMPLE_DATA) / "atlas_a2.csv";
  const support::csv table(file.value_or(own.string()), {"level", "link", "ranks", "alpha", "bandwidth"},
                           {"reduce_bandwidth", "buffer", "note"});
  check_row(table, 0, "inside", "pair");
  check_row(table, 1, "between", "port");
  if (table.rows() > 2) table.at(2, "level").refuse("no more than the two rows inside and between");

  machine read;
  read.file = file.value_or(own.filename().string());
  read.per_server = read_count(table.at(0, "ranks"), "the ranks of a server", 1, most_per_server);
  read.servers = read_count(table.at(1, "ranks"), "the servers", 1, most_servers);
  read.inside = read_link(table, 0);
  read.between = read_link(table, 1);
  const cell misplaced = table.at(0, "buffer");
  if (!misplaced.empty()) misplaced.refuse("nothing inside: the buffer is the whole message's, in the row between");
  const cell buffer = table.at(1, "buffer");
  if (!buffer.empty()) read.buffer = read_size(buffer);
  return read;
}

}  // namespace allreduce_cost
