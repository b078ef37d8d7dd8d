// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/convergence/delay.hpp"

namespace traincost::convergence {

// A penalty law answers step_ratio(x): steps to target relative to no staleness, >= 1. x is a latency for laws fitted
// to a document or a cluster, a delay in steps for the others.
template <class L, class Argument>
concept takes = requires(const L law, Argument x) {
  law.step_ratio(x);
};
template <class L>
concept penalty_law = std::copyable<L> &&(
    requires(const L law, seconds latency) {
      { law.step_ratio(latency) } -> std::same_as<estimate<double>>;
    } ||
    requires(const L law, delay<double> age) {
      { law.step_ratio(age) } -> std::same_as<estimate<double>>;
    });

template <class L, class Rep = double>
consteval bool check_penalty_law() {
  static_assert(std::copyable<L>, "traincost: a penalty law must be copyable (docs/errors.md#E161)");
  constexpr bool has_ratio = takes<L, basic_seconds<Rep>> || takes<L, delay<Rep>>;
  static_assert(has_ratio,
                "traincost: a penalty law needs a const member step_ratio(seconds latency) or "
                "step_ratio(convergence::delay age) (docs/errors.md#E162)");
  if constexpr (has_ratio) {
    static_assert(
        requires(const L law, basic_seconds<Rep> x) {
          { law.step_ratio(x) } -> std::same_as<estimate<Rep>>;
        } ||
            requires(const L law, delay<Rep> x) {
              { law.step_ratio(x) } -> std::same_as<estimate<Rep>>;
            },
        "traincost: step_ratio(...) of a penalty law must return traincost::estimate, the ratio with its status, not a "
        "bare number (docs/errors.md#E163)");
  }
  return true;
}

namespace detail {

// The clamped ratio of an argument that is no finite number >= 0: none below, without bound above.
template <class Rep>
constexpr estimate<Rep> beyond(const Rep& argument) noexcept {
  return {argument > Rep(0) ? std::numeric_limits<Rep>::infinity() : Rep(1), status::clamped};
}

// What laws of latency and laws of delay share: S = 1 + excess(u) inside the shape's domain, marked or refused by
// policy beyond u = calibrated_to. Below u = 0 there is no penalty to interpolate: the ratio is its floor, 1.
template <eval_policy P, class Shape, class Rep>
[[gnu::always_inline]] constexpr estimate<Rep> step_ratio(const Shape& shape, Rep u,
                                                          Rep calibrated_to) noexcept(never_throws<P>) {
  if (!shape.valid()) {
    return traincost::detail::fail<P>(
        "convergence: a shape's parameters must be finite and give a penalty that does not "
        "fall (docs/errors.md#E312)",
        shape.excess(Rep(1)), estimate<Rep>{Rep(1), status::clamped});
  }
  if (u <= Rep(0)) return {Rep(1), u < Rep(0) ? status::extrapolated : status::ok};
  if constexpr (requires { shape.limit(); }) {
    if (!(u < shape.limit())) {
      return traincost::detail::fail<P>(
          "convergence: the argument is at or beyond the shape's limit, its pole or apex (docs/errors.md#E313)", u,
          [&] {
            return estimate<Rep>{Rep(1) + shape.excess_at_limit(), status::clamped};
          });
    }
  }
  const bool inside = u <= calibrated_to;
  constexpr bool clamp = P.extrapolation == on_error::clamp;
  const status mark = inside ? status::ok : clamp ? status::clamped : status::extrapolated;
  const Rep last = calibrated_to > Rep(0) ? calibrated_to : Rep(0);
  const Rep excess = shape.excess(clamp && !inside ? last : u);
  if (!(excess >= Rep(0))) {  // nothing times an overflow, or one overflow over another
    return traincost::detail::fail<P>("convergence: the penalty overflows at this argument (docs/errors.md#E339)",
                                      excess, estimate<Rep>{std::numeric_limits<Rep>::infinity(), status::clamped});
  }
  const estimate<Rep> result{Rep(1) + excess, mark};
  if constexpr (clamp || P.extrapolation == on_error::accept) {
    return result;
  } else {
    return inside ? result
                  : traincost::detail::act<P.extrapolation>(
                        "convergence: the argument is outside the law's calibrated range (docs/errors.md#E314)", u,
                        result);
  }
}

}  // namespace detail
}  // namespace traincost::convergence
