// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::mfu {

// An MFU law answers mfu(latency): the share of the hardware's peak that does model FLOPs when the step's collective
// takes `latency`. Communication time alone: MFU is a throughput metric and cannot contain convergence loss.
template <class L>
concept mfu_law = std::copyable<L> && requires(const L law, seconds latency) {
  { law.mfu(latency) } -> std::same_as<fraction<double>>;
};

template <class L, class Rep = double>
consteval bool check_mfu_law() {
  static_assert(std::copyable<L>, "traincost: an MFU law must be copyable (docs/errors.md#E181)");
  constexpr bool has_mfu = requires(const L law, basic_seconds<Rep> latency) { law.mfu(latency); };
  static_assert(has_mfu, "traincost: an MFU law needs a const member mfu(seconds latency) (docs/errors.md#E182)");
  if constexpr (has_mfu) {
    static_assert(
        requires(const L law, basic_seconds<Rep> latency) {
          { law.mfu(latency) } -> std::same_as<fraction<Rep>>;
        },
        "traincost: mfu(...) of an MFU law must return traincost::fraction, not a bare number: 52 and 0.52 must not be "
        "confused (docs/errors.md#E183)");
  }
  return true;
}

namespace detail {
// The sentences that all MFU laws share.
inline constexpr const char* bad_baseline = "mfu: baseline latency must be finite and > 0 s (docs/errors.md#E320)";
inline constexpr const char* bad_latency = "mfu: latency must be finite and >= 0 s (docs/errors.md#E309)";
inline constexpr const char* bad_fit =
    "mfu: a fit needs 0 < mfu at latency <= mfu at baseline and 0 < baseline < latency, all finite, and a loss that "
    "the law can reach (docs/errors.md#E321)";

template <class Rep>
constexpr bool fit_possible(fraction<Rep> base, basic_seconds<Rep> baseline, fraction<Rep> at,
                            basic_seconds<Rep> latency) noexcept {
  using traincost::detail::finite_positive;
  return finite_positive(at.value()) && at <= base && finite_positive(baseline.si()) && finite_positive(latency.si()) &&
         baseline < latency;
}

// A law of base, share and baseline with the share that `communication_share` computes from one point.
template <eval_policy P, class Law, class Rep, class Share>
constexpr Law fit(fraction<Rep> base, basic_seconds<Rep> baseline, fraction<Rep> at, basic_seconds<Rep> latency,
                  Share communication_share) noexcept(never_throws<P>) {
  if (fit_possible(base, baseline, at, latency)) {
    const Rep c = communication_share();
    if (c <= Rep(1)) return {base, fraction<Rep>::unchecked(c), baseline};
  }
  return traincost::detail::fail<P>(bad_fit, at.value(), Law{base, {}, baseline});
}
}  // namespace detail

}  // namespace traincost::mfu
