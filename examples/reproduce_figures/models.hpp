// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <traincost/traincost.hpp>

#include "reproduce_figures/points.hpp"

// The library's models, fitted to documented points. Every fit is a closed form. All of them run under batch_policy:
// for a user's own points one law may have no fit, and then its values are NaN and the rest goes on.
namespace reproduce_figures {

using namespace traincost;
using namespace traincost::units;

// Steps to converge against latency: five shapes through the same points.
struct step_laws {
  convergence::latency_law<convergence::linear<>> linear;
  convergence::latency_law<convergence::power<>> power;
  convergence::latency_law<convergence::quadratic<>> quadratic;
  convergence::latency_law<convergence::hyperbolic<>> hyperbolic;
  convergence::latency_law<convergence::exponential<>> exponential;

  template <class Function>
  void each(Function function) const {
    function(linear), function(power), function(quadratic), function(hyperbolic), function(exponential);
  }
};

template <class Law>
constexpr const char* name_of(const Law& law) noexcept {
  return law.shape.name;
}

template <class Law>
double ratio_at(const Law& law, seconds latency) {
  return law.template step_ratio<batch_policy>(latency).value;
}
template <class Law>
double mfu_at(const Law& law, seconds latency) {
  return law.template mfu<batch_policy>(latency).value();
}

// [fit_steps]
template <class Shape>
auto through(const documented_points& points) {
  return convergence::latency_law<Shape>::template fit<batch_policy>(
      points.baseline().latency, {points.middle().latency, points.middle().step_ratio},
      {points.last().latency, points.last().step_ratio}, "documented points");
}
// [/fit_steps]

struct models {
  mfu::documented<> documented;             // an arithmetic mean of speeds, as in the document
  mfu::amdahl<> same_share;                 // times add, with the same communication share
  mfu::amdahl<> refit_direct;               // times add, fitted to the direct loss
  mfu::amdahl<> refit_total;                // times add, fitted to the whole loss
  std::array<mfu::overlapped<>, 2> hidden;  // with as much hidden as the first, the second latency takes
  step_laws steps;
  double weight = 0.0;  // of the step ratio in what the document calls MFU
};

// [fit_mfu]
inline models fit(const documented_points& points) {
  const auto base = points.base();
  const auto baseline = points.baseline().latency;
  const auto& last = points.last();

  models fitted;
  fitted.documented = mfu::documented<>::fit<batch_policy>(base, baseline, points.direct(), last.latency);
  fitted.same_share = {base, fitted.documented.share, baseline};
  fitted.refit_direct = mfu::amdahl<>::fit<batch_policy>(base, baseline, points.direct(), last.latency);
  fitted.refit_total = mfu::amdahl<>::fit<batch_policy>(base, baseline, last.mfu.value(), last.latency);
  for (std::size_t i = 0; i < fitted.hidden.size(); ++i) {
    const auto window = points.rows[i].latency;
    fitted.hidden[i] = mfu::overlapped<>::fit<batch_policy>(base, baseline, points.direct(), last.latency, window);
  }
  fitted.steps = {through<convergence::linear<>>(points), through<convergence::power<>>(points),
                  through<convergence::quadratic<>>(points), through<convergence::hyperbolic<>>(points),
                  through<convergence::exponential<>>(points)};
  fitted.weight = mfu::reconciling_weight<batch_policy>(points.direct(), last.mfu.value(), last.step_ratio);
  return fitted;
}
// [/fit_mfu]

// [compose]
// The document as a composed model: latency ages gradients, which costs steps. Where the updates wait for their
// gradients, the delay is `synchronous`, training's default, and no latency costs steps.
inline auto documented_run(const models& fitted) {
  return training<>{}
      .with_delay(convergence::latency_driven{})
      .with_penalty(fitted.steps.power)
      .with_mfu_law(fitted.documented);
}
inline auto synchronous_run(const models& fitted) { return training<>{}.with_mfu_law(fitted.refit_direct); }
// [/compose]

// What one latency does.
struct effect {
  double mfu_direct;  // what a profiler measures
  double step_ratio;
  double mfu_effective;         // what the document calls MFU: direct x ratio^-weight
  double goodput;               // direct / ratio
  double time_to_target_ratio;  // ratio x base / direct
};

inline effect effect_at(const models& fitted, seconds latency) {
  const auto run = documented_run(fitted).at<batch_policy>(latency);
  const double ratio = run.step_ratio.value;
  return {run.mfu_direct.value(), ratio,
          mfu::mfu_documented<batch_policy>(run.mfu_direct, ratio, fitted.weight).value(), run.goodput_mfu.value(),
          mfu::time_to_target_ratio<batch_policy>(fitted.documented.base, run.mfu_direct, ratio)};
}

// The ways of sharing the loss of goodput between its two causes.
struct named_attribution {
  const char* key;
  const char* text;
  mfu::attribution by;
};
inline constexpr std::array attributions{
    named_attribution{"communication_first", "communication taken first", mfu::attribution::communication_first},
    named_attribution{"convergence_first", "convergence taken first", mfu::attribution::convergence_first},
    named_attribution{"logarithmic", "logarithmic mean", mfu::attribution::logarithmic},
    named_attribution{"shapley", "Shapley, the mean of both orders", mfu::attribution::shapley}};

// From linear to exponential: what the points leave open outside their range.
inline std::pair<double, double> interval_at(const models& fitted, seconds latency) {
  return std::minmax({ratio_at(fitted.steps.linear, latency), ratio_at(fitted.steps.exponential, latency)});
}

// The exponents of the power law that the rounding of the printed figures allows: extremes over the corners of the box.
// Nothing where a corner has no fit, so that the rounding leaves the range open.
inline std::optional<std::pair<double, double>> exponents_within_rounding(const documented_points& points) {
  std::pair<double, double> range{std::numeric_limits<double>::infinity(), 0.0};
  for (unsigned corner = 0; corner < 32; ++corner) {
    const auto sign = [&](unsigned bit) { return (corner >> bit & 1U) != 0 ? 1.0 : -1.0; };
    documented_points moved = points;
    for (unsigned i = 0; i < 3; ++i) {
      moved.rows[i].latency += sign(i) * points.rows[i].latency_rounding;
      if (i > 0) moved.rows[i].step_ratio += sign(2 + i) * points.rows[i].ratio_rounding;
    }
    const double exponent = through<convergence::power<>>(moved).shape.exponent;
    if (!(exponent > 0.0)) return std::nullopt;
    range = {std::min(range.first, exponent), std::max(range.second, exponent)};
  }
  return range;
}

}  // namespace reproduce_figures
