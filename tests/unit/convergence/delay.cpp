// SPDX-License-Identifier: BSL-1.0
#include "traincost/convergence/delay.hpp"

#include <doctest/doctest.h>

#include <type_traits>

#include "../support/random.hpp"

namespace {
using namespace traincost;
using namespace traincost::units;
using convergence::delay, convergence::delayed_by, convergence::latency_driven, convergence::synchronous;
}  // namespace

TEST_CASE("synchronous: never stale, whatever the latency") {
  test::random_source draw(151);
  for (int i = 0; i < 100; ++i) {
    CHECK(synchronous{}.age(draw.magnitude(1e-9, 1e9) * s, draw.magnitude(1e-9, 1e9) * s) == delay<>{0.0});
  }
  static_assert(noexcept(synchronous{}.age(1.0 * s, 1.0 * s)) && std::is_empty_v<synchronous>);
}

TEST_CASE("delayed_by: late by design, whatever the latency") {
  static_assert(std::is_same_v<decltype(delayed_by{1}), delayed_by<double>>);
  static_assert(std::is_same_v<decltype(delayed_by{0.5F}), delayed_by<float>>);
  CHECK(delayed_by<>{}.age(5.0 * ms, 0.0 * s) == delay<>{1.0});
  CHECK(delayed_by{3}.age(5.0 * ms, 1.0 * s) == delay<>{3.0});
  CHECK(delayed_by{0.25}.age(0.0 * s, 1.0 * s) == delay<>{0.25});
}

TEST_CASE("latency_driven: latency over compute") {
  CHECK(latency_driven{}.age(6.0 * ms, 2.0 * ms).steps == doctest::Approx(3.0).epsilon(1e-15));
  CHECK(latency_driven{}.age(0.0 * ms, 2.0 * ms) == delay<>{0.0});
  test::random_source draw(152);
  for (int i = 0; i < 200; ++i) {
    const seconds latency = draw.magnitude(1e-6, 1.0) * s;
    const seconds compute = draw.magnitude(1e-6, 1.0) * s;
    CHECK(latency_driven{}.age(1.1 * latency, compute).steps >= latency_driven{}.age(latency, compute).steps);
    CHECK(latency_driven{}.age(latency, 1.1 * compute).steps <= latency_driven{}.age(latency, compute).steps);
  }
}
