// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/math/distributions/students_t.hpp>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "traincost/calibrate/dataset.hpp"
#include "traincost/calibrate/fit_smooth.hpp"

namespace traincost::calibrate {

// A fitted number with what is known of it. NaN where nothing is: for a number at its bound, for a switch, and where
// there are no more sizes than numbers.
struct parameter {
  std::string name;
  const char* unit = "";
  double value = 0.0;
  double standard_error = traincost::detail::not_a_number<double>();
  double low = traincost::detail::not_a_number<double>();  // of the confidence interval
  double high = traincost::detail::not_a_number<double>();
};

// How a law fits one sweep. Errors are |predicted / measured - 1| over the merged sizes.
struct size_fit {
  curve fitted{};
  std::vector<parameter> parameters;
  std::size_t sizes = 0;
  double objective = 0.0;  // the sum of their squares
  double median_relative_error = 0.0;
  double worst_relative_error = 0.0;
  double loo_median_relative_error = 0.0;  // each size left out in turn, the ends too; NaN with too few sizes
  double loo_worst_relative_error = 0.0;
  double aicc = 0.0;
};

// Numbers that a law has, switches included.
constexpr int parameter_count(law_kind law) noexcept {
  switch (law) {
    case law_kind::affine:
    case law_kind::pipelined:
      return 2;
    case law_kind::p_norm:
      return 3;
    case law_kind::power_tail:
      return 4;
    case law_kind::two_lines:
      return 5;
    case law_kind::three_lines:
      return 8;
  }
  return 0;
}

// m ln(objective / m) + 2 K + 2 K (K + 1) / (m - K - 1), K = numbers + 1 for the variance, the last denominator >= 1.
// A fit that is exact to rounding counts as one of 1e-9 relative error, not as an infinitely good one. NaN of no sizes.
inline double aicc_of(double objective, std::size_t sizes, law_kind law) noexcept {
  if (sizes == 0) return traincost::detail::not_a_number<double>();
  const auto m = static_cast<double>(sizes);
  const double k = parameter_count(law) + 1;
  return m * math::log((std::max)(objective / m, 1e-18)) + 2.0 * k + 2.0 * k * (k + 1.0) / (std::max)(1.0, m - k - 1.0);
}

// The least-squares optimum of a law; of no points all its numbers are zero. Sizes ascend, as `merged` gives them.
inline curve best_curve(law_kind law, std::span<const weighted> points) {
  curve nothing;
  nothing.law = law;
  if (points.empty()) return nothing;
  switch (law) {
    case law_kind::affine:
      return fit_lines(points, 1);
    case law_kind::pipelined:
      return fit_norm(points, law, {0.5});
    case law_kind::p_norm:
      return fit_norm(points, law, norm_starts);
    case law_kind::power_tail:
      return fit_power_tail(points);
    case law_kind::two_lines:
      return fit_lines(points, 2);
    case law_kind::three_lines:
      return fit_lines(points, 3);
  }
  return nothing;
}

// The sizes that a law needs: as many as its numbers, and three to a line where there are switches.
constexpr std::size_t fewest_sizes(law_kind law) noexcept {
  if (law == law_kind::two_lines) return 6;
  if (law == law_kind::three_lines) return 9;
  return static_cast<std::size_t>(parameter_count(law));
}

namespace detail {
inline std::vector<double> relative_errors(const curve& fitted, std::span<const weighted> points) {
  std::vector<double> errors;
  errors.reserve(points.size());
  for (const weighted& point : points) errors.push_back(math::abs(fitted(point.size) / point.time - 1.0));
  return errors;
}

// Each size left out, in at most `most_rounds` rounds: beyond so many sizes every round leaves out several, far apart.
inline std::vector<double> left_out_errors(law_kind law, std::span<const weighted> points) {
  constexpr std::size_t most_rounds = 64;
  const std::size_t rounds = (std::min)(points.size(), most_rounds);
  std::vector<double> errors;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<weighted> kept;
    std::vector<weighted> left;
    for (std::size_t i = 0; i < points.size(); ++i) (i % rounds == round ? left : kept).push_back(points[i]);
    const auto more = relative_errors(best_curve(law, kept), left);
    errors.insert(errors.end(), more.begin(), more.end());
  }
  return errors;
}

// Standard errors of the free transformed numbers of a smooth law, or of one line over its own stretch: sqrt of the
// diagonal of variance (J^T J)^-1. Empty where the data do not determine them.
inline std::vector<double> transformed_errors(const curve& at, const free_parameters& free,
                                              std::span<const weighted> points, double variance) {
  if (free.count() == 0 || points.size() < static_cast<std::size_t>(free.count())) return {};
  residuals problem(at, free, points);
  Eigen::MatrixXd jacobian(static_cast<Eigen::Index>(points.size()), free.count());
  if (problem.df(problem.transformed(at), jacobian) != 0) return {};
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposed(jacobian);
  if (decomposed.rank() < free.count()) return {};
  const Eigen::MatrixXd inverse = (jacobian.transpose() * jacobian).inverse();
  std::vector<double> result;
  for (Eigen::Index i = 0; i < inverse.rows(); ++i) result.push_back(math::sqrt(variance * inverse(i, i)));
  return result;
}
}  // namespace detail

