// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>

#include "traincost/core/math.hpp"
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
  using limits = std::numeric_limits<count>;
  constexpr const char* misfit = "interop::to_chrono: the time does not fit into the duration (docs/errors.md#E330)";
  const double ticks =
      std::chrono::duration<double, typename Duration::period>(std::chrono::duration<double>(time.si())).count();
  if constexpr (std::chrono::treat_as_floating_point_v<count>) {
    using wider = std::common_type_t<double, count>;
    constexpr auto most = static_cast<wider>((limits::max)());
    if (!(static_cast<wider>(ticks) <= most && static_cast<wider>(ticks) >= -most)) {
      return Duration(detail::fail<P>(misfit, ticks,
                                      ticks > 0.0   ? (limits::max)()
                                      : ticks < 0.0 ? limits::lowest()
                                                    : count(0)));
    }
    return Duration(static_cast<count>(ticks));
  } else {
    static_assert(P.domain != on_error::quiet_nan,
                  "traincost: an integer duration has no NaN; use on_error::raise or "
                  "on_error::clamp (docs/errors.md#E103)");
    // The first tick and one past the last: powers of two or 0, exact in double where max() would round up to 2^63.
    constexpr auto first = static_cast<double>((limits::min)());
    constexpr double end = static_cast<double>((limits::max)() / 2 + 1) * 2.0;
    const double nearest = math::round(ticks);
    if (!(nearest < end && nearest >= first)) {
      return detail::fail<P>(misfit, ticks,
                             ticks > 0.0   ? (Duration::max)()
                             : ticks < 0.0 ? (Duration::min)()
                                           : Duration::zero());
    }
    return Duration(static_cast<count>(nearest));
  }
}

}  // namespace traincost::interop
