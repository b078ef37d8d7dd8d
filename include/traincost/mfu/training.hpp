// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/two_level.hpp"
#include "traincost/convergence/delay_law.hpp"
#include "traincost/convergence/linear.hpp"
#include "traincost/mfu/achieved.hpp"
#include "traincost/mfu/amdahl.hpp"
#include "traincost/mfu/decomposition.hpp"
#include "traincost/step/composed.hpp"
#include "traincost/step/serial.hpp"

namespace traincost {

// What a latency does to a training run. The names differ because the quantities do: mfu_direct is what a profiler
// measures, goodput_mfu what the target sees.
template <class Rep>
struct outcome {
  fraction<Rep> mfu_direct{};
  estimate<Rep> step_ratio{};
  fraction<Rep> goodput_mfu{};
};

// The composition of six slots, each a model of its own that can be replaced by naming it:
//
//   training{}.with_delay(convergence::delayed_by{1}).with_penalty(my_law)
//
// step(load) goes forward from hardware: compute, collective and overlap give a step's breakdown. at(latency) goes from
// a latency to MFU, step ratio and goodput. The delay slot is `synchronous` by default, so that no latency costs steps
// unless the run is said to delay its updates.
//
// The path from a latency to its outcome is inlined by force: the checks of its models add up to more than compilers
// inline of themselves, and a planner's loop wants them hoisted (tests/benchmark/count_mfu_latency.cpp).
template <class Collective, class Compute, class Overlap, class Delay, class Penalty, class MfuLaw>
struct training {
  Collective collective{};
  Compute compute{};
  [[no_unique_address]] Overlap overlap{};
  [[no_unique_address]] Delay delay{};
  Penalty penalty{};
  MfuLaw mfu_law{};

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr step::breakdown<Rep> step(const step::load<Rep>& job) const noexcept(never_throws<P>) {
    return traincost::step::compose<P>(collective, compute, overlap, job);
  }

