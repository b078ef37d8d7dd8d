// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "support/gnuplot.hpp"

namespace allreduce_cost {

// Draws a picture into a file, which is there as a whole or as it was before.
void write_plot(const support::picture& wanted, const std::string& file);

}  // namespace allreduce_cost
