// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::step {

// A step's time by cause. The parts add up to the total: what communication hides behind compute is not in it.
template <class Rep>
struct breakdown {
  basic_seconds<Rep> compute{};
  basic_seconds<Rep> exposed_communication{};
  basic_seconds<Rep> hidden_communication{};

  [[nodiscard]] constexpr basic_seconds<Rep> total() const noexcept { return compute + exposed_communication; }
  [[nodiscard]] constexpr basic_seconds<Rep> communication() const noexcept {
    return exposed_communication + hidden_communication;
  }
  // c: the share of the step that waits for communication. 0 for an empty step.
  [[nodiscard]] constexpr fraction<Rep> communication_share() const noexcept {
    const auto whole = total();
    return fraction<Rep>::unchecked(whole.si() == Rep(0) ? Rep(0) : Rep(exposed_communication / whole));
  }
  [[nodiscard]] static constexpr breakdown not_a_number() noexcept {
    return {basic_seconds<Rep>::not_a_number(), basic_seconds<Rep>::not_a_number(), basic_seconds<Rep>::not_a_number()};
  }
};

// An overlap rule joins the compute and communication times of a step.
template <class R>
concept overlap_rule = std::copyable<R> && requires(const R rule, seconds t) {
  { rule(t, t) } -> std::same_as<breakdown<double>>;
};

template <class R, class Rep = double>
consteval bool check_overlap_rule() {
  static_assert(std::copyable<R>, "traincost: an overlap rule must be copyable (docs/errors.md#E171)");
  constexpr bool is_callable = requires(const R rule, basic_seconds<Rep> t) { rule(t, t); };
  static_assert(is_callable,
                "traincost: an overlap rule needs a const operator()(seconds compute, seconds communication) "
                "(docs/errors.md#E172)");
  if constexpr (is_callable) {
    static_assert(
        requires(const R rule, basic_seconds<Rep> t) {
          { rule(t, t) } -> std::same_as<breakdown<Rep>>;
        },
        "traincost: an overlap rule must return step::breakdown, the parts of the step, not one time "
        "(docs/errors.md#E173)");
  }
  return true;
}

}  // namespace traincost::step
