// SPDX-License-Identifier: BSL-1.0
// What a collective operation costs: every algorithm that offers it, over sizes, on a cluster or on one level.
#include <optional>
#include <string>

#include "allreduce_cost/cluster_file.hpp"
#include "allreduce_cost/plot_file.hpp"
#include "allreduce_cost/request.hpp"
#include "support/command_line.hpp"

namespace {

using namespace allreduce_cost;

struct output {
  bool json = false;
  std::optional<std::string> plot;
};

void add_machine(CLI::App& app, request& asked, CLI::Option* flat) {
  const auto on_cluster = [&](CLI::Option* option) { option->group("A cluster")->excludes(flat); };
  on_cluster(app.add_option("--servers", asked.servers, "Servers, those of the file unless given")->type_name("M"));
  on_cluster(app.add_option("--per-server", asked.per_server, "Ranks in a server, at most the file's")->type_name("D"));
  on_cluster(app.add_option("--cluster", asked.cluster, "A cluster file instead of the Atlas A2's")->type_name("FILE"));
  on_cluster(app.add_option("--buffer", asked.buffer, "Instead of the file's: a size, or none")->type_name("SIZE"));
  on_cluster(app.add_flag("--inside-first", asked.inside_first,
                          "ReduceScatter begins and AllGather ends inside the servers, not in HCCL's order"));
  on_cluster(app.add_flag("--overlap", asked.overlap, "The levels overlap, in the best number of chunks"));
  on_cluster(app.add_flag("--without-rdma-lite", asked.without_rdma_lite, "HCCL's thresholds without RDMA-Lite"));
}

void add_flat(CLI::App& app, request& asked, CLI::Option* flat) {
  const auto alone = [&](CLI::Option* option) { return option->group("One level by itself")->needs(flat); };
  flat->needs(alone(app.add_option("--ranks", asked.ranks, "Ranks")->type_name("P")));
  flat->needs(alone(app.add_option("--alpha", asked.alpha, "Start-up of a step: 10us, 2.1ms")->type_name("TIME")));
  flat->needs(alone(app.add_option("--bandwidth", asked.bandwidth,
                                   "One way, of a rank's port (in a mesh: of ONE pairwise link): 20GB/s, 160Gbit/s")
                        ->type_name("RATE")));
  alone(app.add_option("--reduce-bandwidth", asked.reduce_bandwidth, "Free unless given: 500GB/s")->type_name("RATE"));
}

void add_fabric(CLI::App& app, request& asked) {
  const auto option = [&](const char* name, std::optional<std::string>& to, const char* text, const char* type) {
    return app.add_option(name, to, text)->type_name(type)->group("What stretches the transfer of a port");
  };
  option("--mtu", asked.mtu, "RoCEv2's, where the bandwidth is that of MTU 4096", "B");
  auto* rack = option("--rack", asked.rack, "Servers (ranks with --flat) in a rack", "R");
  auto* ratio = option("--oversubscription", asked.oversubscription, "Of the racks' uplinks, 2 for 2:1", "X");
  ratio->needs(rack);
  rack->needs(ratio);
  auto* links = option("--ecmp-links", asked.ecmp_links, "Links onto which flows are hashed", "L");
  option("--ecmp-flows", asked.ecmp_flows, "Flows, one a server (a rank) unless given", "F")->needs(links);
  option("--queue-pairs", asked.queue_pairs, "Queue pairs a connection, 1 unless given", "Q")->needs(links);
}

std::string work(int argc, char** argv) {
  request asked;
  output wanted;
  CLI::App app(std::string("Prices a collective operation by every algorithm that offers it.\n"
                           "Ends with status 0, or with status 2, one line on standard error and nothing written.\n"
                           "Quantities have their unit: 512MiB, 200MB, 10us, 20GB/s, 160Gbit/s.\n\n") +
                   cluster_file_format,
               "allreduce_cost");
  app.add_option("--op", asked.op, joined(operations(), " ") + "; all_reduce unless given")->type_name("OP");
  app.add_option("--bytes", asked.sizes, "Full vectors: sizes, or ranges FROM..TO; 1KiB..4GiB unless given")
      ->type_name("SIZE");
  app.add_option("--factor", asked.factor, "The step of a range, 4 unless given")->type_name("X");
  app.add_option("--algorithm", asked.algorithms, "auto (all, and HCCL's choice), or names")->type_name("NAME");
  app.add_flag("--json", wanted.json, "Print one JSON object instead of text");
  app.add_option("--plot", wanted.plot, "Also draw time against size into this SVG file, with gnuplot")
      ->type_name("FILE");
  auto* flat = app.add_flag("--flat", asked.flat, "Price one level instead of a cluster")->group("One level by itself");
  add_machine(app, asked, flat);
  add_flat(app, asked, flat);
  add_fabric(app, asked);
  if (const auto help = support::parse(app, argc, argv)) return *help;

  const auto all = understood(asked);
  const auto text = wanted.json ? to_json(all) : to_text(all);
  if (wanted.plot) write_plot(to_picture(all, *wanted.plot), *wanted.plot);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run("allreduce_cost", [&] { return work(argc, argv); });
}
