// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <initializer_list>
#include <limits>
#include <span>
#include <unsupported/Eigen/NonLinearOptimization>
#include <vector>

#include "traincost/calibrate/curve.hpp"
#include "traincost/calibrate/fit_lines.hpp"
#include "traincost/calibrate/weighted.hpp"

// Least squares of the smooth laws. Every number is fitted through a transform that keeps it in its range, ln A, ln B,
// ln C, ln p and ln(q / (1 - q)), and a number that the data push to zero is taken out of the fit, not crept towards.
namespace traincost::calibrate {

inline constexpr double least_norm = 0.1;  // p: below, a p-norm is a power law, and A and B mean nothing
inline constexpr double most_norm = 10.0;

// The parameters of a smooth law that are free, in the order of `transformed`.
struct free_parameters {
  bool start_up = true;
  bool per_byte = true;
  bool tail = false;
  bool exponent = false;

  [[nodiscard]] int count() const noexcept { return start_up + per_byte + tail + exponent; }
};

// The derivatives of the predicted time with respect to the free transformed parameters, at one size.
inline void gradient(const curve& at, const free_parameters& free, double size, Eigen::Ref<Eigen::RowVectorXd> row) {
  const double x = at.start_up();
  const double y = at.per_byte() * size;
  double by_start_up = x;
  double by_per_byte = y;
  double by_tail = 0.0;
  double by_exponent = 0.0;
  if (at.law == law_kind::pipelined) {
    by_start_up += math::sqrt(x * y);
    by_per_byte += math::sqrt(x * y);
  } else if (at.law == law_kind::p_norm && x > 0.0 && y > 0.0) {
    const double time = at(size);
    const double share = 1.0 / (1.0 + math::pow(y / x, at.exponent));
    const double other = 1.0 / (1.0 + math::pow(x / y, at.exponent));
    by_start_up = time * share;
    by_per_byte = time * other;
    const double entropy =
        -(share > 0.0 ? share * math::log(share) : 0.0) - (other > 0.0 ? other * math::log(other) : 0.0);
    by_exponent = -time * entropy / at.exponent;
  } else if (at.law == law_kind::power_tail) {
    by_tail = at.tail * math::pow(size / at.tail_at, at.exponent);
    by_exponent = by_tail * math::log(size / at.tail_at) * at.exponent * (1.0 - at.exponent);
  }
  Eigen::Index column = 0;
  if (free.start_up) row[column++] = by_start_up;
  if (free.per_byte) row[column++] = by_per_byte;
  if (free.tail) row[column++] = by_tail;
  if (free.exponent) row[column++] = by_exponent;
}

// Where a law's own numbers start from and how many searches they get: public AllReduce tables have p = 0.3 to 6.
inline constexpr std::initializer_list<double> norm_starts{0.12, 0.3, 0.6, 1.0, 3.0};

// What Eigen's Levenberg-Marquardt asks for: residuals and their Jacobian.
class residuals {
 public:
  using Scalar = double;
  using InputType = Eigen::VectorXd;
  using ValueType = Eigen::VectorXd;
  using JacobianType = Eigen::MatrixXd;
  enum { InputsAtCompileTime = Eigen::Dynamic, ValuesAtCompileTime = Eigen::Dynamic };

  residuals(const curve& start, const free_parameters& free, std::span<const weighted> points)
      : start_(start), free_(free), points_(points) {}

  [[nodiscard]] int inputs() const { return free_.count(); }
  [[nodiscard]] int values() const { return static_cast<int>(points_.size()); }

