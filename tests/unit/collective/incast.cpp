// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/incast.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/table.hpp"
#include "traincost/hardware/link.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using collective::incast;
}  // namespace

TEST_CASE("incast: reference drain times, backlogs and pauses") {
  int lines = 0;
  for (const row& line : table("incast.csv")) {
    const std::string& quantity = line.text("quantity");
    incast port{.line_rate = line.number("line_rate_bit_per_s") * (bit / s)};
    const auto actual = [&]() -> double {
      if (quantity == "pfc_max_pause") return port.longest_pause().in(s);
      port.senders = line.count("senders");
      if (quantity == "incast_drain_time") {
        return port.drain_time(line.number("bytes") * B, line.number("alpha_s") * s).in(s);
      }
      CHECK(quantity == "incast_backlog_before_feedback");
      port.feedback_delay = line.number("feedback_delay_s") * s;
      return port.backlog().in(B);
    };
    CAPTURE(quantity);
    CHECK(relative_error(actual(), line.number("value")) < golden);
    ++lines;
  }
  CHECK(lines == 9);
}

TEST_CASE("incast: the stretched link drains as the bound says") {
  constexpr auto line_rate = 200.0 * Gbit_per_s;
  for (int senders = 1; senders <= 256; senders *= 2) {
    const incast port{senders, line_rate, 10.0 * us};
    const auto link = hardware::port(5.0 * us, line_rate).stretched(port.stretch());
    const seconds stretched = link.alpha + 1.0 * MiB * link.beta;
    CHECK(relative_error(stretched.si(), port.drain_time(1.0 * MiB, 5.0 * us).si()) < rounding);
    // What has arrived in the delay and was not drained.
    CHECK(relative_error((port.backlog() + line_rate * port.feedback_delay).si(), 250000.0 * senders) < rounding);
  }
  static_assert(incast{}.stretch() == 1.0 && incast{}.backlog() == 0.0 * B);
}

TEST_CASE("incast: policies") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const bool allowed = x >= 0.0 && x <= 1e308;
    const incast slow{.senders = 2, .line_rate = x * B_per_s};
    CHECK(check_policies([=]<eval_policy P> { return slow.longest_pause<P>().si(); }) == !(allowed && x > 0.0));
    CHECK(check_policies([=]<eval_policy P> { return slow.backlog<P>().si(); }) == !(allowed && x > 0.0));
    CHECK(check_policies([=]<eval_policy P> { return slow.drain_time<P>(1.0 * B).si(); }) == !(allowed && x > 0.0));
    const incast late{.senders = 2, .feedback_delay = x * s};
    CHECK(check_policies([=]<eval_policy P> { return late.backlog<P>().si(); }) == !allowed);
    CHECK(check_policies([=]<eval_policy P> { return incast{}.drain_time<P>(x * B).si(); }) == !allowed);
    CHECK(check_policies([=]<eval_policy P> { return incast{}.drain_time<P>(1.0 * B, x * s).si(); }) == !allowed);
  }
  for (const int senders : odd_counts) {
    const incast port{.senders = senders};
    CHECK(check_policies([=]<eval_policy P> { return port.stretch<P>(); }, 1.0) == (senders < 1));
    CHECK(check_policies([=]<eval_policy P> { return port.backlog<P>().si(); }) == (senders < 1));
    CHECK(check_policies([=]<eval_policy P> { return port.drain_time<P>(1.0 * B).si(); }) == (senders < 1));
  }
  static_assert(noexcept(incast{}.stretch<batch_policy>()) && !noexcept(incast{}.stretch()));
}

TEST_CASE("incast: one sender backs nothing up, however late the feedback") {
  CHECK(incast{.senders = 1, .feedback_delay = 1.7e308 * s}.backlog() == 0.0 * B);
}
