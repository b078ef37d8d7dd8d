// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/rocev2.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using hardware::rocev2;
using hardware::verb;

// By counting: every packet with the headers that its place in the message gives it.
std::int64_t counted(std::int64_t message, int mtu, int overhead, verb by) {
  std::int64_t wire = 0;
  for (std::int64_t at = 0; at < message; at += mtu) {
    const std::int64_t payload = std::min<std::int64_t>(mtu, message - at);
    const bool first = at == 0;
    const bool last = at + payload == message;
    wire += overhead + (payload + 3) / 4 * 4;
    if (first && (by == verb::write || by == verb::write_immediate)) wire += 16;
    if (last && (by == verb::send_immediate || by == verb::write_immediate)) wire += 4;
    if ((first || last) && by == verb::read) wire += 4;
  }
  return wire;
}
}  // namespace

TEST_CASE("rocev2: reference packets and messages") {
  int lines = 0;
  for (const row& line : table("roce_messages.csv")) {
    const std::string& quantity = line.text("quantity");
    rocev2<> network{200.0 * Gbit_per_s, line.count("mtu"), line.count("ipv6") == 1, line.count("vlan") == 1};
    const auto actual = [&]() -> double {
      if (quantity == "packet_overhead_bytes") return network.overhead();
      if (quantity == "ack_wire_bytes") return network.acknowledgement().in(B);
      if (quantity == "goodput_fraction") return network.goodput().value();
      if (quantity == "write_message_wire_bytes") return network.wire_bytes(line.integer("message")).in(B);
      if (quantity == "write_message_goodput_fraction") return network.message_goodput(line.integer("message")).value();
      CHECK(quantity == "goodput_rate");
      network.line_rate = line.number("line_rate_bit_per_s") * (bit / s);
      return network.link(10.0 * us, fraction{1.0}).bandwidth().in(B_per_s);
    };
    CAPTURE(quantity);
    CHECK(relative_error(actual(), line.number("value")) < golden);
    ++lines;
  }
  CHECK(lines == 48);
}

TEST_CASE("rocev2: wire bytes of every verb by counting packets") {
  random_source draw(72);
  for (int i = 0; i < 2000; ++i) {
    const rocev2<> network{.mtu = 256 << draw.integer(0, 4), .ipv6 = i % 2 == 0, .vlan = i % 3 == 0};
    const auto message = static_cast<std::int64_t>(draw.magnitude(1.0, 1e6));
    CAPTURE(message);
    CAPTURE(network.mtu);
    for (const verb by : {verb::write, verb::write_immediate, verb::send, verb::send_immediate, verb::read}) {
      const auto wire = static_cast<double>(counted(message, network.mtu, network.overhead(), by));
      CHECK(network.wire_bytes(message, by).in(B) == wire);
      CHECK(relative_error(network.message_goodput(message, by).value(), static_cast<double>(message) / wire) <
            rounding);
    }
  }
  static_assert(rocev2<>{}.packet() == 4178.0 * B && rocev2<>{}.read_request() == 98.0 * B);
  static_assert(rocev2<>{.ipv6 = true, .vlan = true}.acknowledgement() == 110.0 * B);
}

TEST_CASE("rocev2: policies of wire_bytes") {
  for (const int mtu : odd_counts) {
    CHECK(check_policies([=]<eval_policy P> { return rocev2<>{.mtu = mtu}.wire_bytes<P>(1000).si(); }, 1000.0));
  }
  for (const std::int64_t message : {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
    CHECK(check_policies([=]<eval_policy P> { return rocev2<>{}.wire_bytes<P>(message).si(); }, 102.0));
    CHECK(check_policies([=]<eval_policy P> { return rocev2<>{}.message_goodput<P>(message).value(); }));
  }
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  CHECK(!check_policies([=]<eval_policy P> { return rocev2<>{}.wire_bytes<P>(most).si(); }, 9e18));
}
