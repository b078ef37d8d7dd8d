// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <traincost/units/constants.hpp>
#include <traincost/units/fraction.hpp>

// What was documented, as read from a CSV file.
namespace reproduce_figures {

struct documented_point {
  std::string name;                            // the latency in ms, as a key: "2.1"
  traincost::seconds latency{};                // of one AllReduce
  double step_ratio = 1.0;                     // steps to converge, relative to the baseline
  std::optional<traincost::fraction<>> mfu{};  // not every point has one
  traincost::seconds latency_rounding{};       // half a unit of the last digit given
  double ratio_rounding = 0.0;
};

struct documented_points {
  std::string file;                          // as the user named it; the name alone for the example's own
  std::array<documented_point, 3> rows{};    // the baseline and two further points, latencies growing
  double direct_loss = 0.0;                  // MFU lost to longer communication at the last point, 0.08 for 8 points
  bool split_is_given = false;               // or else the whole loss is taken as direct
  std::optional<double> convergence_loss{};  // MFU lost to stale gradients there, where the document says

  [[nodiscard]] const documented_point& baseline() const noexcept { return rows[0]; }
  [[nodiscard]] const documented_point& middle() const noexcept { return rows[1]; }
  [[nodiscard]] const documented_point& last() const noexcept { return rows[2]; }
  [[nodiscard]] traincost::fraction<> base() const { return baseline().mfu.value(); }
  // MFU at the last point from communication time alone; never below the documented one for a rounding error.
  [[nodiscard]] traincost::fraction<> direct() const {
    return std::max(traincost::fraction<>{base().value() - direct_loss}, last().mfu.value());
  }
};

// Reads and checks a file, without a name the example's own; whatever is wrong with it is a support::refusal.
// `direct_loss_points` is in percentage points, as on the command line, and goes before the file's.
documented_points read_points(const std::optional<std::string>& file,
                              const std::optional<std::string>& direct_loss_points);

}  // namespace reproduce_figures
