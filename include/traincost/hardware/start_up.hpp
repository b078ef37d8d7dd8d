// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/fwd.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::hardware {

// What the start-up of a step between servers is made of, in place of one measured alpha:
//
//   alpha = software + switches (switch_latency + packet / line_rate if store_and_forward) + cable_metres 5 ns/m
//
//   software       launch of the task, work request, notification      s      >= 0
//   switches       on the way                                          >= 0
//   packet         on the wire, hardware::rocev2::packet()             B      >= 0
//
// Assumptions: (1) all hops have one rate; (2) nothing queues (collective::dcqcn has the queue); (3) the message fills
// a packet: a shorter one is stored for a shorter time. Light in glass travels at 0.2 m/ns.
// Do not use it to guess `software`, which is most of alpha and has to be measured.
template <class Rep>
struct start_up {
  static constexpr seconds cable_delay_per_metre = 5.0 * units::ns;

  basic_seconds<Rep> software{};
  int switches = 0;
  basic_seconds<Rep> switch_latency{};
  Rep cable_metres{};
  bool store_and_forward = false;
  basic_bytes<Rep> packet{};
  basic_bandwidth<Rep> line_rate{};

  // In the order of the formula.
  struct parts {
    basic_seconds<Rep> software{};
    basic_seconds<Rep> switches{};
    basic_seconds<Rep> cable{};
    [[nodiscard]] constexpr basic_seconds<Rep> total() const noexcept { return software + switches + cable; }
    [[nodiscard]] static constexpr parts not_a_number() noexcept {
      constexpr auto nan = basic_seconds<Rep>::not_a_number();
      return {nan, nan, nan};
    }
  };

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr parts split() const noexcept(never_throws<P>) {
    using traincost::detail::finite_non_negative, traincost::detail::finite_positive;
    if (switches < 0) {
      return traincost::detail::fail<P>("hardware::start_up: switches must be >= 0 (docs/errors.md#E350)", switches,
                                        parts{});
    }
    const Rep given[] = {software.si(), switch_latency.si(), cable_metres};
    for (const Rep& value : given) {
      if (!finite_non_negative(value)) {
        return traincost::detail::fail<P>(
            "hardware::start_up: software, switch_latency and cable_metres must be finite and >= 0 "
            "(docs/errors.md#E350)",
            value, parts{});
      }
    }
    const Rep hops = static_cast<Rep>(switches);
    const parts cut_through{software, hops * switch_latency,
                            from_si<dim{.time = 1}>(static_cast<Rep>(cable_delay_per_metre.si()) * cable_metres)};
    if (!store_and_forward) return cut_through;
    if (!finite_non_negative(packet.si()) || !finite_positive(line_rate.si())) {
      return traincost::detail::fail<P>(
          "hardware::start_up: storing a packet needs packet finite and >= 0 and line_rate finite and > 0 "
          "(docs/errors.md#E351)",
          finite_positive(line_rate.si()) ? packet.si() : line_rate.si(), cut_through);
    }
    return {software, hops * (switch_latency + packet / line_rate), cut_through.cable};
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr basic_seconds<Rep> alpha() const noexcept(never_throws<P>) {
    return split<P>().total();
  }
};

}  // namespace traincost::hardware
