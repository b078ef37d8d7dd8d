// SPDX-License-Identifier: BSL-1.0
#include "reproduce_figures/text.hpp"

namespace reproduce_figures {

std::string to_text(const report& all) {
  support::page out;
  out.heading("Documented figures beside what the models say: " + support::printable(all.points.file));
  print_hardware(out, all);
  print_documented(out, all);
  print_mfu_forms(out, all);
  print_targets(out, all);
  print_extrapolation(out, all);
  print_step(out, all);
  return out.text();
}

}  // namespace reproduce_figures
