// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "traincost/calibrate/curve.hpp"
#include "traincost/calibrate/weighted.hpp"

namespace traincost::calibrate {

// The best A + B S with A, B >= 0 for points that are added one by one: sums are kept, so that every stretch of a sweep
// can be tried. Errors are relative: w (A/t + B S/t - 1)^2.
class line_sums {
 public:
  constexpr void add(const weighted& point) noexcept {
    const double x = 1.0 / point.time;
    const double y = point.size / point.time;
    xx_ += point.weight * x * x;
    xy_ += point.weight * x * y;
    yy_ += point.weight * y * y;
    x_ += point.weight * x;
    y_ += point.weight * y;
    one_ += point.weight;
  }

  // The line, and its sum of squares.
  struct solution {
    line best{};
    double objective = 0.0;
  };
  [[nodiscard]] solution solve() const noexcept {
    // The determinant relative to the diagonal: below rounding the sizes are one, and a line through zero is as good.
    const double determinant = xx_ * yy_ - xy_ * xy_;
    const double a = determinant > 1e-14 * xx_ * yy_ ? (x_ * yy_ - y_ * xy_) / determinant : -1.0;
    const double b = determinant > 1e-14 * xx_ * yy_ ? (y_ * xx_ - x_ * xy_) / determinant : -1.0;
    if (a >= 0.0 && b >= 0.0) return {{0.0, a, b}, rest(a, b)};
    const double only_a = xx_ > 0.0 ? x_ / xx_ : 0.0;
    const double only_b = yy_ > 0.0 ? y_ / yy_ : 0.0;
    if (rest(only_a, 0.0) <= rest(0.0, only_b)) return {{0.0, only_a, 0.0}, rest(only_a, 0.0)};
    return {{0.0, 0.0, only_b}, rest(0.0, only_b)};
  }

 private:
  [[nodiscard]] double rest(double a, double b) const noexcept {
    const double value = a * (a * xx_ + 2.0 * b * xy_ - 2.0 * x_) + b * (b * yy_ - 2.0 * y_) + one_;
    return value > 0.0 ? value : 0.0;
  }
  double xx_ = 0.0, xy_ = 0.0, yy_ = 0.0, x_ = 0.0, y_ = 0.0, one_ = 0.0;
};

// So many lines, each over at least `fewest` sizes, with the switches where the sum of squares is smallest: dynamic
// programming over every stretch, so the optimum of all placements. A switch lies half way (in the logarithm) between
// its neighbours. Points ascend. With too few points for the switches every line is zero.
// `count` is 1, 2 or 3; another is taken as the nearest of them.
inline curve fit_lines(std::span<const weighted> points, int count, std::size_t fewest = 3) {
  count = std::clamp(count, 1, 3);
  const std::size_t m = points.size();
  constexpr double none = std::numeric_limits<double>::infinity();
  curve result;
  result.law = count == 1 ? law_kind::affine : count == 2 ? law_kind::two_lines : law_kind::three_lines;
  result.count = count;
  if (count == 1) {
    line_sums sums;
    for (const weighted& point : points) sums.add(point);
    result.lines[0] = sums.solve().best;
    return result;
  }
  if (m < fewest * static_cast<std::size_t>(count)) return result;

  // best[k][j]: k + 1 lines over the first j points; from[k][j]: where the last of them begins.
  const auto lines = static_cast<std::size_t>(count);
  std::vector<std::vector<double>> best(lines, std::vector<double>(m + 1, none));
  std::vector<std::vector<std::size_t>> from(lines, std::vector<std::size_t>(m + 1, 0));
  for (std::size_t first = 0; first < m; ++first) {
    line_sums sums;
    for (std::size_t last = first + 1; last <= m; ++last) {
      sums.add(points[last - 1]);
      if (last - first < fewest) continue;
      const double objective = sums.solve().objective;
      if (first == 0) best[0][last] = objective;
      for (std::size_t k = 1; k < lines; ++k) {
        if (best[k - 1][first] + objective < best[k][last]) {
          best[k][last] = best[k - 1][first] + objective;
          from[k][last] = first;
        }
      }
    }
  }
  std::size_t last = m;
  for (std::size_t k = lines; k-- > 0;) {
    const std::size_t first = k == 0 ? 0 : from[k][last];
    line_sums sums;
    for (std::size_t i = first; i < last; ++i) sums.add(points[i]);
    result.lines[k] = sums.solve().best;
    result.lines[k].above = first == 0 ? 0.0 : math::sqrt(points[first - 1].size * points[first].size);
    last = first;
  }
  return result;
}

}  // namespace traincost::calibrate
