// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::mfu {

// How a loss with two causes is shared out. The causes multiply (goodput = base x speed / step ratio), so the points
// each one costs depend on the order in which they are taken away; every attribution adds up to the same total.
enum class attribution : unsigned char {
  communication_first,  // communication from the full base, convergence from what is left
  convergence_first,    // the other way round
  logarithmic,          // in proportion to the logarithms of the two factors (logarithmic-mean Divisia index)
  shapley,              // the mean of the two orders
};

// base = effective + direct_loss + convergence_loss. Fractions of peak; `direct` is the MFU that a profiler measures,
// `effective` the goodput: useful progress toward the target per peak FLOP.
template <class Rep>
struct decomposition {
  fraction<Rep> base{};
  fraction<Rep> direct{};
  fraction<Rep> effective{};
  Rep direct_loss{};
  Rep convergence_loss{};

  [[nodiscard]] constexpr Rep total_loss() const noexcept { return direct_loss + convergence_loss; }
  [[nodiscard]] static constexpr decomposition not_a_number() noexcept {
    const auto none = fraction<Rep>::not_a_number();
    return {none, none, none, none.value(), none.value()};
  }
};

namespace detail {
template <class Rep>
constexpr bool decomposable(fraction<Rep> direct, Rep step_ratio) noexcept {
  return direct.value() >= Rep(0) && direct.value() <= Rep(1) && step_ratio >= Rep(1) &&
         traincost::detail::finite_positive(step_ratio);
}
template <class Rep>
constexpr Rep offender(fraction<Rep> direct, Rep step_ratio) noexcept {
  return decomposable(direct, Rep(1)) && !decomposable(direct, step_ratio) ? step_ratio : direct.value();
}
inline constexpr const char* bad_decomposition =
    "mfu: direct MFU must lie in [0, base] and the step ratio must be finite and >= 1 (docs/errors.md#E324)";
}  // namespace detail

// Useful progress per peak FLOP: direct / step_ratio. Valid: step_ratio finite and >= 1.
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr fraction<Rep> goodput(fraction<Rep> direct, Rep step_ratio) noexcept(never_throws<P>) {
  if (!detail::decomposable(direct, step_ratio)) {
    return traincost::detail::fail<P>(detail::bad_decomposition, detail::offender(direct, step_ratio),
                                      direct.value() >= Rep(0) ? direct : fraction<Rep>{});
  }
  return fraction<Rep>::unchecked(direct.value() / step_ratio);
}

// Time to target relative to the baseline: step_ratio x base / direct. Valid: 0 < direct <= base.
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr Rep time_to_target_ratio(fraction<Rep> base, fraction<Rep> direct,
                                                 Rep step_ratio) noexcept(never_throws<P>) {
  if (!detail::decomposable(direct, step_ratio) || !(direct <= base) || direct.value() == Rep(0)) {
    return traincost::detail::fail<P>(detail::bad_decomposition, detail::offender(direct, step_ratio), Rep(1));
  }
  return step_ratio * base.value() / direct.value();
}

// What the source document calls MFU: direct x step_ratio^-weight. weight 0 is the direct MFU, 1 the goodput; the
// document's own figures need reconciling_weight().
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr fraction<Rep> mfu_documented(fraction<Rep> direct, Rep step_ratio,
                                                     Rep weight) noexcept(never_throws<P>) {
  if (!detail::decomposable(direct, step_ratio) || !(weight >= Rep(0) && weight <= Rep(1))) {
    return traincost::detail::fail<P>(
        "mfu::mfu_documented: needs a step ratio >= 1 and a weight in [0, 1] "
        "(docs/errors.md#E325)",
        detail::decomposable(direct, step_ratio) ? weight : detail::offender(direct, step_ratio), direct);
  }
  return fraction<Rep>::unchecked(direct.value() * math::pow(step_ratio, Rep(-weight)));
}

// The weight that reconciles a documented MFU with a documented step ratio: ln(direct / documented) / ln(step_ratio).
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr Rep reconciling_weight(fraction<Rep> direct, fraction<Rep> documented,
                                               Rep step_ratio) noexcept(never_throws<P>) {
  if (!detail::decomposable(direct, step_ratio) || !(step_ratio > Rep(1)) || !(documented <= direct) ||
      !(documented.value() > Rep(0))) {
    return traincost::detail::fail<P>(
        "mfu::reconciling_weight: needs 0 < documented <= direct and a step ratio > 1 "
        "(docs/errors.md#E326)",
        detail::decomposable(direct, step_ratio) && step_ratio > Rep(1) ? documented.value() : step_ratio, Rep(0));
  }
  return math::log(Rep(direct.value() / documented.value())) / math::log(step_ratio);
}

// Splits base - goodput into what communication and what convergence cost.
template <eval_policy P = default_policy, class Rep>
[[nodiscard]] constexpr decomposition<Rep> decompose(
    fraction<Rep> base, fraction<Rep> direct, Rep step_ratio,
    attribution by = attribution::communication_first) noexcept(never_throws<P>) {
  if (!detail::decomposable(direct, step_ratio) || !(direct <= base)) {
    return traincost::detail::fail<P>(detail::bad_decomposition, detail::offender(direct, step_ratio),
                                      decomposition<Rep>{base, base, base, Rep(0), Rep(0)});
  }
  const Rep effective = direct.value() / step_ratio;
  const Rep total = base.value() - effective;
  const Rep first = base.value() - direct.value();                // communication from the full base
  const Rep last = (base.value() - direct.value()) / step_ratio;  // communication from what convergence left
  const auto logarithmic = [&]() -> Rep {
    const Rep all = math::log(Rep(base.value() / effective));
    return all > Rep(0) ? Rep(total * math::log(Rep(base.value() / direct.value())) / all) : Rep(0);
  };
  const Rep direct_loss = by == attribution::communication_first ? first
                          : by == attribution::convergence_first ? last
                          : by == attribution::shapley           ? Rep((first + last) / Rep(2))
                          : effective > Rep(0)                   ? logarithmic()
                                                                 : total;
  return {base, direct, fraction<Rep>::unchecked(effective), direct_loss, total - direct_loss};
}

}  // namespace traincost::mfu
