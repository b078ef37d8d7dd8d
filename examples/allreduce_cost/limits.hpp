// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace allreduce_cost {

// The largest numbers that are read; beyond them is a slip of the pen.
inline constexpr int most_servers = 65536;
inline constexpr int most_per_server = 1024;
inline constexpr int most_ranks = most_servers * most_per_server;

}  // namespace allreduce_cost
