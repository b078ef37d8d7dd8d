// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/dcqcn.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"
#include "traincost/collective/ecmp.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using collective::dcqcn;
using collective::dcqcn_point;

constexpr double solved = 1e-9;

// The right sides of the fluid model (Zhu et al. 2016, equations for alpha, the target rate and the current rate) at a
// point where the current rate is steady by choice of the target rate: how much they miss 0, relative to their parts.
double imbalance(const dcqcn& c, double p) {
  const double rate = c.line_rate / c.packet / static_cast<double>(c.flows) / Hz;
  const double added = c.additive_increase / c.packet / Hz;
  const double counted = c.byte_counter / c.packet;
  const double timed = c.timer.si() * rate;
  const double tau = c.cnp_interval.si();
  const double alpha = 1.0 - std::pow(1.0 - p, c.alpha_timer.si() * rate);
  const double told = 1.0 - std::pow(1.0 - p, tau * rate);
  const double by_bytes = rate * p / (std::pow(1.0 - p, -counted) - 1.0);
  const double by_time = rate * p / (std::pow(1.0 - p, -timed) - 1.0);
  const double above = rate * alpha / (2.0 * tau) * told / ((by_bytes + by_time) / 2.0);  // target rate - current rate
  const double down = above / tau * told;
  const double up = added * (by_bytes * std::pow(1.0 - p, c.fast_recovery * counted) +
                             by_time * std::pow(1.0 - p, c.fast_recovery * timed));
  return up / down - 1.0;
}

dcqcn random_network(random_source& draw) {
  dcqcn c{.flows = draw.integer(1, 100), .line_rate = draw.magnitude(1e9, 1e11) * B_per_s};
  c.packet = draw.magnitude(500.0, 5000.0) * B;
  c.byte_counter = draw.magnitude(1e5, 1e8) * B;
  c.timer = draw.magnitude(1e-5, 1e-3) * s;
  c.alpha_timer = draw.magnitude(1e-5, 1e-3) * s;
  c.cnp_interval = draw.magnitude(1e-6, 1e-4) * s;
  c.additive_increase = draw.magnitude(1e5, 1e8) * B_per_s;
  c.fast_recovery = draw.integer(0, 10);
  return c;
}
}  // namespace

TEST_CASE("dcqcn: reference fixed points") {
  int values = 0;
  for (const row& line : table("dcqcn.csv")) {
    const dcqcn network{.flows = line.count("flows"), .line_rate = line.number("line_rate_bit_per_s") * (bit / s)};
    CAPTURE(network.flows);
    CAPTURE(network.line_rate.in(Gbit_per_s));
    const auto found = network.fixed_point();
    const bool within = line.count("within_pmax") == 1;
    CHECK(found.state == (within ? status::ok : status::no_solution));
    const auto check = [&](double actual, const char* column) {
      if (line.text(column).empty()) return;
      CAPTURE(column);
      CHECK(relative_error(actual, line.number(column)) < solved);
      ++values;
    };
    check(found.value.marking.value(), "p_star");
    check(network.marking_if_small(), "p_star_small_p");
    check(found.value.alpha.value(), "alpha_star");
    check(found.value.flow_rate.in(B_per_s), "flow_rate");
    check(found.value.queue.in(B), "q_star");
    check(found.value.delay.in(s), "queue_delay");
    check(network.queue_at(network.marking_if_small()).in(B), "q_star_small_p");
    values += 1;
    if (!within) CHECK(found.value.queue == network.k_max);
    CHECK(network.delay() == found.value.delay);
  }
  CHECK(values == 154);
}

TEST_CASE("dcqcn: the fluid model stands still at the fixed point, and nowhere near it") {
  for (const int flows : {2, 4, 8, 16, 32, 64}) {
    for (const double rate : {40.0, 100.0, 200.0, 400.0}) {
      const dcqcn network{.flows = flows, .line_rate = rate * Gbit_per_s};
      const double p = network.fixed_point().value.marking.value();
      CAPTURE(flows);
      CAPTURE(rate);
      CHECK(std::abs(imbalance(network, p)) < 1e-8);  // the plain powers lose digits
      CHECK(imbalance(network, 0.99 * p) > 1e-3);
      CHECK(imbalance(network, 1.01 * p) < -1e-3);
    }
  }
}

