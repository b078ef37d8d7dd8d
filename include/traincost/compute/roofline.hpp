// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/hardware/accelerator.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::compute {

// A compute model answers time(work, traffic): how long one accelerator takes.
template <class M>
concept compute_model = std::copyable<M> && requires(const M model, flops work, bytes traffic) {
  { model.time(work, traffic) } -> std::same_as<seconds>;
};

template <class M, class Rep = double>
consteval bool check_compute_model() {
  static_assert(std::copyable<M>, "traincost: a compute model must be copyable (docs/errors.md#E141)");
  constexpr bool has_time = requires(const M model, basic_flops<Rep> work, basic_bytes<Rep> traffic) {
    model.time(work, traffic);
  };
  static_assert(has_time,
                "traincost: a compute model needs a const member time(flops work, bytes traffic) "
                "(docs/errors.md#E142)");
  if constexpr (has_time) {
    static_assert(
        requires(const M model, basic_flops<Rep> work, basic_bytes<Rep> traffic) {
          { model.time(work, traffic) } -> std::same_as<basic_seconds<Rep>>;
        },
        "traincost: time(...) of a compute model must return seconds, not a bare number (docs/errors.md#E143)");
  }
  return true;
}

// Roofline: time = max(work / (compute_efficiency peak), traffic / (memory_efficiency memory_bandwidth)).
//
// Assumptions: (1) arithmetic and memory traffic overlap fully; (2) both efficiencies hold at every size.
// Valid: peaks > 0, efficiencies > 0, work and traffic finite and >= 0. Too fast for small operators, which pay a
// launch, and for matrices whose tiles do not fill the cores. Defaults: a large dense product on a 910B sustains 0.86
// to 0.89 of the cube peak, a streaming kernel 0.8 to 0.9 of the memory rate. Source: Williams, Waterman, Patterson,
// CACM 52 (2009); FlagPerf and limulidae for the efficiencies.
template <class Rep>
struct roofline {
  basic_flop_rate<Rep> peak{};
  basic_bandwidth<Rep> memory_bandwidth{};
  fraction<Rep> compute_efficiency{fraction<Rep>::unchecked(Rep(86) / Rep(100))};
  fraction<Rep> memory_efficiency{fraction<Rep>::unchecked(Rep(8) / Rep(10))};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr basic_seconds<Rep> time(basic_flops<Rep> work, basic_bytes<Rep> traffic) const
      noexcept(never_throws<P>) {
    using detail::finite_non_negative;
    using detail::finite_positive;
    const auto rate = compute_efficiency * peak;
    const auto memory_rate = memory_efficiency * memory_bandwidth;
    if (!finite_positive(rate.si()) || !finite_positive(memory_rate.si())) {
      return detail::fail<P>("compute::roofline: peaks and efficiencies must be finite and > 0 (docs/errors.md#E317)",
                             finite_positive(rate.si()) ? memory_rate.si() : rate.si(), basic_seconds<Rep>{});
    }
    if (!finite_non_negative(work.si()) || !finite_non_negative(traffic.si())) {
      return detail::fail<P>("compute::roofline: work and traffic must be finite and >= 0 (docs/errors.md#E318)",
                             finite_non_negative(work.si()) ? traffic.si() : work.si(), basic_seconds<Rep>{});
    }
    const auto computing = work / rate;
    const auto moving = traffic / memory_rate;
    return computing < moving ? moving : computing;
  }

  // FLOP per byte at which the two bounds meet.
  [[nodiscard]] constexpr auto ridge() const noexcept {
    return (compute_efficiency * peak) / (memory_efficiency * memory_bandwidth);
  }

  [[nodiscard]] static constexpr roofline of(const hardware::accelerator<Rep>& chip) noexcept {
    return {chip.peak(), chip.memory_bandwidth};
  }
};

}  // namespace traincost::compute