  [[nodiscard]] Eigen::VectorXd transformed(const curve& from) const {
    Eigen::VectorXd x(free_.count());
    Eigen::Index i = 0;
    if (free_.start_up) x[i++] = math::log(from.start_up());
    if (free_.per_byte) x[i++] = math::log(from.per_byte());
    if (free_.tail) x[i++] = math::log(from.tail);
    if (free_.exponent) {
      x[i++] =
          from.law == law_kind::p_norm ? math::log(from.exponent) : math::log(from.exponent / (1.0 - from.exponent));
    }
    return x;
  }
  [[nodiscard]] curve curve_of(const Eigen::VectorXd& x) const {
    curve result = start_;
    Eigen::Index i = 0;
    if (free_.start_up) result.lines[0].start_up = math::exp(x[i++]);
    if (free_.per_byte) result.lines[0].per_byte = math::exp(x[i++]);
    if (free_.tail) result.tail = math::exp(x[i++]);
    if (free_.exponent) {
      result.exponent = result.law == law_kind::p_norm ? math::exp(x[i]) : 1.0 / (1.0 + math::exp(-x[i]));
    }
    return result;
  }

  int operator()(const Eigen::VectorXd& x, Eigen::VectorXd& error) const {
    const curve at = curve_of(x);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      error[static_cast<Eigen::Index>(i)] =
          math::sqrt(points_[i].weight) * (at(points_[i].size) / points_[i].time - 1.0);
    }
    return error.allFinite() ? 0 : -1;
  }
  int df(const Eigen::VectorXd& x, Eigen::MatrixXd& jacobian) const {
    const curve at = curve_of(x);
    Eigen::RowVectorXd row(free_.count());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      gradient(at, free_, points_[i].size, row);
      jacobian.row(static_cast<Eigen::Index>(i)) = math::sqrt(points_[i].weight) / points_[i].time * row;
    }
    return jacobian.allFinite() ? 0 : -1;
  }

 private:
  curve start_;
  free_parameters free_;
  std::span<const weighted> points_;
};

// From a start to the nearest minimum; the start itself where that is no better.
inline curve polished(const curve& start, const free_parameters& free, std::span<const weighted> points) {
  if (free.count() == 0 || points.size() < static_cast<std::size_t>(free.count())) return start;
  residuals problem(start, free, points);
  Eigen::VectorXd x = problem.transformed(start);
  if (!x.allFinite()) return start;
  Eigen::LevenbergMarquardt<residuals> search(problem);
  search.parameters.maxfev = 400;
  search.parameters.ftol = search.parameters.xtol = 1e-13;
  search.minimize(x);
  if (!x.allFinite()) return start;
  const curve end = problem.curve_of(x);
  return objective(end, points) < objective(start, points) ? end : start;
}

// The best of several starts.
inline const curve& better(const curve& a, const curve& b, std::span<const weighted> points) {
  return objective(b, points) < objective(a, points) ? b : a;
}

// A and B of (A^p + (B S)^p)^(1/p) with p given, from the line through t^p against S^p: a start.
inline curve norm_start(std::span<const weighted> points, law_kind law, double p) {
  double largest = 0.0;
  double longest = 0.0;
  for (const weighted& point : points) {
    largest = (std::max)(largest, point.size);
    longest = (std::max)(longest, point.time);
  }
  std::vector<weighted> powers;
  for (const weighted& point : points) {
    powers.push_back({math::pow(point.size / largest, p), math::pow(point.time / longest, p), point.weight});
  }
  curve start = fit_lines(powers, 1);
  start.law = law;
  start.exponent = p;
  start.lines[0] = {0.0, longest * math::pow(start.start_up(), 1.0 / p),
                    longest * math::pow(start.per_byte(), 1.0 / p) / largest};
  return start;
}

// (A^p + (B S)^p)^(1/p), p given (`pipelined`: 1/2) or free between its bounds: the best of several starts.
inline curve fit_norm(std::span<const weighted> points, law_kind law, std::initializer_list<double> starts) {
  curve best = fit_lines(points, 1);
  best.law = law;
  best.exponent = 1.0;
  double lowest = law == law_kind::p_norm ? objective(best, points) : std::numeric_limits<double>::infinity();
  for (const double p : starts) {
    const auto search = [&](double from, bool free) {
      const curve start = norm_start(points, law, from);
      const bool both = start.start_up() > 0.0 && start.per_byte() > 0.0;
      return polished(start, {start.start_up() > 0.0, start.per_byte() > 0.0, false, free && both}, points);
    };
    curve end = search(p, law == law_kind::p_norm);
    if (end.exponent < least_norm || end.exponent > most_norm) {
      end = search(std::clamp(end.exponent, least_norm, most_norm), false);
    }
    if (const double value = objective(end, points); value < lowest) {
      lowest = value;
      best = end;
    }
  }
  return best;
}

