// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/fastest_of.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "../support/collective.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;
}  // namespace

TEST_CASE("fastest_of: takes the faster model, whichever comes first") {
  random_source draw(31);
  for (int i = 0; i < 300; ++i) {
    const auto link = random_link<hardware::port_link<>>(draw);
    const ring first{link};
    const halving_doubling second{link};
    const int p = draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    for_each_operation([&](auto operation) {
      const seconds a = first.time(operation, n, p);
      const seconds b = second.time(operation, n, p);
      CHECK(fastest_of{first, second}.time(operation, n, p) == (a < b ? a : b));
      CHECK(fastest_of{second, first}.time(operation, n, p) == (a < b ? a : b));
      CHECK(fastest_of{first, fastest_of{second, nhr{link}}}.time(operation, n, p) <= nhr{link}.time(operation, n, p));
    });
  }
}

// Where the documented halving-doubling and the ring change places: alpha 10 us, 20 GB/s, reduction 500 GB/s.
TEST_CASE("fastest_of: documented crossovers") {
  const auto link = hardware::port(10.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
  struct crossover {
    int ranks;
    double megabytes;
  };
  for (const crossover at :
       {crossover{5, 0.2064}, {6, 0.4278}, {7, 0.6588}, {9, 0.7954}, {12, 1.4322}, {24, 3.6045}, {48, 8.1238}}) {
    const int p = at.ranks;
    CAPTURE(p);
    const bytes below = (at.megabytes - 1e-4) * MB;
    const bytes above = (at.megabytes + 1e-4) * MB;
    const fastest_of model{ring{link}, halving_doubling{link}};
    CHECK(model.time(all_reduce{}, below, p) == halving_doubling{link}.time(all_reduce{}, below, p));
    CHECK(model.time(all_reduce{}, above, p) == ring{link}.time(all_reduce{}, above, p));
  }
}

TEST_CASE("fastest_of: a refused model does not lose the comparison in silence") {
  constexpr hardware::port_link<> good{10.0 * us, 1e-11 * (s / B), {}};
  constexpr hardware::port_link<> bad{-1.0 * us, 1e-11 * (s / B), {}};
  CHECK_THROWS_AS((void)(fastest_of{ring{good}, nhr{bad}}.time(all_reduce{}, 1.0 * MB, 8)), domain_failure);
  CHECK_THROWS_AS((void)(fastest_of{nhr{bad}, ring{good}}.time(all_reduce{}, 1.0 * MB, 8)), domain_failure);
  CHECK(std::isnan(fastest_of{nhr{bad}, ring{good}}.time<batch_policy>(all_reduce{}, 1.0 * MB, 8).si()));
  CHECK(std::isnan(fastest_of{ring{good}, nhr{bad}}.time<batch_policy>(all_reduce{}, 1.0 * MB, 8).si()));
}
