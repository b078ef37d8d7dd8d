// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/collective/retransmission_timeout.hpp"

namespace traincost::collective {

// Go-back-N, what plain RoCE adapters do about a lost packet: the receiver drops everything behind it, and the sender
// repeats from there. Each loss wastes the window W of packets that were under way, the lost one among them.
//
//   W          = max(1, ceil(round_trip line_rate / packet))     packets
//   efficiency = 1 / (1 + W q/(1-q)) = (1-q) / (1 + (W-1) q)     time-outs apart
//   stretch    = 1 + q/(1-q) (W + timeout.share timeout.duration line_rate / packet)
//
// Assumptions: (1) independent losses; (2) the receiver's complaint is never lost and comes at once; (3) the window is
// always full: messages are longer than round_trip line_rate. Valid: 0 <= loss < 1, round_trip >= 0, line_rate and
// packet (on the wire, hardware::rocev2::packet()) > 0. Measured adapters fall faster: to almost nothing above 1 %.
// Source: one geometric number of losses a packet; Wang et al., ICCCN 2019 for the measurement.
struct go_back_n {
  static constexpr bool is_fabric_policy = true;
  fraction<> loss{};
  seconds round_trip{};
  bandwidth line_rate = 200.0 * units::Gbit_per_s;
  bytes packet = 4178.0 * units::B;
  retransmission_timeout timeout{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double window() const noexcept(never_throws<P>) {
    if (!valid()) return refuse<P>();
    const double packets = round_trip * line_rate / packet;
    const double whole = math::round(packets);
    const bool rounded = math::abs(packets - whole) <= 4.0 * std::numeric_limits<double>::epsilon() * packets;
    const double up = rounded ? whole : math::ceil(packets);  // a product that is whole but for its rounding is whole
    return up < 1.0 ? 1.0 : up;
  }

  // Share of the packets sent that arrive in order.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<> efficiency() const noexcept(never_throws<P>) {
    return fraction<>::unchecked(1.0 / (1.0 + wasted(packet_loss{loss}.per_delivered<P>(), window<P>())));
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    if (!valid()) return refuse<P>();
    const double lost = packet_loss{loss}.per_delivered<P>();
    return 1.0 + wasted(lost, window<P>()) + timeout.expected<P>({loss}, 1.0) * line_rate / packet;
  }

 private:
  // Without loss nothing is sent again, however long the window; a refused window stays NaN.
  static constexpr double wasted(double lost, double slots) noexcept {
    return lost == 0.0 && slots >= 0.0 ? 0.0 : lost * slots;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return detail::finite_non_negative(round_trip.si()) && detail::finite_positive(line_rate.si()) &&
           detail::finite_positive(packet.si());
  }
  template <eval_policy P>
  [[nodiscard]] constexpr double refuse() const noexcept(never_throws<P>) {
    const bool rate = !detail::finite_positive(line_rate.si());
    const bool size = !detail::finite_positive(packet.si());
    return detail::fail<P>(
        "collective::go_back_n: needs round_trip finite and >= 0, line_rate and packet finite and > 0 "
        "(docs/errors.md#E355)",
        rate   ? line_rate.si()
        : size ? packet.si()
               : round_trip.si(),
        1.0);
  }
};

}  // namespace traincost::collective
