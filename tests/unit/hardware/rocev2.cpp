// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/rocev2.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using hardware::rocev2;
}  // namespace

TEST_CASE("rocev2: reference goodputs") {
  int lines = 0;
  for (const row& line : table("rocev2.csv")) {
    rocev2<> network{200.0 * Gbit_per_s, line.count("mtu_B"), line.count("ipv6") == 1, line.count("vlan") == 1};
    CAPTURE(line.text("quantity"));
    CAPTURE(network.mtu);
    CHECK(network.overhead() == line.count("overhead_B"));
    const double expected = line.number("value");
    if (line.text("quantity") == "goodput_fraction") {
      CHECK(relative_error(network.goodput().value(), expected) < golden);
    } else if (line.text("quantity") == "goodput_rate") {
      network.line_rate = line.number("line_rate_bit_per_s") * (bit / s);
      const auto link = network.link(10.0 * us, fraction{1.0});
      CHECK(relative_error(link.bandwidth().in(B_per_s), expected) < golden);
      CHECK(link.alpha == 10.0 * us);
    } else if (line.text("quantity") == "write_message_goodput_fraction") {
      CHECK(relative_error(network.message_goodput(line.integer("message_B")).value(), expected) < golden);
    } else {
      const auto message = line.integer("message_B");
      CHECK(line.text("quantity") == "write_message_wire_bytes");
      CHECK(relative_error(static_cast<double>(message) / network.message_goodput(message).value(), expected) < golden);
    }
    ++lines;
  }
  CHECK(lines == 45);
}

TEST_CASE("rocev2: headers, IPv6 and VLAN tags cost; a larger MTU costs less") {
  double last = 0.0;
  for (const int mtu : {256, 512, 1024, 2048, 4096}) {
    const double plain = rocev2<>{.mtu = mtu}.goodput().value();
    const double tagged = rocev2<>{.mtu = mtu, .vlan = true}.goodput().value();
    const double six = rocev2<>{.mtu = mtu, .ipv6 = true}.goodput().value();
    const double both = rocev2<>{.mtu = mtu, .ipv6 = true, .vlan = true}.goodput().value();
    CHECK(plain > tagged);
    CHECK(tagged > six);
    CHECK(six > both);
    CHECK(both > last);
    last = plain;
  }
}

TEST_CASE("rocev2: a message never beats the stream of full packets, and approaches it") {
  random_source draw(51);
  for (int i = 0; i < 2000; ++i) {
    const rocev2<> network{
        .mtu = 256 << draw.integer(0, 4), .ipv6 = draw.integer(0, 1) == 1, .vlan = draw.integer(0, 1) == 1};
    const auto message = static_cast<std::int64_t>(draw.magnitude(1.0, 1e12));
    const double share = network.message_goodput(message).value();
    CAPTURE(message);
    CHECK(share > 0.0);
    CHECK(share < network.goodput().value());
    // Whole packets amortise the extra header of the first.
    CHECK(network.message_goodput(message * network.mtu).value() >= share * (1.0 - rounding));
  }
  constexpr rocev2<> network{};
  CHECK(relative_error(network.message_goodput(std::int64_t{1} << 50).value(), network.goodput().value()) < golden);
}

TEST_CASE("rocev2: the largest message that an integer can count") {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  constexpr rocev2<> network{};
  constexpr double share = network.message_goodput(most).value();
  CHECK(relative_error(share, rocev2<>{}.goodput().value()) < golden);
}

TEST_CASE("rocev2: efficiency scales the link's rate") {
  constexpr rocev2<> network{200.0 * Gbit_per_s};
  const double full = network.link(10.0 * us, fraction{1.0}).bandwidth().si();
  CHECK(relative_error(network.link(10.0 * us, fraction{0.5}).bandwidth().si(), 0.5 * full) < rounding);
  // HCCL's 20 GB/s is 0.816 of the goodput.
  CHECK(relative_error(network.link(10.0 * us, fraction{0.816}).bandwidth().in(GB_per_s), 20.0) < 1e-3);
}
