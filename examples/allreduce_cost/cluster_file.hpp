// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include "allreduce_cost/machine.hpp"

namespace allreduce_cost {

// What a cluster file is, for --help.
extern const char* const cluster_file_format;

// Reads and checks a cluster file, without a name the example's own, the Atlas A2; whatever is wrong with it is a
// support::refusal.
machine read_cluster(const std::optional<std::string>& file);

}  // namespace allreduce_cost
