// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/collective/retransmission_timeout.hpp"

namespace traincost::collective {

// Selective repeat: the receiver keeps what arrives, and only lost packets are sent again.
//
//   efficiency = 1 - q,   stretch = 1 + q/(1-q) (1 + timeout.share timeout.duration line_rate / packet)
//
// Assumptions: (1) independent losses; (2) the window never closes while a repetition is under way. Valid: 0 <= loss
// < 1, line_rate and packet (on the wire) > 0. Not for plain RoCE adapters, which go back: collective::go_back_n.
// Source: one geometric number of losses a packet; Mittal et al., SIGCOMM 2018 (IRN) for adapters that do it.
struct selective_repeat {
  static constexpr bool is_fabric_policy = true;
  fraction<> loss{};
  bandwidth line_rate = 200.0 * units::Gbit_per_s;
  bytes packet = 4178.0 * units::B;
  retransmission_timeout timeout{};

  // Share of the packets sent that arrive.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<> efficiency() const noexcept(never_throws<P>) {
    return fraction<>::unchecked(1.0 / (1.0 + packet_loss{loss}.per_delivered<P>()));
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    if (!detail::finite_positive(line_rate.si()) || !detail::finite_positive(packet.si())) {
      return detail::fail<P>(
          "collective::selective_repeat: line_rate and packet must be finite and > 0 (docs/errors.md#E355)",
          detail::finite_positive(packet.si()) ? line_rate.si() : packet.si(), 1.0);
    }
    return 1.0 + packet_loss{loss}.per_delivered<P>() + timeout.expected<P>({loss}, 1.0) * line_rate / packet;
  }
};

}  // namespace traincost::collective
