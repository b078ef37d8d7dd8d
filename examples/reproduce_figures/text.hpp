// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "reproduce_figures/report.hpp"
#include "support/number.hpp"
#include "support/text.hpp"

// The report as text, a function a section. Every table is followed by one sentence on each thing it shows.
namespace reproduce_figures {

void print_hardware(support::page& out, const report& all);
void print_documented(support::page& out, const report& all);
void print_mfu_forms(support::page& out, const report& all);
void print_targets(support::page& out, const report& all);
void print_extrapolation(support::page& out, const report& all);
void print_step(support::page& out, const report& all);

using text_row = std::vector<std::string>;
using text_rows = std::vector<text_row>;

inline std::string percent_of(double share, int digits = 2) { return support::fixed(100.0 * share, digits); }
inline std::string points_of(double share) { return support::plain(100.0 * share); }

}  // namespace reproduce_figures
