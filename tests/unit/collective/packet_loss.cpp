// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/packet_loss.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"
#include "traincost/collective/go_back_n.hpp"
#include "traincost/collective/selective_repeat.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using namespace traincost::collective;

// Slots until `packets` packets have arrived in order, sent one a slot, with a window of `window` slots until a loss is
// noticed.
double simulated_slots(int packets, int window, double q, random_source& draw) {
  double slots = 0.0;
  for (int delivered = 0; delivered < packets;) {
    const bool lost = draw.uniform(0.0, 1.0) < q;
    slots += lost ? window : 1;
    delivered += lost ? 0 : 1;
  }
  return slots;
}
}  // namespace

TEST_CASE("packet_loss: reference values of go-back-N, selective repeat and time-outs") {
  int lines = 0;
  for (const row& line : table("packet_loss.csv")) {
    const std::string& quantity = line.text("quantity");
    const auto loss = [&] { return fraction{line.number("loss")}; };
    const auto sent = [&] {
      go_back_n way{.round_trip = line.number("round_trip_s") * s};
      way.line_rate = line.number("line_rate_bit_per_s") * (bit / s);
      way.packet = line.number("packet") * B;
      return way;
    };
    const auto actual = [&]() -> double {
      if (quantity == "gobackn_window") return sent().window();
      if (quantity == "gobackn_efficiency") {
        auto way = sent();
        way.loss = loss();
        CHECK(relative_error(1.0 / way.stretch(), line.number("value")) < golden);
        return way.efficiency().value();
      }
      if (quantity == "selective_repeat_efficiency") {
        CHECK(relative_error(1.0 / selective_repeat{loss()}.stretch(), line.number("value")) < golden);
        return selective_repeat{loss()}.efficiency().value();
      }
      if (quantity == "rdma_rto_min") return retransmission_timeout{line.count("exponent")}.duration().in(s);
      CHECK(quantity == "prob_no_loss");
      return packet_loss{loss()}.none_in(line.number("packets")).value();
    };
    CAPTURE(quantity);
    CHECK(relative_error(actual(), line.number("value")) < golden);
    ++lines;
  }
  CHECK(lines == 31);
}

TEST_CASE("packet_loss: none and any of few and many packets") {
  const packet_loss half{fraction{0.5}};
  CHECK(half.none_in(0.0).value() == 1.0);
  CHECK(relative_error(half.none_in(3.0).value(), 0.125) < rounding);
  CHECK(relative_error(half.any_in(3.0).value(), 0.875) < rounding);
  CHECK(half.per_delivered() == 1.0);
  CHECK(packet_loss{}.none_in(1e300).value() == 1.0);
  CHECK(packet_loss{}.any_in(1e300).value() == 0.0);
  // Where 1 - q is 1 in double.
  const packet_loss rare{fraction{1e-20}};
  CHECK(relative_error(rare.any_in(1.0).value(), 1e-20) < rounding);
  CHECK(relative_error(rare.none_in(1e20).value(), std::exp(-1.0)) < golden);
  static_assert(packet_loss{fraction{0.25}}.any_in(0.0).value() == 0.0);
}

TEST_CASE("go_back_n: the mean of a simulation") {
  random_source draw(81);
  for (const double q : {0.001, 0.01, 0.1, 0.5}) {
    for (const int window : {1, 7, 60}) {
      const int packets = 400000;
      const go_back_n way{fraction{q}, (window - 0.5) * s, 1.0 * B_per_s, 1.0 * B};
      CHECK(way.window() == window);
      CAPTURE(q);
      CAPTURE(window);
      const double mean = simulated_slots(packets, window, q, draw) / packets;
      CHECK(relative_error(way.stretch(), mean) < 6.0 * std::sqrt(q / packets) * window);  // six standard deviations
      if (window == 1) CHECK(way.stretch() == selective_repeat{fraction{q}}.stretch());
    }
  }
}

TEST_CASE("go_back_n: a window that is whole but for rounding is not rounded up") {
  const auto window = [](double round_trip_us, double packet) {
    return go_back_n{.round_trip = round_trip_us * us, .packet = packet * B}.window();
  };
  for (int packets = 1; packets <= 2000; ++packets) {
    CHECK(window(packets * 0.16, 4000.0) == packets);  // 0.16 us at 25 GB/s is a packet of 4000 B
    CHECK(window(packets * 0.16 + 0.001, 4000.0) == packets + 1);
  }
  CHECK(window(0.0, 4000.0) == 1.0);
}

TEST_CASE("go_back_n, selective_repeat: monotone, at least 1, and nothing without loss") {
  random_source draw(82);
  for (int i = 0; i < 1000; ++i) {
    const double q = draw.magnitude(1e-12, 0.4);
    const go_back_n back{fraction{q}, draw.magnitude(1e-7, 1e-3) * s, draw.magnitude(1e9, 1e11) * B_per_s,
                         draw.magnitude(300.0, 5000.0) * B};
    const selective_repeat repeat{fraction{q}, back.line_rate, back.packet};
    CHECK(repeat.stretch() >= 1.0);
    CHECK(back.stretch() >= repeat.stretch());
    CHECK(relative_error(back.stretch() * back.efficiency().value(), 1.0) < rounding);
    CHECK(relative_error(repeat.efficiency().value(), 1.0 - q) < rounding);
    auto worse = back;
    worse.loss = fraction{2.0 * q};
    CHECK(worse.stretch() >= back.stretch());
    worse = back;
    worse.round_trip = 2.0 * back.round_trip;
    CHECK(worse.stretch() >= back.stretch());
    worse = back;
    worse.timeout = {14, fraction{0.01}};
    CHECK(worse.stretch() > back.stretch());
    CHECK(worse.efficiency() == back.efficiency());
    worse.loss = {};
    CHECK(worse.stretch() == 1.0);
  }
  static_assert(go_back_n{}.stretch() == 1.0 && selective_repeat{}.stretch() == 1.0);
}