  // `compute_time` of a step is needed by delay modes that compare the latency with it (latency_driven).
  template <eval_policy P = default_policy, class Rep>
  [[nodiscard, gnu::always_inline]] constexpr estimate<Rep> step_ratio(basic_seconds<Rep> latency,
                                                                       basic_seconds<Rep> compute_time = {}) const
      noexcept(never_throws<P>) {
    static_assert(convergence::check_delay_mode<Delay, Rep>() && convergence::check_penalty_law<Penalty, Rep>());
    if constexpr (std::same_as<Delay, convergence::synchronous>) {
      return {Rep(1), status::ok};
    } else if constexpr (convergence::takes<Penalty, convergence::delay<Rep>>) {
      return call_step_ratio<P>(age<P>(latency, compute_time));
    } else {
      static_assert(std::same_as<Delay, convergence::latency_driven>,
                    "traincost: a penalty law fitted to latencies goes with convergence::latency_driven; a delay in "
                    "steps needs a law in steps (docs/errors.md#E191)");
      return call_step_ratio<P>(latency);
    }
  }

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard, gnu::always_inline]] constexpr fraction<Rep> mfu_direct(basic_seconds<Rep> latency) const
      noexcept(never_throws<P>) {
    static_assert(mfu::check_mfu_law<MfuLaw, Rep>());
    if constexpr (requires { mfu_law.template mfu<P>(latency); }) {
      return mfu_law.template mfu<P>(latency);
    } else {
      return mfu_law.mfu(latency);
    }
  }

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard, gnu::always_inline]] constexpr outcome<Rep> at(basic_seconds<Rep> latency,
                                                              basic_seconds<Rep> compute_time = {}) const
      noexcept(never_throws<P>) {
    const auto direct = mfu_direct<P>(latency);
    const auto ratio = step_ratio<P>(latency, compute_time);
    return {direct, ratio, fraction<Rep>::unchecked(direct.value() / ratio.value)};
  }

  // The goodput lost between two latencies, by cause; steps count relative to those at the reference.
  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr mfu::decomposition<Rep> decompose(basic_seconds<Rep> reference, basic_seconds<Rep> latency,
                                                            mfu::attribution by = mfu::attribution::communication_first,
                                                            basic_seconds<Rep> compute_time = {}) const
      noexcept(never_throws<P>) {
    const Rep ratio = step_ratio<P>(latency, compute_time).value / step_ratio<P>(reference, compute_time).value;
    return mfu::decompose<P>(mfu_direct<P>(reference), mfu_direct<P>(latency), ratio, by);
  }

  // clang-format off
  template <eval_policy P = default_policy, class Other, class... More>
  void at(Other, More...) const = delete;  // traincost: at(latency) takes a time, such as 8.8 * ms (docs/errors.md#E204)
  template <eval_policy P = default_policy, class Other, class... More>
  void step_ratio(Other, More...) const = delete;  // traincost: step_ratio(latency) takes a time, such as 8.8 * ms (docs/errors.md#E204)
  template <eval_policy P = default_policy, class Other>
  void mfu_direct(Other) const = delete;  // traincost: mfu_direct(latency) takes a time, such as 8.8 * ms (docs/errors.md#E204)
  // clang-format on

  template <class Model>
  [[nodiscard]] constexpr auto with_collective(Model model) const noexcept {
    return rebuilt(model, compute, overlap, delay, penalty, mfu_law);
  }
  template <class Model>
  [[nodiscard]] constexpr auto with_compute(Model model) const noexcept {
    return rebuilt(collective, model, overlap, delay, penalty, mfu_law);
  }
  template <class Model>
  [[nodiscard]] constexpr auto with_overlap(Model model) const noexcept {
    return rebuilt(collective, compute, model, delay, penalty, mfu_law);
  }
  template <class Model>
  [[nodiscard]] constexpr auto with_delay(Model model) const noexcept {
    return rebuilt(collective, compute, overlap, model, penalty, mfu_law);
  }
  template <class Model>
  [[nodiscard]] constexpr auto with_penalty(Model model) const noexcept {
    return rebuilt(collective, compute, overlap, delay, model, mfu_law);
  }
  template <class Model>
  [[nodiscard]] constexpr auto with_mfu_law(Model model) const noexcept {
    return rebuilt(collective, compute, overlap, delay, penalty, model);
  }

 private:
  template <class A, class B, class C, class D, class E, class F>
  static constexpr training<A, B, C, D, E, F> rebuilt(A a, B b, C c, D d, E e, F f) noexcept {
    return {a, b, c, d, e, f};
  }
  template <eval_policy P, class Rep>
  constexpr convergence::delay<Rep> age(basic_seconds<Rep> latency, basic_seconds<Rep> compute_time) const
      noexcept(never_throws<P>) {
    if constexpr (requires { delay.template age<P>(latency, compute_time); }) {
      return delay.template age<P>(latency, compute_time);
    } else {
      return delay.age(latency, compute_time);
    }
  }
  template <eval_policy P, class Argument>
  [[gnu::always_inline]] constexpr auto call_step_ratio(Argument argument) const noexcept(never_throws<P>) {
    if constexpr (requires { penalty.template step_ratio<P>(argument); }) {
      return penalty.template step_ratio<P>(argument);
    } else {
      return penalty.step_ratio(argument);
    }
  }
};

// Slots left out have their defaults: training{two_level{...}} replaces the first only.
template <class A>
training(A) -> training<A>;
template <class A, class B>
training(A, B) -> training<A, B>;
template <class A, class B, class C>
training(A, B, C) -> training<A, B, C>;
template <class A, class B, class C, class D>
training(A, B, C, D) -> training<A, B, C, D>;
template <class A, class B, class C, class D, class E>
training(A, B, C, D, E) -> training<A, B, C, D, E>;
template <class A, class B, class C, class D, class E, class F>
training(A, B, C, D, E, F) -> training<A, B, C, D, E, F>;

}  // namespace traincost
