// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "traincost/core/integer.hpp"
#include "traincost/hardware/link.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::hardware {

// How a message is sent over a reliable connection. What each adds to the headers of its packets, B:
//   write  16 once (RETH)    read  4 in the first and the last packet of the answer (AETH), as an ACK has
//   send   0                 ..._immediate  4 more once
enum class verb : unsigned char { write, write_immediate, send, send_immediate, read };

// RoCEv2 goodput: what headers leave of the line rate.
//
//   eta(MTU)     = MTU / (MTU + overhead),   overhead = 82 B with IPv4, 102 B with IPv6, + 4 B with a VLAN tag
//   wire(S)      = S padded to 4 B + ceil(S/MTU) overhead + what the verb adds;   eta(S) = S / wire(S)
//
// Assumptions: (1) full packets; (2) no loss, no pause, no congestion control; (3) acknowledgements travel the other
// way. Valid: mtu in {256, 512, 1024, 2048, 4096}, the path MTUs of RoCE. Do not use eta for messages of a few packets
// (message_goodput is for those), nor as an effective rate: HCCL itself works with 0.8 of the line rate.
// Source: preamble 8, gap 12, Ethernet 14, FCS 4, IPv4 20 or IPv6 40, UDP 8, BTH 12, ICRC 4 (IBTA RoCEv2 annex); which
// packet has which header: opcode table of Linux' drivers/infiniband/sw/rxe.
template <class Rep>
struct rocev2 {
  basic_bandwidth<Rep> line_rate{};
  int mtu = 4096;
  bool ipv6 = false;
  bool vlan = false;

  // B on the wire around each packet's payload.
  [[nodiscard]] constexpr int overhead() const noexcept { return 82 + (ipv6 ? 20 : 0) + (vlan ? 4 : 0); }

  // A full packet, and an acknowledgement or a NAK, on the wire.
  [[nodiscard]] constexpr basic_bytes<Rep> packet() const noexcept { return in_bytes(mtu + overhead()); }
  [[nodiscard]] constexpr basic_bytes<Rep> acknowledgement() const noexcept { return in_bytes(overhead() + aeth); }
  // What asks for a read; it travels the other way.
  [[nodiscard]] constexpr basic_bytes<Rep> read_request() const noexcept { return in_bytes(overhead() + reth); }

  // Share of the line rate left to payload in a long stream of full packets.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<Rep> goodput() const noexcept(never_throws<P>) {
    if (!valid_mtu()) return refuse<P>([](const rocev2& valid) { return valid.template goodput<P>(); });
    return fraction<Rep>::unchecked(static_cast<Rep>(mtu) / static_cast<Rep>(mtu + overhead()));
  }

  // Share left in one message of `message` bytes.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr fraction<Rep> message_goodput(std::int64_t message, verb by = verb::write) const
      noexcept(never_throws<P>) {
    if (!valid_mtu()) {
      return refuse<P>([&](const rocev2& valid) { return valid.template message_goodput<P>(message, by); });
    }
    if (message < 1) {
      return traincost::detail::fail<P>(
          "hardware::rocev2::message_goodput: message must be >= 1 byte "
          "(docs/errors.md#E301)",
          message, [&] { return message_goodput<P>(1, by); });
    }
    return fraction<Rep>::unchecked(static_cast<Rep>(message) / on_the_wire(message, by));
  }

  // B that one message of `message` bytes puts on the wire, in the direction of its payload.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr basic_bytes<Rep> wire_bytes(std::int64_t message, verb by = verb::write) const
      noexcept(never_throws<P>) {
    if (!valid_mtu()) {
      return refuse<P>([&](const rocev2& valid) { return valid.template wire_bytes<P>(message, by); });
    }
    if (message < 1) {
      return traincost::detail::fail<P>("hardware::rocev2::wire_bytes: message must be >= 1 byte (docs/errors.md#E301)",
                                        message, [&] { return wire_bytes<P>(1, by); });
    }
    return from_si<dim{.data = 1}>(on_the_wire(message, by));
  }

  // A port with this goodput times `efficiency` (software and congestion control) and the given start-up per step.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr port_link<Rep> link(basic_seconds<Rep> alpha, fraction<Rep> efficiency) const
      noexcept(never_throws<P>) {
    return port(alpha, (goodput<P>() * efficiency).value() * line_rate);
  }

 private:
  static constexpr int reth = 16;  // address, key and length of remote memory
  static constexpr int aeth = 4;   // acknowledgement
  static constexpr int immediate = 4;
  static constexpr const char* mtu_sentence =
      "hardware::rocev2: mtu must be one of RoCE's path MTUs 256, 512, 1024, 2048, 4096 (docs/errors.md#E302)";

  [[nodiscard]] static constexpr basic_bytes<Rep> in_bytes(int count) noexcept {
    return from_si<dim{.data = 1}>(static_cast<Rep>(count));
  }
  [[nodiscard]] static constexpr int added(verb by, std::int64_t packets) noexcept {
    if (by == verb::read) return packets == 1 ? aeth : 2 * aeth;
    const bool writes = by == verb::write || by == verb::write_immediate;
    const bool carries = by == verb::write_immediate || by == verb::send_immediate;
    return (writes ? reth : 0) + (carries ? immediate : 0);
  }
  [[nodiscard]] constexpr Rep on_the_wire(std::int64_t message, verb by) const noexcept {
    const Rep padded = Rep(4) * static_cast<Rep>(ceil_div<std::int64_t>(message, 4));
    const std::int64_t packets = ceil_div<std::int64_t>(message, mtu);
    return padded + static_cast<Rep>(packets) * static_cast<Rep>(overhead()) + static_cast<Rep>(added(by, packets));
  }
  [[nodiscard]] constexpr bool valid_mtu() const noexcept {
    return mtu == 256 || mtu == 512 || mtu == 1024 || mtu == 2048 || mtu == 4096;
  }
  // `ask` is the question again, put to the nearest path MTU.
  template <eval_policy P, class Ask>
  [[nodiscard]] constexpr auto refuse(const Ask& ask) const noexcept(never_throws<P>) {
    return traincost::detail::fail<P>(mtu_sentence, mtu, [&] {
      rocev2 nearest = *this;
      nearest.mtu = mtu < 384 ? 256 : mtu < 768 ? 512 : mtu < 1536 ? 1024 : mtu < 3072 ? 2048 : 4096;
      return ask(nearest);
    });
  }
};

}  // namespace traincost::hardware
