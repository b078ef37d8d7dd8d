// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allreduce_cost/report.hpp"

namespace allreduce_cost {

// The command line, as it was written.
struct request {
  std::string op = "all_reduce";
  std::vector<std::string> sizes{"1KiB..4GiB"};
  std::string factor = "4";
  std::vector<std::string> algorithms{"auto"};

  std::optional<std::string> servers, per_server, cluster, buffer;
  bool inside_first = false, overlap = false, without_rdma_lite = false;

  std::optional<std::string> mtu, oversubscription, rack, ecmp_links, ecmp_flows, queue_pairs;

  bool flat = false;
  std::optional<std::string> ranks, alpha, bandwidth, reduce_bandwidth;
};

// What is asked for, checked; whatever is wrong is a support::refusal.
report understood(const request& asked);

}  // namespace allreduce_cost