TEST_CASE("retransmission_timeout: a stretch is what a message expects") {
  random_source draw(83);
  for (int i = 0; i < 200; ++i) {
    const packet_loss loss{fraction{draw.magnitude(1e-5, 0.1)}};
    const retransmission_timeout timer{draw.integer(8, 31), fraction{draw.uniform(0.1, 1.0)}};
    const double packets = draw.magnitude(1.0, 1e9);
    go_back_n way{.loss = loss.probability, .round_trip = 10.0 * us, .timeout = timer};
    const seconds lossless = packets * way.packet / way.line_rate;
    const double with = way.stretch();
    way.timeout = {};
    const seconds added = (with - way.stretch()) * lossless;
    CHECK(relative_error(added.si(), timer.expected(loss, packets).si()) <
          golden * 1e2);  // a difference of two stretches
  }
  // A message of 1 GiB, one loss in a million, one of a hundred ends in a time-out of 4.3 s.
  const seconds wait = retransmission_timeout{20, percent(1)}.expected({fraction{1e-6}}, 262144.0);
  CHECK(relative_error(wait.in(ms), 262144 * 1e-6 / (1 - 1e-6) * 0.01 * 4294.967296) < rounding);
}

TEST_CASE("packet_loss, go_back_n, selective_repeat: policies") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const fraction<> share = any_fraction(x);
    const bool probable = x >= 0.0 && x < 1.0;
    const bool positive = x > 0.0 && x <= 1e308;
    CHECK(check_policies([=]<eval_policy P> { return packet_loss{share}.per_delivered<P>(); }) == !probable);
    CHECK(check_policies([=]<eval_policy P> { return packet_loss{share}.none_in<P>(10.0).value(); }) == !probable);
    CHECK(check_policies([=]<eval_policy P> { return packet_loss{share}.any_in<P>(10.0).value(); }) == !probable);
    const packet_loss rare{fraction{0.001}};
    const bool counts = x >= 0.0 && x <= 1e308;
    CHECK(check_policies([=]<eval_policy P> { return rare.none_in<P>(x).value(); }) == !counts);
    CHECK(check_policies([=]<eval_policy P> { return rare.any_in<P>(x).value(); }) == !counts);
    CHECK(check_policies([=]<eval_policy P> { return retransmission_timeout{}.expected<P>(rare, x).si(); }) == !counts);
    CHECK(check_policies([=]<eval_policy P> { return go_back_n{.loss = share}.stretch<P>(); }, 1.0) == !probable);
    CHECK(check_policies([=]<eval_policy P> { return selective_repeat{share}.stretch<P>(); }, 1.0) == !probable);
    CHECK(check_policies([=]<eval_policy P> { return go_back_n{.loss = share}.efficiency<P>().value(); }) == !probable);
    CHECK(check_policies([=]<eval_policy P> { return selective_repeat{share}.efficiency<P>().value(); }) == !probable);
    const bool shared = x >= 0.0 && x <= 1.0;
    const retransmission_timeout timer{.share = share};
    CHECK(check_policies(
              [=]<eval_policy P> { return go_back_n{.loss = fraction{0.01}, .timeout = timer}.stretch<P>(); }, 1.0) ==
          !shared);
    const auto with = [](auto change) {
      go_back_n back{.loss = fraction{0.01}};
      selective_repeat repeat{.loss = fraction{0.01}};
      change(back);
      change(repeat);
      const bool refused = check_policies([=]<eval_policy P> { return back.stretch<P>(); }, 1.0);
      CHECK(check_policies([=]<eval_policy P> { return back.window<P>(); }, 1.0) == refused);
      CHECK(check_policies([=]<eval_policy P> { return repeat.stretch<P>(); }, 1.0) == refused);
      return refused;
    };
    CHECK(with([x](auto& way) { way.line_rate = x * B_per_s; }) == !positive);
    CHECK(with([x](auto& way) { way.packet = x * B; }) == !positive);
    const go_back_n far{.loss = fraction{0.01}, .round_trip = x * s};
    CHECK(check_policies([=]<eval_policy P> { return far.stretch<P>(); }, 1.0) == !counts);
  }
  for (const int exponent : odd_counts) {
    const retransmission_timeout timer{exponent};
    CHECK(check_policies([=]<eval_policy P> { return timer.duration<P>().si(); }) == (exponent < 1 || exponent > 31));
  }
  static_assert(noexcept(go_back_n{}.stretch<batch_policy>()) && !noexcept(go_back_n{}.stretch()));
}

TEST_CASE("go_back_n, retransmission_timeout: no loss costs nothing, however long the wait") {
  const go_back_n endless{.loss = fraction{0.0}, .round_trip = 1e299 * s};
  CHECK(endless.efficiency() == fraction{1.0});
  CHECK(endless.stretch() == 1.0);
  constexpr eval_policy clamping{.domain = on_error::clamp};
  const retransmission_timeout never{20, fraction{0.0}};
  CHECK(never.expected<clamping>({fraction{0.6}}, std::numeric_limits<double>::infinity()) == 0.0 * s);
}
