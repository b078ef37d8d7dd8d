// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/core/check.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Incast: `senders` ranks send to one port at the same time, and the port drains them one after the other.
//
//   stretch       = senders                                            each sender gets 1/senders of the port
//   drain_time    = alpha + senders S / line_rate                      all have sent S
//   backlog       = (senders - 1) line_rate feedback_delay             queued before the first sender slows down
//   longest_pause = 65535 x 512 bit / line_rate                        one PFC pause frame
//
// Assumptions: (1) flows start together and at line rate, as DCQCN's do; (2) the port is the only bottleneck; (3) fair
// sharing. Valid: senders >= 1, line_rate > 0, feedback_delay >= 0. A backlog above the switch's XOFF threshold stops
// the senders' whole links, and others' flows on them, which this does not count: pauses spread.
// Source: conservation of bytes; IEEE 802.1Qbb for the pause quanta.
struct incast {
  static constexpr bool is_fabric_policy = true;
  int senders = 1;
  bandwidth line_rate = 200.0 * units::Gbit_per_s;
  seconds feedback_delay{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    if (senders < 1) return detail::fail<P>(too_few, senders, 1.0);
    return senders;
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds drain_time(bytes from_each, seconds alpha = {}) const noexcept(never_throws<P>) {
    if (senders < 1) return detail::fail<P>(too_few, senders, seconds{});
    if (!detail::finite_positive(line_rate.si())) return detail::fail<P>(no_rate, line_rate.si(), seconds{});
    if (!detail::finite_non_negative(from_each.si()) || !detail::finite_non_negative(alpha.si())) {
      return detail::fail<P>("collective::incast: from_each and alpha must be finite and >= 0 (docs/errors.md#E358)",
                             detail::finite_non_negative(alpha.si()) ? from_each.si() : alpha.si(), [&] {
                               const double most = (std::numeric_limits<double>::max)();
                               return drain_time<P>(from_si<dim{.data = 1}>(detail::clamped(from_each.si(), 0.0, most)),
                                                    from_si<dim{.time = 1}>(detail::clamped(alpha.si(), 0.0, most)));
                             });
    }
    return alpha + static_cast<double>(senders) * from_each / line_rate;
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr bytes backlog() const noexcept(never_throws<P>) {
    if (senders < 1) return detail::fail<P>(too_few, senders, bytes{});
    if (!detail::finite_positive(line_rate.si())) return detail::fail<P>(no_rate, line_rate.si(), bytes{});
    if (!detail::finite_non_negative(feedback_delay.si())) {
      return detail::fail<P>("collective::incast: feedback_delay must be finite and >= 0 (docs/errors.md#E358)",
                             feedback_delay.si(), bytes{});
    }
    if (senders == 1) return {};  // alone, whatever the delay
    return static_cast<double>(senders - 1) * (line_rate * feedback_delay);
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds longest_pause() const noexcept(never_throws<P>) {
    if (!detail::finite_positive(line_rate.si())) return detail::fail<P>(no_rate, line_rate.si(), seconds{});
    return 65535.0 * 512.0 * units::bit / line_rate;
  }

 private:
  static constexpr const char* too_few = "collective::incast: senders must be >= 1 (docs/errors.md#E357)";
  static constexpr const char* no_rate = "collective::incast: line_rate must be finite and > 0 (docs/errors.md#E357)";
};

}  // namespace traincost::collective
