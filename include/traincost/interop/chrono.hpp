// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

#include "traincost/units/constants.hpp"

namespace traincost::interop {

// A duration as seconds; exact for whole nanoseconds below 2^53.
template <class Count, class Period>
[[nodiscard]] constexpr seconds from_chrono(std::chrono::duration<Count, Period> duration) noexcept {
  return std::chrono::duration<double>(duration).count() * units::s;
}

// Seconds as a duration, rounded to the nearest tick of `Duration` (half away from zero).
// Valid: finite, and within the duration's range; anything else is refused by the policy.
template <class Duration, eval_policy P = default_policy>
[[nodiscard]] constexpr Duration to_chrono(seconds time) noexcept(never_throws<P>) {
  using count = typename Duration::rep;
  const double ticks =
      std::chrono::duration<double, typename Duration::period>(std::chrono::duration<double>(time.si())).count();
  if constexpr (std::chrono::treat_as_floating_point_v<count>) {
    return Duration(static_cast<count>(ticks));
  } else {
    // The largest double below the range's end: comparing with max() itself would round up to 2^63.
    constexpr double end = static_cast<double>(std::numeric_limits<count>::max() / 2 + 1) * 2.0;
    static_assert(P.domain != on_error::quiet_nan,
                  "traincost: an integer duration has no NaN; use on_error::raise or "
                  "on_error::clamp (docs/errors.md#E103)");
    if (!(ticks < end && ticks >= -end)) {
      return detail::fail<P>("interop::to_chrono: the time does not fit into the duration (docs/errors.md#E330)", ticks,
                             ticks > 0.0 ? (Duration::max)() : (Duration::min)());
    }
    return Duration(static_cast<count>(ticks < 0.0 ? ticks - 0.5 : ticks + 0.5));
  }
}

}  // namespace traincost::interop
