// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

#include "traincost/calibrate/dataset.hpp"
#include "traincost/calibrate/non_negative.hpp"
#include "traincost/collective/algorithm.hpp"

namespace traincost::calibrate {

// One measured time as an equation in alpha, beta and gamma: steps alpha + sent beta + reduced gamma = time.
struct equation {
  double steps = 0.0;
  double sent = 0.0;     // B
  double reduced = 0.0;  // B
  double time = 0.0;     // s, above zero: errors are relative to it
};

// What an algorithm says about one sample: equation_of<collective::ring<>>(all_reduce{}, ranks, sample).
template <class Algorithm, class Operation>
[[nodiscard]] equation equation_of(Operation operation, int ranks, const sample& measured) {
  static_assert(collective::offers<Algorithm, Operation>,
                "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
  const collective::coefficients cost = Algorithm::cost(operation, ranks);
  const double n = measured.message_bytes.si();
  return {static_cast<double>(cost.steps), cost.bytes.template as<double>() * n, cost.reduced.template as<double>() * n,
          measured.time.si()};
}

// alpha (s), beta and gamma (s/B) that several sweeps share.
struct link_fit {
  std::array<double, 3> value{};
  std::array<double, 3> standard_error{};  // NaN for a number at zero, or that the data do not determine
  double condition_number = 0.0;           // of the scaled columns
  bool determined = false;                 // false: the data cannot tell these numbers apart
  double median_relative_error = 0.0;
  double worst_relative_error = 0.0;
  std::size_t equations = 0;

  [[nodiscard]] seconds alpha() const noexcept { return from_si<dim{.time = 1}>(value[0]); }
  [[nodiscard]] seconds_per_byte beta() const noexcept { return from_si<dim{.time = 1, .data = -1}>(value[1]); }
  [[nodiscard]] seconds_per_byte gamma() const noexcept { return from_si<dim{.time = 1, .data = -1}>(value[2]); }
  [[nodiscard]] seconds time(const equation& of) const noexcept {
    return from_si<dim{.time = 1}>(of.steps * value[0] + of.sent * value[1] + of.reduced * value[2]);
  }
};

// Relative linear least squares over sizes, rank counts and operations at once, alpha, beta, gamma >= 0.
//
//   minimise  sum of ((steps alpha + sent beta + reduced gamma) / time - 1)^2
//
// gamma is a column of its own only with `with_gamma`: at one rank count of one operation `reduced` is a multiple of
// `sent`, and no data can tell the two apart. Then, or with one size at one rank count, `determined` is false and the
// numbers are one of many equally good answers. Times above zero and finite numbers are needed, else nothing is fitted:
// `determined` is false and the errors are NaN. Do not use it where alpha depends on the rank count, as between levels
// of a cluster: its worst_relative_error then says so.
[[nodiscard]] inline link_fit fit_link(std::span<const equation> equations, bool with_gamma = false) {
  link_fit result;
  result.equations = equations.size();
  result.standard_error.fill(traincost::detail::not_a_number<double>());
  result.median_relative_error = result.worst_relative_error = traincost::detail::not_a_number<double>();
  const auto rows = static_cast<Eigen::Index>(equations.size());
  const Eigen::Index columns = with_gamma ? 3 : 2;
  const bool usable = std::all_of(equations.begin(), equations.end(), [](const equation& one) {
    return one.time > 0.0 && math::is_finite(one.time) && math::is_finite(one.steps) && math::is_finite(one.sent) &&
           math::is_finite(one.reduced);
  });
  if (rows == 0 || !usable) return result;
  Eigen::MatrixXd a(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const equation& one = equations[static_cast<std::size_t>(i)];
    a(i, 0) = one.steps / one.time;
    a(i, 1) = one.sent / one.time;
    if (with_gamma) a(i, 2) = one.reduced / one.time;
  }
  const auto solution = solve_non_negative(a, Eigen::VectorXd::Ones(rows));
  for (Eigen::Index j = 0; j < columns; ++j) result.value[static_cast<std::size_t>(j)] = solution.x[j];

  // Whether the data determine the numbers is asked of all columns, before any is put at zero. A column of zeros, as
  // gamma's where nothing is reduced, stays zero.
  constexpr double too_many = 1e7;
  Eigen::MatrixXd scaled = a;
  for (Eigen::Index j = 0; j < columns; ++j) scaled.col(j).normalize();
  const Eigen::VectorXd singular = scaled.jacobiSvd().singularValues();
  const double least = singular.size() == columns ? singular.minCoeff() : 0.0;
  result.condition_number = least > 0.0 ? singular.maxCoeff() / least : std::numeric_limits<double>::infinity();
  result.determined = result.condition_number < too_many;

  std::vector<Eigen::Index> positive;
  for (Eigen::Index j = 0; j < columns; ++j) {
    if (solution.x[j] > 0.0) positive.push_back(j);
  }
  const auto degrees = rows - static_cast<Eigen::Index>(positive.size());
  if (result.determined && degrees > 0 && !positive.empty()) {
    Eigen::MatrixXd some(rows, static_cast<Eigen::Index>(positive.size()));
    for (std::size_t k = 0; k < positive.size(); ++k) {
      some.col(static_cast<Eigen::Index>(k)) = a.col(positive[k]).normalized();
    }
    const Eigen::MatrixXd inverse = (some.transpose() * some).inverse();
    const double variance = solution.objective / static_cast<double>(degrees);
    for (std::size_t k = 0; k < positive.size(); ++k) {
      const auto d = static_cast<Eigen::Index>(k);
      result.standard_error[static_cast<std::size_t>(positive[k])] =
          math::sqrt(variance * inverse(d, d)) / a.col(positive[k]).norm();
    }
  }
  std::vector<double> errors;
  for (const equation& one : equations) errors.push_back(math::abs(result.time(one).si() / one.time - 1.0));
  result.median_relative_error = detail::median(errors);
  result.worst_relative_error = detail::greatest(errors);
  return result;
}

}  // namespace traincost::calibrate
