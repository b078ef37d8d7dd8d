// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "reproduce_figures/models.hpp"
#include "support/gnuplot.hpp"

// The same figures as text, as JSON and as pictures.
namespace reproduce_figures {

// A latency outside the documents, at which all laws are asked.
struct asked {
  std::string name;  // in ms: "30"
  seconds latency{};
};

struct report {
  documented_points points;
  models fitted;
  std::vector<asked> beyond;
};

std::string to_text(const report& all);
std::string to_json(const report& all);
std::vector<support::picture> to_pictures(const report& all);

}  // namespace reproduce_figures
