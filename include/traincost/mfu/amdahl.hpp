// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/mfu/law.hpp"

namespace traincost::mfu {

// The physical form: times add. MFU = base / [(1 - c) + c L / baseline], c the share of the baseline step that is
// exposed communication. A harmonic mean of speeds, as Amdahl's law.
//
// Assumptions: (1) compute time does not depend on L; (2) nothing hides, at any latency (see overlapped).
// Valid: L >= 0, baseline > 0. Below the baseline it rises to base / (1 - c), never to infinity.
// Source: Amdahl, AFIPS 30 (1967), for a part that slows down.
template <class Rep>
struct amdahl {
  static constexpr const char* name = "amdahl";
  fraction<Rep> base{};
  fraction<Rep> share{};  // c
  basic_seconds<Rep> baseline{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<Rep> mfu(basic_seconds<Rep> latency) const noexcept(never_throws<P>) {
    if (!traincost::detail::finite_positive(baseline.si())) {
      return traincost::detail::fail<P>(detail::bad_baseline, baseline.si(), base);
    }
    if (!traincost::detail::finite_non_negative(latency.si())) {
      return traincost::detail::fail<P>(detail::bad_latency, latency.si(),
                                        [&] { return latency > baseline ? limit() : at({}); });
    }
    return at(latency);
  }

  // c from one point: c (L / baseline - 1) = base / mfu - 1.
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr amdahl fit(fraction<Rep> base, basic_seconds<Rep> baseline, fraction<Rep> at,
                                            basic_seconds<Rep> latency) noexcept(never_throws<P>) {
    return detail::fit<P, amdahl>(base, baseline, at, latency, [&] {
      return Rep((base.value() / at.value() - Rep(1)) / (Rep(latency / baseline) - Rep(1)));
    });
  }

  // The step time that the share implies: baseline / c.
  [[nodiscard]] constexpr basic_seconds<Rep> implied_step() const noexcept { return baseline / share; }

  [[nodiscard]] static constexpr amdahl not_a_number() noexcept {
    return {fraction<Rep>::not_a_number(), fraction<Rep>::not_a_number(), basic_seconds<Rep>::not_a_number()};
  }

 private:
  [[nodiscard]] constexpr fraction<Rep> at(basic_seconds<Rep> latency) const noexcept {
    const Rep c = share.value();
    const Rep slowdown = (Rep(1) - c) + Rep((c * latency) / baseline);  // c first: 0 times an overflow is no number
    // Only below the baseline can base and c contradict each other: no accelerator is faster than its peak.
    if (slowdown < base.value()) return fraction<Rep>::unchecked(Rep(1));
    return slowdown == Rep(0) ? base : fraction<Rep>::unchecked(base.value() / slowdown);
  }
  // For L to infinity: nothing exposed means nothing lost.
  [[nodiscard]] constexpr fraction<Rep> limit() const noexcept {
    return share.value() > Rep(0) ? fraction<Rep>{} : base;
  }
};

}  // namespace traincost::mfu
