// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/result.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::convergence {

// Age of a gradient when it is applied, in optimiser steps: 0 for synchronous training. A real number is an average
// over steps or stages.
template <class Rep>
struct delay {
  Rep steps{};
  [[nodiscard]] static constexpr delay not_a_number() noexcept { return {traincost::detail::not_a_number<Rep>()}; }
  friend bool operator==(const delay&, const delay&) noexcept = default;  // constexpr where that of Rep is
};

// A delay mode says how old gradients are, given the latency of the collective and the compute time of a step.
template <class M>
concept delay_mode = std::copyable<M> && requires(const M mode, seconds t) {
  { mode.age(t, t) } -> std::same_as<delay<double>>;
};

template <class M, class Rep = double>
consteval bool check_delay_mode() {
  static_assert(std::copyable<M>, "traincost: a delay mode must be copyable (docs/errors.md#E151)");
  constexpr bool has_age = requires(const M mode, basic_seconds<Rep> t) { mode.age(t, t); };
  static_assert(has_age,
                "traincost: a delay mode needs a const member age(seconds latency, seconds compute) "
                "(docs/errors.md#E152)");
  if constexpr (has_age) {
    static_assert(
        requires(const M mode, basic_seconds<Rep> t) {
          { mode.age(t, t) } -> std::same_as<delay<Rep>>;
        },
        "traincost: age(...) of a delay mode must return convergence::delay, not a bare number (docs/errors.md#E153)");
  }
  return true;
}

// Every step waits for its own gradients: they are never stale, whatever the latency. The default everywhere.
struct synchronous {
  static constexpr const char* name = "synchronous";

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr delay<Rep> age(basic_seconds<Rep>, basic_seconds<Rep>) const noexcept {
    return {};
  }
};

// Gradients are applied `steps` steps late by design (double buffering: 1), whatever the latency. Valid: steps >= 0.
template <class Rep>
struct delayed_by {
  static constexpr const char* name = "delayed_by";
  Rep steps{1};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr delay<Rep> age(basic_seconds<Rep>, basic_seconds<Rep>) const noexcept(never_throws<P>) {
    if (!traincost::detail::finite_non_negative(steps)) {
      return traincost::detail::fail<P>("convergence::delayed_by: steps must be finite and >= 0 (docs/errors.md#E308)",
                                        steps, delay<Rep>{});
    }
    return {steps};
  }
};

template <class Rep>
delayed_by(Rep) -> delayed_by<Rep>;
delayed_by(int)->delayed_by<double>;

// Asynchronous updates whose age is the time a gradient travels over the time a step computes: latency / compute, an
// average. Assumptions: (1) workers never wait; (2) one exchange a step. Valid: latency >= 0, compute > 0.
// Do not use it for synchronous AllReduce, however slow: waiting is not staleness.
struct latency_driven {
  static constexpr const char* name = "latency_driven";

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr delay<Rep> age(basic_seconds<Rep> latency, basic_seconds<Rep> compute) const
      noexcept(never_throws<P>) {
    if (!traincost::detail::finite_non_negative(latency.si())) {
      return traincost::detail::fail<P>(
          "convergence::latency_driven: latency must be finite and >= 0 s "
          "(docs/errors.md#E309)",
          latency.si(), clamped<Rep>(latency.si() > Rep(0)));
    }
    if (!traincost::detail::finite_positive(compute.si())) {
      return traincost::detail::fail<P>(
          "convergence::latency_driven: compute must be finite and > 0 s "
          "(docs/errors.md#E310)",
          compute.si(), clamped<Rep>(!(compute.si() > Rep(0)) && latency.si() > Rep(0)));
    }
    return {static_cast<Rep>(latency / compute)};
  }

 private:
  template <class Rep>
  static constexpr delay<Rep> clamped(bool without_bound) noexcept {
    return {without_bound ? std::numeric_limits<Rep>::infinity() : Rep(0)};
  }
};

}  // namespace traincost::convergence
