// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/mfu/law.hpp"

namespace traincost::mfu {

// The documented form: MFU = base [(1 - c) + c baseline / L].
//
// An arithmetic mean of speeds: the share c of the WORK, not of the time, slows down as 1/L. Times add, so the physical
// form is amdahl; the two agree to first order at the baseline, and this one is never below amdahl with the same c. It
// saturates at base (1 - c) for L to infinity and grows without bound for L to 0, hence its domain.
// Valid: L >= baseline > 0. Clamped below the baseline, it stops at amdahl's ceiling base / (1 - c).
// Use it to reproduce the document; to plan, use amdahl or overlapped.
// Source: GLM-4 test report, 256 x 910B, 200 Gbps RoCEv2.
template <class Rep>
struct documented {
  static constexpr const char* name = "documented";
  fraction<Rep> base{};
  fraction<Rep> share{};  // c
  basic_seconds<Rep> baseline{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<Rep> mfu(basic_seconds<Rep> latency) const noexcept(never_throws<P>) {
    if (!traincost::detail::finite_positive(baseline.si())) {
      return traincost::detail::fail<P>(detail::bad_baseline, baseline.si(), base);
    }
    if (!(latency >= baseline && traincost::detail::finite_positive(latency.si()))) {
      return traincost::detail::fail<P>(
          "mfu::documented: latency must be finite and >= the baseline latency, below "
          "which the documented form exceeds its base without bound "
          "(docs/errors.md#E322)",
          latency.si(), [&] { return clamped(latency); });
    }
    return at(latency);
  }

  // c from one point: c (1 - baseline / L) = lost / base.
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr documented fit(fraction<Rep> base, basic_seconds<Rep> baseline, fraction<Rep> at,
                                                basic_seconds<Rep> latency) noexcept(never_throws<P>) {
    return detail::fit<P, documented>(base, baseline, at, latency, [&] {
      return Rep((base.value() - at.value()) / base.value() / (Rep(1) - Rep(baseline / latency)));
    });
  }

  [[nodiscard]] static constexpr documented not_a_number() noexcept {
    return {fraction<Rep>::not_a_number(), fraction<Rep>::not_a_number(), basic_seconds<Rep>::not_a_number()};
  }

 private:
  [[nodiscard]] constexpr fraction<Rep> at(basic_seconds<Rep> latency) const noexcept {
    const Rep c = share.value();
    return fraction<Rep>::unchecked(base.value() * ((Rep(1) - c) + c * Rep(baseline / latency)));
  }
  // Infinity stops at the limit, the rest at amdahl's ceiling.
  [[nodiscard]] constexpr fraction<Rep> clamped(basic_seconds<Rep> latency) const noexcept {
    const Rep kept = Rep(1) - share.value();
    if (latency > baseline) return fraction<Rep>::unchecked(base.value() * kept);
    const Rep most = base.value() < kept ? Rep(base.value() / kept) : Rep(1);
    const Rep formula = latency.si() > Rep(0) ? at(latency).value() : most;
    return fraction<Rep>::unchecked(formula < most ? formula : most);
  }
};

}  // namespace traincost::mfu
