// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "compare.hpp"
#include "random.hpp"
#include "table.hpp"
#include "traincost/collective/algorithm.hpp"

/// What every algorithm on one link must do, whatever its coefficients.
namespace traincost::test {

template <class Check>
void for_each_operation(Check check) {
  check(collective::all_reduce{});
  check(collective::reduce_scatter{});
  check(collective::all_gather{});
}

template <class Link>
Link random_link(random_source& draw) {
  return {draw.magnitude(1e-7, 1e-3) * units::s, draw.magnitude(1e-12, 1e-8) * (units::s / units::B),
          draw.magnitude(1e-14, 1e-10) * (units::s / units::B)};
}

/// The lines of collective.csv for a model of links of type `Link`; returns how many there were.
template <class Model, class Link>
int check_golden_lines() {
  int lines = 0;
  for (const row& line : table("collective.csv")) {
    if (line.text("algorithm") != Model::name) continue;
    const int p = line.count("ranks");
    const bytes n = line.number("bytes") * units::B;
    const Link link{line.number("alpha_s") * units::s, line.number("beta_s_per_B") * (units::s / units::B),
                    line.number("gamma_s_per_B") * (units::s / units::B)};
    const collective::coefficients expected{line.integer("A"), line.fraction("B"), line.fraction("G")};
    for_each_operation([&](auto operation) {
      if (line.text("operation") != operation.name) return;
      CAPTURE(p);
      CAPTURE(n.si());
      CAPTURE(operation.name);
      CHECK(Model::cost(operation, p) == expected);
      CHECK(relative_error(Model{link}.time(operation, n, p).si(), line.number("seconds")) < golden);
      ++lines;
    });
  }
  return lines;
}

/// Limits: one rank costs nothing, an empty message costs its steps, no start-up and no transfer cost nothing.
template <class Model, class Link>
void check_limits() {
  using units::B, units::s;
  random_source draw(1);
  for (int i = 0; i < 200; ++i) {
    const Link link = random_link<Link>(draw);
    const int p = draw.integer(2, 4096);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    CAPTURE(p);
    CAPTURE(n.si());
    for_each_operation([&](auto operation) {
      CHECK(Model{link}.time(operation, n, 1) == 0.0 * s);
      const auto steps = static_cast<double>(Model::cost(operation, p).steps);
      CHECK(Model{link}.time(operation, 0.0 * B, p) == steps * link.alpha);
      CHECK(Model{Link{{}, {}, {}}}.time(operation, n, p) == 0.0 * s);
      CHECK(Model{Link{link.alpha, {}, {}}}.time(operation, n, p) == steps * link.alpha);
      // The formula is linear: without start-up, twice the message takes twice the time.
      const Model no_start_up{Link{{}, link.beta, link.gamma}};
      CHECK(relative_error(no_start_up.time(operation, 2.0 * n, p).si(), 2.0 * no_start_up.time(operation, n, p).si()) <
            rounding);
    });
  }
}

/// More bytes, a longer start-up, a slower link or reduction never make an operation faster.
template <class Model, class Link>
void check_monotone_in_message_and_link() {
  using units::B;
  random_source draw(2);
  for (int i = 0; i < 500; ++i) {
    const Link link = random_link<Link>(draw);
    const int p = draw.integer(2, 300);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    const double more = draw.uniform(1.0, 3.0);
    CAPTURE(p);
    CAPTURE(n.si());
    for_each_operation([&](auto operation) {
      const seconds base = Model{link}.time(operation, n, p);
      CHECK(Model{link}.time(operation, more * n, p) >= base);
      CHECK(Model{Link{more * link.alpha, link.beta, link.gamma}}.time(operation, n, p) >= base);
      CHECK(Model{Link{link.alpha, more * link.beta, link.gamma}}.time(operation, n, p) >= base);
      CHECK(Model{Link{link.alpha, link.beta, more * link.gamma}}.time(operation, n, p) >= base);
    });
  }
}

/// More ranks never make an operation faster; `ranks` are the counts for which that holds.
template <class Model, class Link>
void check_monotone_in_ranks(const std::vector<int>& ranks) {
  random_source draw(3);
  for (int i = 0; i < 20; ++i) {
    const Link link = random_link<Link>(draw);
    const bytes n = draw.magnitude(1.0, 1e12) * units::B;
    for_each_operation([&](auto operation) {
      seconds last{};
      for (const int p : ranks) {
        CAPTURE(p);
        const seconds now = Model{link}.time(operation, n, p);
        CHECK(now.si() >= last.si() * (1.0 - 1e-15));
        last = now;
      }
    });
  }
}

/// Never below the bounds of Chan et al., CCPE 19 (2007). `port_links` is how many links a rank drives at once, so that
/// link / port_links is the beta of its port; a rank with several is exempt from the bound on steps.
template <class Model, class Link, class PortLinks>
void check_lower_bounds(PortLinks port_links) {
  using namespace collective;
  random_source draw(4);
  for (int p = 2; p <= 130; ++p) {
    CAPTURE(p);
    const Link link = random_link<Link>(draw);
    const bytes n = draw.magnitude(1.0, 1e12) * units::B;
    const double share = (p - 1.0) / p;
    const seconds transfer = (share / port_links(p)) * (n * link.beta);
    const seconds reduction = share * (n * link.gamma);
    const double exact = 1.0 - 1e-14;
    const auto check = [&](auto operation, double passes, bool reduces) {
      CHECK(Model{Link{{}, link.beta, {}}}.time(operation, n, p) >= exact * passes * transfer);
      if (reduces) CHECK(Model{Link{{}, {}, link.gamma}}.time(operation, n, p) >= exact * reduction);
      if (port_links(p) == 1) {
        CHECK(Model{Link{link.alpha, {}, {}}}.time(operation, n, p) >= static_cast<double>(ceil_log2(p)) * link.alpha);
      }
    };
    check(all_reduce{}, 2.0, true);
    check(reduce_scatter{}, 1.0, true);
    check(all_gather{}, 1.0, false);
  }
}

/// All of the above; `monotone_in` are the rank counts between which more ranks cost more.
template <class Model, class Link, class PortLinks>
void check_algorithm(PortLinks port_links, const std::vector<int>& monotone_in) {
  check_limits<Model, Link>();
  check_monotone_in_message_and_link<Model, Link>();
  check_monotone_in_ranks<Model, Link>(monotone_in);
  check_lower_bounds<Model, Link>(port_links);
}

}  // namespace traincost::test
