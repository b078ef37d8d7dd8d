// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/mfu/law.hpp"

namespace traincost::mfu {

// Communication that hides in a window w costs nothing until it outgrows it:
//
//   MFU = base (compute + max(0, baseline - w)) / (compute + max(0, L - w))
//
// w = 0 is amdahl with c = baseline / (compute + baseline).
// Assumptions: (1) compute time and window do not depend on L; (2) hiding is free.
// Valid: L >= 0, baseline > 0, compute > 0, window >= 0. Not where the window shrinks as messages queue.
template <class Rep>
struct overlapped {
  static constexpr const char* name = "overlapped";
  fraction<Rep> base{};
  basic_seconds<Rep> compute{};
  basic_seconds<Rep> window{};
  basic_seconds<Rep> baseline{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<Rep> mfu(basic_seconds<Rep> latency) const noexcept(never_throws<P>) {
    using traincost::detail::finite_non_negative;
    using traincost::detail::finite_positive;
    if (!finite_positive(baseline.si())) {
      return traincost::detail::fail<P>(detail::bad_baseline, baseline.si(), base);
    }
    if (!finite_positive(compute.si()) || !finite_non_negative(window.si())) {
      return traincost::detail::fail<P>(
          "mfu::overlapped: compute must be finite and > 0 s, window finite and >= 0 s "
          "(docs/errors.md#E323)",
          finite_positive(compute.si()) ? window.si() : compute.si(), base);
    }
    if (!finite_non_negative(latency.si())) {
      return traincost::detail::fail<P>(detail::bad_latency, latency.si(),
                                        [&] { return latency > baseline ? fraction<Rep>{} : at({}); });
    }
    return at(latency);
  }

  // The compute time that makes one point fit, for a given window: with r = base / mfu,
  // compute = (max(0, L - w) - r max(0, baseline - w)) / (r - 1).
  template <eval_policy P = default_policy>
  [[nodiscard]] static constexpr overlapped fit(fraction<Rep> base, basic_seconds<Rep> baseline, fraction<Rep> at,
                                                basic_seconds<Rep> latency,
                                                basic_seconds<Rep> window) noexcept(never_throws<P>) {
    if (detail::fit_possible(base, baseline, at, latency) && at < base && window.si() >= Rep(0)) {
      const Rep r = base.value() / at.value();
      const auto compute = (exposed(latency, window) - r * exposed(baseline, window)) / Rep(r - Rep(1));
      if (compute.si() > Rep(0)) return {base, compute, window, baseline};
    }
    return traincost::detail::fail<P>(detail::bad_fit, at.value(), overlapped{base, baseline, window, baseline});
  }

  [[nodiscard]] static constexpr overlapped not_a_number() noexcept {
    const auto none = basic_seconds<Rep>::not_a_number();
    return {fraction<Rep>::not_a_number(), none, none, none};
  }

 private:
  static constexpr basic_seconds<Rep> exposed(basic_seconds<Rep> latency, basic_seconds<Rep> window) noexcept {
    return latency > window ? latency - window : basic_seconds<Rep>{};
  }
  [[nodiscard]] constexpr fraction<Rep> at(basic_seconds<Rep> latency) const noexcept {
    const auto speed = (compute + exposed(baseline, window)) / (compute + exposed(latency, window));
    const Rep result = base.value() * Rep(speed);
    return fraction<Rep>::unchecked(result > Rep(1) ? Rep(1) : result);
  }
};

}  // namespace traincost::mfu