// The numbers of a fit with standard errors from the Jacobian at the optimum and Student's t intervals of the given
// confidence, which are NaN unless it lies between 0 and 1. They hold for a law that is right and errors that are
// independent; a benchmark's misfit is mostly systematic, so read them as a lower bound and trust leave-one-out more.
inline std::vector<parameter> parameters_of(const curve& fitted, std::span<const weighted> points, double confidence) {
  const bool smooth = fitted.count == 1;
  int free_count = 0;
  std::vector<free_parameters> free;
  for (int i = 0; i < fitted.count; ++i) {
    const line& piece = fitted.lines[static_cast<std::size_t>(i)];
    free_parameters some{piece.start_up > 0.0, piece.per_byte > 0.0, fitted.tail > 0.0, false};
    some.exponent = (fitted.law == law_kind::power_tail && fitted.tail > 0.0) ||
                    (fitted.law == law_kind::p_norm && some.start_up && some.per_byte && fitted.exponent > least_norm &&
                     fitted.exponent < most_norm);
    free.push_back(some);
    free_count += some.count() + (i > 0 ? 1 : 0);
  }
  const double degrees = static_cast<double>(points.size()) - free_count;
  const double variance = degrees > 0.0 ? objective(fitted, points) / degrees : 0.0;
  const bool has_interval = degrees > 0.0 && confidence > 0.0 && confidence < 1.0;
  const double reach = has_interval ? boost::math::quantile(boost::math::students_t(degrees), 0.5 + 0.5 * confidence)
                                    : traincost::detail::not_a_number<double>();

  std::vector<parameter> result;
  std::size_t first = 0;
  for (int i = 0; i < fitted.count; ++i) {
    const auto index = static_cast<std::size_t>(i);
    const std::string suffix = smooth ? "" : "_" + std::to_string(i + 1);
    curve piece = fitted;
    std::size_t last = points.size();
    if (!smooth) {
      piece.law = law_kind::affine;
      piece.count = 1;
      piece.lines[0] = fitted.lines[index];
      last = first;
      while (last < points.size() && (i + 1 == fitted.count || points[last].size <= fitted.lines[index + 1].above)) {
        ++last;
      }
    }
    const auto errors =
        degrees > 0.0 ? detail::transformed_errors(piece, free[index], points.subspan(first, last - first), variance)
                      : std::vector<double>{};
    std::size_t next = 0;
    // An interval of ln x is one of x by its ends; its standard error is x times that of ln x.
    const auto add = [&](const char* label, const char* unit, double value, bool is_free, double slope, auto back) {
      parameter one{label + suffix, unit, value};
      if (is_free && next < errors.size()) {
        const double error = errors[next++];
        one.standard_error = slope * error;
        one.low = back(-reach * error);
        one.high = back(reach * error);
      }
      result.push_back(one);
    };
    const auto times_exp = [](double value) { return [value](double step) { return value * math::exp(step); }; };
    if (i > 0) result.push_back({"above" + suffix, "B", fitted.lines[index].above});
    const line& on = fitted.lines[index];
    add("start_up", "s", on.start_up, free[index].start_up, on.start_up, times_exp(on.start_up));
    add("per_byte", "s/B", on.per_byte, free[index].per_byte, on.per_byte, times_exp(on.per_byte));
    const double e = fitted.exponent;
    if (fitted.law == law_kind::power_tail) {
      // The tail at the geometric middle of the sweep: its coefficient C alone moves with q and has no error of its
      // own.
      add("tail", "s", fitted.tail, free[index].tail, fitted.tail, times_exp(fitted.tail));
      result.push_back({"tail_at", "B", fitted.tail_at});
      add("exponent", "", e, free[index].exponent, e * (1.0 - e),
          [e](double step) { return 1.0 / (1.0 + (1.0 - e) / e * math::exp(-step)); });
    } else if (fitted.law == law_kind::p_norm) {
      add("exponent", "", e, free[index].exponent, e, times_exp(e));
    }
    first = last;
  }
  return result;
}

// One law over one sweep, from `fewest_sizes(law)` sizes on; leave-one-out errors need one more.
inline size_fit fit_size_law(law_kind law, std::span<const weighted> points, double confidence = 0.95) {
  size_fit result;
  result.fitted = best_curve(law, points);
  result.sizes = points.size();
  result.objective = objective(result.fitted, points);
  const auto errors = detail::relative_errors(result.fitted, points);
  result.median_relative_error = detail::median(errors);
  result.worst_relative_error = detail::greatest(errors);
  result.aicc = aicc_of(result.objective, points.size(), law);
  const bool enough = points.size() > fewest_sizes(law);
  const auto left_out = enough ? detail::left_out_errors(law, points) : std::vector<double>{};
  result.loo_median_relative_error = detail::median(left_out);
  result.loo_worst_relative_error = detail::greatest(left_out);
  result.parameters = parameters_of(result.fitted, points, confidence);
  return result;
}

}  // namespace traincost::calibrate
