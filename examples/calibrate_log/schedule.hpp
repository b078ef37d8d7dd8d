// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "traincost/calibrate/link_fit.hpp"

namespace calibrate_log {

// The schedules that --algorithm knows, in the order of --help.
std::vector<std::string> schedules();

// What a schedule costs in an operation, by name; nothing if it does not offer the operation.
std::optional<traincost::collective::coefficients> cost_of(const std::string& algorithm, const std::string& operation,
                                                           int ranks);

}  // namespace calibrate_log