TEST_CASE("dcqcn: any parameters have a fixed point") {
  random_source draw(91);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const dcqcn network = random_network(draw);
    const auto found = network.fixed_point();
    const double p = found.value.marking.value();
    CHECK(found.state != status::exhausted);
    CHECK(p > 0.0);
    CHECK(p <= 1.0);
    CHECK(found.value.queue >= network.k_min);
    CHECK(found.value.queue <= network.k_max);
    const double missed = imbalance(network, p);
    if (std::isfinite(missed) && p > 1e-4 && p < 0.1) {
      CHECK(std::abs(missed) < 1e-6);
      ++compared;
    }
  }
  CHECK(compared > 300);
}

TEST_CASE("dcqcn: marking depends on the rate of a flow alone, the delay on the line rate too") {
  random_source draw(92);
  for (int i = 0; i < 300; ++i) {
    dcqcn network = random_network(draw);
    const auto one = network.fixed_point();
    network.flows *= 2;
    network.line_rate = 2.0 * network.line_rate;
    const auto two = network.fixed_point();
    CHECK(relative_error(two.value.marking.value(), one.value.marking.value()) < golden);
    CHECK(relative_error(two.value.queue.si(), one.value.queue.si()) < golden);
    CHECK(relative_error(two.value.alpha.value(), one.value.alpha.value()) < golden);
    CHECK(relative_error(2.0 * two.value.delay.si(), one.value.delay.si()) < golden);
  }
}

TEST_CASE("dcqcn: more flows, longer queues; a faster line, shorter ones") {
  for (const double rate : {25.0, 100.0, 200.0, 800.0}) {
    dcqcn_point last{};
    for (int flows = 1; flows <= 200; ++flows) {
      const auto now = dcqcn{.flows = flows, .line_rate = rate * Gbit_per_s}.fixed_point().value;
      CHECK(now.marking > last.marking);
      CHECK(now.queue >= last.queue);
      CHECK(dcqcn{.flows = flows, .line_rate = 2.0 * rate * Gbit_per_s}.fixed_point().value.marking < now.marking);
      last = now;
    }
  }
}

TEST_CASE("dcqcn: the small-p form is too large with the defaults, and right in the limit") {
  for (const double rate : {25.0, 100.0, 200.0, 400.0}) {
    double last = 0.0;
    for (int flows = 2; flows <= 128; flows *= 2) {
      const dcqcn network{.flows = flows, .line_rate = rate * Gbit_per_s};
      const double excess = network.marking_if_small() / network.fixed_point().value.marking.value() - 1.0;
      CHECK(excess > last);
      last = excess;
    }
  }
  // The gentler the increase, the smaller p and with it p B, p T R, p tau R and p tau' R.
  double last = 1.0;
  for (double increase = 1e3; increase > 1e-18; increase *= 1e-3) {
    const dcqcn network{.flows = 8, .additive_increase = increase * B_per_s};
    const double p = network.fixed_point().value.marking.value();
    const double error = relative_error(network.marking_if_small(), p);
    CAPTURE(increase);
    CHECK(error < 0.2 * last);
    last = error;
  }
  CHECK(last < 1e-7);
}

TEST_CASE("dcqcn: RED the other way round") {
  constexpr dcqcn network{};
  static_assert(network.queue_at(0.0) == network.k_min && network.queue_at(0.01) == network.k_max);
  static_assert(network.queue_at(0.5) == network.k_max);
  CHECK(relative_error(network.queue_at(0.005).in(KB), 102.5) < rounding);
}

TEST_CASE("dcqcn: iterations that run out are told") {
  constexpr eval_policy few{.max_iterations = 1};
  CHECK(dcqcn{.flows = 8}.fixed_point<few>().state == status::exhausted);
  CHECK(dcqcn{.flows = 8}.fixed_point<eval_policy{.max_iterations = 8}>().ok());
}

