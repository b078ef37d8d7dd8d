// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include <traincost/hardware/link.hpp>

// What the ranks are joined by, as the command line and the cluster file say it.
namespace allreduce_cost {

// A link's numbers. Whether they are of a rank's port or of one link of a pair is said where they are used.
struct link_numbers {
  traincost::seconds alpha{};
  traincost::bandwidth bandwidth{};
  std::optional<traincost::bandwidth> reduction{};  // or else in line with the transfer, and free

  [[nodiscard]] traincost::hardware::port_link<> port() const {
    return reduction ? traincost::hardware::port(alpha, bandwidth, *reduction)
                     : traincost::hardware::port(alpha, bandwidth);
  }
  [[nodiscard]] traincost::hardware::pair_link<> pair() const {
    return reduction ? traincost::hardware::pair(alpha, bandwidth, *reduction)
                     : traincost::hardware::pair(alpha, bandwidth);
  }
};

// What stretches the transfer of a port; nothing unless asked for.
struct fabric {
  std::optional<int> mtu{};                  // the bandwidth given is that of MTU 4096
  std::optional<double> oversubscription{};  // of the racks' uplinks
  int rack = 0;                              // ranks of a level in a rack
  std::optional<int> ecmp_links{};           // onto which flows are hashed
  std::optional<int> ecmp_flows{};           // one a rank of the level unless given
  int queue_pairs = 1;

  [[nodiscard]] bool is_plain() const noexcept { return !mtu && !oversubscription && !ecmp_links; }
};

// Either one level by itself (`flat`): `servers` ranks, every algorithm on the numbers of `between`. Or a cluster: full
// meshes of `per_server` ranks with links of pairs, and a port of each rank between the servers.
struct machine {
  std::string file;  // of the cluster, as the user named it
  bool flat = false;
  int servers = 1;
  int per_server = 1;
  link_numbers inside{};
  link_numbers between{};
  fabric network{};
  std::optional<traincost::bytes> buffer{};  // larger messages go in several rounds
  bool rdma_lite = true;
  bool inside_first = false;  // ReduceScatter begins, AllGather ends inside the servers
  bool overlapping = false;   // of the two levels, in the best number of chunks

  [[nodiscard]] int ranks() const noexcept { return servers * per_server; }
};

}  // namespace allreduce_cost
