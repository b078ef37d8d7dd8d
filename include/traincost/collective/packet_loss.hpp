// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::collective {

// Packets are lost independently, each with one probability q:
//
//   per_delivered = q / (1 - q)          transmissions lost for each one that arrives
//   none_in(N)    = (1 - q)^N            none of N packets is lost
//
// Valid: 0 <= q < 1. Do not use it for losses that come in bursts, as tail drop makes them: fewer messages meet a loss
// then, and those lose more.
struct packet_loss {
  fraction<> probability{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double per_delivered() const noexcept(never_throws<P>) {
    const double q = probability.value();
    if (!valid()) return detail::fail<P>(sentence, q, 0.0);
    return q / (1.0 - q);
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<> none_in(double packets) const noexcept(never_throws<P>) {
    const double q = probability.value();
    if (!valid()) return detail::fail<P>(sentence, q, fraction<>::unchecked(1.0));
    if (!detail::finite_non_negative(packets)) {
      return detail::fail<P>("collective::packet_loss: packets must be finite and >= 0 (docs/errors.md#E353)", packets,
                             [&] { return none_in<P>(nearest(packets)); });
    }
    return fraction<>::unchecked(math::exp(packets * math::log1p(-q)));  // accurate also for q far below 2^-53
  }
  // The opposite, accurate also where it is tiny.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<> any_in(double packets) const noexcept(never_throws<P>) {
    const double q = probability.value();
    if (!valid()) return detail::fail<P>(sentence, q, fraction<>{});
    if (!detail::finite_non_negative(packets)) {
      return detail::fail<P>("collective::packet_loss: packets must be finite and >= 0 (docs/errors.md#E353)", packets,
                             [&] { return any_in<P>(nearest(packets)); });
    }
    return fraction<>::unchecked(-math::expm1(packets * math::log1p(-q)));
  }

 private:
  static constexpr const char* sentence =
      "collective::packet_loss: probability must be >= 0 and < 1 (docs/errors.md#E352)";

  [[nodiscard]] constexpr bool valid() const noexcept {
    return probability.value() >= 0.0 && probability.value() < 1.0;
  }
  static constexpr double nearest(double packets) noexcept {
    return detail::clamped(packets, 0.0, (std::numeric_limits<double>::max)());
  }
};

}  // namespace traincost::collective