// A, B and C of A + B S + C S^q with q given: linear, hence exact, from the normal equations of every set of positive
// numbers. Good enough to start from; the search ends it.
inline void solve_tail(std::span<const weighted> points, curve& at) {
  Eigen::Matrix3d products = Eigen::Matrix3d::Zero();
  Eigen::Vector3d sums = Eigen::Vector3d::Zero();
  for (const weighted& point : points) {
    const double scaled = point.size / at.tail_at;
    const Eigen::Vector3d column = Eigen::Vector3d(1.0, scaled, math::pow(scaled, at.exponent)) / point.time;
    products.noalias() += point.weight * column * column.transpose();
    sums += point.weight * column;
  }
  // A column whose squares underflow to zero stays out.
  const Eigen::Vector3d scale =
      products.diagonal().unaryExpr([](double x) { return x > 0.0 ? 1.0 / math::sqrt(x) : 0.0; });
  const Eigen::Matrix3d scaled_products = scale.asDiagonal() * products * scale.asDiagonal();
  const Eigen::Vector3d scaled_sums = scale.cwiseProduct(sums);
  double most = 0.0;  // what a set takes off the sum of squares
  Eigen::Vector3d best = Eigen::Vector3d::Zero();
  for (unsigned set = 1; set < 8; ++set) {
    Eigen::Matrix3d some = scaled_products;
    Eigen::Vector3d right = scaled_sums;
    for (Eigen::Index j = 0; j < 3; ++j) {
      if ((set >> j & 1U) != 0) continue;
      some.row(j).setZero();
      some.col(j).setZero();
      some(j, j) = 1.0;
      right[j] = 0.0;
    }
    const Eigen::Vector3d x = some.ldlt().solve(right);
    if (!(x.minCoeff() >= 0.0)) continue;
    const double taken = 2.0 * x.dot(right) - x.dot(some * x);
    if (taken > most) {
      most = taken;
      best = x;
    }
  }
  best = best.cwiseProduct(scale);
  at.lines[0] = {0.0, best[0], best[1] / at.tail_at};
  at.tail = best[2];
}

// A or B is put at zero where the fit is as good without it: the search goes towards zero without end.
inline curve without_idle(curve fitted, std::span<const weighted> points) {
  for (double line::*const number : {&line::start_up, &line::per_byte}) {
    if (!(fitted.lines[0].*number > 0.0)) continue;
    curve without = fitted;
    without.lines[0].*number = 0.0;
    without = polished(without, {without.start_up() > 0.0, without.per_byte() > 0.0, true, true}, points);
    // As good: to rounding of the objective, or exact to 1e-9 relative error.
    if (objective(without, points) <= (1.0 + 1e-9) * objective(fitted, points) + 1e-18) fitted = without;
  }
  return fitted;
}

// A + B S + C S^q. q is scanned, and the numbers that stay positive at the best one go on to the search.
inline curve fit_power_tail(std::span<const weighted> points) {
  curve best = fit_lines(points, 1);
  best.law = law_kind::power_tail;
  best.exponent = 0.5;
  if (points.size() < 3) return best;
  best.tail_at = math::sqrt(points.front().size * points.back().size);
  curve start = best;
  double lowest = objective(best, points);
  for (int i = 1; i < 50; ++i) {
    const double q = i / 50.0;
    curve candidate = best;
    candidate.exponent = q;
    solve_tail(points, candidate);
    const double value = objective(candidate, points);
    if (value < lowest) {
      lowest = value;
      start = candidate;
    }
  }
  if (!(start.tail > 0.0)) return best;
  const free_parameters some{start.start_up() > 0.0, start.per_byte() > 0.0, true, true};
  return better(best, without_idle(polished(start, some, points), points), points);
}

}  // namespace traincost::calibrate
