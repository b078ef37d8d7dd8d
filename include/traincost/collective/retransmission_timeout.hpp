// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/packet_loss.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// The losses that nobody reports: where the last packet of a message is lost, or the repetition, no later packet makes
// the receiver complain, and the sender waits for its timer.
//
//   duration        = 4.096 us 2^exponent
//   expected(q, N)  = N q/(1-q) share duration      of a message of N packets; share = losses that end in a time-out
//
// Assumptions: (1) independent losses; (2) a time-out is as long as the timer's minimum; adapters may take up to four
// times that. Valid: exponent 1..31 (0 switches the timer off), 0 <= share <= 1. A mean: one message in thousands pays
// all of it, and a collective waits for that one. Source: IBTA, local ACK timeout; exponent 20 is HCCL's default
// (HCCL_RDMA_TIMEOUT).
struct retransmission_timeout {
  static constexpr seconds unit = 4.096 * units::us;
  int exponent = 20;
  fraction<> share{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds duration() const noexcept(never_throws<P>) {
    if (exponent < 1 || exponent > 31) {
      return detail::fail<P>("collective::retransmission_timeout: exponent must be 1 to 31 (docs/errors.md#E354)",
                             exponent, doubled(exponent < 1 ? 1 : 31));
    }
    return doubled(exponent);
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected(packet_loss loss, double packets) const noexcept(never_throws<P>) {
    if (!(share.value() >= 0.0 && share.value() <= 1.0)) {
      return detail::fail<P>("collective::retransmission_timeout: share must be 0 to 1 (docs/errors.md#E354)",
                             share.value(), seconds{});
    }
    if (!detail::finite_non_negative(packets)) {
      return detail::fail<P>(
          "collective::retransmission_timeout: packets must be finite and >= 0 (docs/errors.md#E353)", packets, [&] {
            const double most = (std::numeric_limits<double>::max)();
            return expected<P>(loss, detail::clamped(packets, 0.0, most));
          });
    }
    return packets * (loss.per_delivered<P>() * share.value()) * duration<P>();
  }

 private:
  static constexpr seconds doubled(int times) noexcept { return static_cast<double>(std::int64_t{1} << times) * unit; }
};

}  // namespace traincost::collective