TEST_CASE("dcqcn: on a link its delay joins the start-up of each step, in any order with what stretches") {
  using namespace collective;
  constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s);
  constexpr dcqcn congestion{.flows = 8};
  constexpr ecmp hashes{.flows = 4, .links = 4};
  for (const int ranks : {1, 2, 16}) {
    const seconds plain = ring{link}.time(all_reduce{}, 1.0 * MiB, ranks);
    const seconds queued = ring{link | congestion}.time(all_reduce{}, 1.0 * MiB, ranks);
    const double steps = 2.0 * (ranks - 1);
    CHECK(relative_error(queued.si(), (plain + steps * congestion.delay()).si()) < rounding);
    CHECK(ring{link | congestion | hashes}.time(all_reduce{}, 1.0 * MiB, ranks) ==
          ring{link | hashes | congestion}.time(all_reduce{}, 1.0 * MiB, ranks));
  }
  constexpr auto resolved = (link | congestion).resolved(ring<>{}, 16);
  static_assert(resolved.alpha > link.alpha && resolved.beta == link.beta && resolved.gamma == link.gamma);
  constexpr hardware::port_link<float> narrow{basic_seconds<float>{}, basic_seconds_per_byte<float>{}, {}};
  static_assert((narrow | congestion).resolved(ring<>{}, 16).alpha.si() > 0.0F);
}

TEST_CASE("dcqcn: policies") {
  const auto refused = [](const dcqcn& c) {
    const bool by_marking = check_policies([=]<eval_policy P> { return c.fixed_point<P>().value.marking.value(); });
    CHECK(check_policies([=]<eval_policy P> { return c.delay<P>().si(); }) == by_marking);
    CHECK(check_policies([=]<eval_policy P> { return c.marking_if_small<P>(); }) == by_marking);
    if (by_marking) {
      CHECK(c.fixed_point<batch_policy>().state == status::invalid);
      CHECK(c.fixed_point<eval_policy{.domain = on_error::clamp}>().state == status::clamped);
    }
    return by_marking;
  };
  const auto with = [&](auto change) {
    dcqcn c{.flows = 8};
    change(c);
    return refused(c);
  };
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const bool positive = x > 0.0 && x <= 1e308;
    if (positive && x != 0.5) continue;  // extremes have a test of their own
    CHECK(with([x](auto& c) { c.line_rate = x * GB_per_s; }) == !positive);
    CHECK(with([x](auto& c) { c.packet = x * KB; }) == !positive);
    CHECK(with([x](auto& c) { c.byte_counter = x * MB; }) == !positive);
    CHECK(with([x](auto& c) { c.timer = x * us; }) == !positive);
    CHECK(with([x](auto& c) { c.alpha_timer = x * us; }) == !positive);
    CHECK(with([x](auto& c) { c.cnp_interval = x * us; }) == !positive);
    CHECK(with([x](auto& c) { c.additive_increase = x * MB_per_s; }) == !positive);
    CHECK(with([x](auto& c) { c.p_max = any_fraction(x); }) == !(x > 0.0 && x <= 1.0));
    CHECK(with([x](auto& c) { c.k_min = x * KB; }) == !(x >= 0.0 && x <= 200.0));
    CHECK(with([x](auto& c) { c.k_max = x * KB; }) == !(x >= 5.0 && x <= 1e308));
  }
  for (const int count : odd_counts) {
    CHECK(with([count](auto& c) { c.flows = count; }) == (count < 1));
    CHECK(with([count](auto& c) { c.fast_recovery = count; }) == (count < 0));
  }
  static_assert(noexcept(dcqcn{}.delay<batch_policy>()) && !noexcept(dcqcn{}.delay()));
}

TEST_CASE("dcqcn: extremes end, in a number") {
  for (const double factor : {1e-300, 1e-30, 1e-9, 1e9, 1e30, 1e290}) {
    CAPTURE(factor);
    const auto check = [](const dcqcn& c) {
      const auto found = c.fixed_point();
      CHECK(found.value.marking.value() >= 0.0);
      CHECK(found.value.marking.value() <= 1.0);
      CHECK(found.value.queue >= c.k_min);
      CHECK(found.value.queue <= c.k_max);
    };
    check({.line_rate = factor * B_per_s});
    check({.packet = factor * B});
    check({.byte_counter = factor * B});
    check({.timer = factor * s});
    check({.alpha_timer = factor * s});
    check({.cnp_interval = factor * s});
    check({.additive_increase = factor * B_per_s});
  }
}
