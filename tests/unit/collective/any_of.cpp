// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/any_of.hpp"

#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;
}  // namespace

TEST_CASE("any_of: answers as the chosen model does") {
  random_source draw(41);
  for (int i = 0; i < 200; ++i) {
    const auto link = random_link<hardware::port_link<>>(draw);
    any_of model{ring{link}, nhr{link}, halving_doubling{link}};
    static_assert(decltype(model)::size == 3);
    const int p = draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    for_each_operation([&](auto operation) {
      model.chosen = 0;
      CHECK(model.time(operation, n, p) == ring{link}.time(operation, n, p));
      model.chosen = 1;
      CHECK(model.time(operation, n, p) == nhr{link}.time(operation, n, p));
      model.chosen = 2;
      CHECK(model.time(operation, n, p) == halving_doubling{link}.time(operation, n, p));
    });
  }
}

TEST_CASE("any_of: the choice is made at compile time too, and inside other combinators") {
  static constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s);
  constexpr auto chosen = [](int index) {
    any_of model{ring{link}, nhr{link}};
    model.chosen = index;
    return model;
  };
  static_assert(chosen(1).time(all_reduce{}, 1.0 * MB, 64) == nhr{link}.time(all_reduce{}, 1.0 * MB, 64));
  static_assert(collective_model<decltype(chosen(0))>);
  constexpr two_level hierarchy{chosen(0), chosen(1), 8};
  static_assert(hierarchy.time(all_reduce{}, 1.0 * MB, 64) ==
                two_level{ring{link}, nhr{link}, 8}.time(all_reduce{}, 1.0 * MB, 64));
}

TEST_CASE("any_of: no choice outside the set") {
  constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s);
  any_of model{ring{link}, nhr{link}};
  for (const int chosen : {-1, 2, 1000}) {
    model.chosen = chosen;
    CHECK_THROWS_AS((void)model.time(all_reduce{}, 1.0 * MB, 8), domain_failure);
  }
}
