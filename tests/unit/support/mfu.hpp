// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <cmath>

#include "compare.hpp"
#include "documented.hpp"
#include "random.hpp"
#include "table.hpp"
#include "traincost/mfu/law.hpp"

/// What every MFU law must do.
namespace traincost::test {

/// A column of mfu_laws.csv at latencies of `least` ms or more, against `law`; returns the number of lines.
template <class Law>
int check_column(const Law& law, const char* column, double least = 0.0) {
  int lines = 0;
  for (const row& line : table("mfu_laws.csv")) {
    const double latency = line.number("latency_ms");
    if (latency < least) continue;
    CAPTURE(latency);
    CAPTURE(column);
    CHECK(relative_error(law.mfu(latency * units::ms).percent(), line.number(column)) < golden);
    ++lines;
  }
  return lines;
}

/// Base at the baseline, never rising with the latency, within [0, 1]; `least` is the smallest latency of the domain.
template <class Law>
void check_law(const Law& law, double least) {
  CHECK(relative_error(law.mfu(law.baseline).value(), law.base.value()) < rounding);
  double last = 1.0;
  for (double latency = least; latency < 1e6 * law.baseline.si(); latency = 1.2 * latency + 1e-6 * law.baseline.si()) {
    const double now = law.mfu(latency * units::s).value();
    CAPTURE(latency);
    CHECK(now >= 0.0);
    CHECK(now <= last * (1.0 + rounding));
    last = now;
  }
}

/// No share from points that are no loss at a longer latency.
template <class Fit>
void check_refused_fits(Fit fit) {
  using namespace units;
  const seconds nan = basic_seconds<>::not_a_number();
  const fraction<> none = fraction<>::not_a_number();
  CHECK_THROWS_AS(fit(percent(44.0), 2.1 * ms, percent(52.0), 15.3 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, percent(44.0), 2.1 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, percent(44.0), 1.0 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 0.0 * ms, percent(44.0), 15.3 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, percent(0.0), 15.3 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), nan, percent(44.0), 15.3 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, percent(44.0), nan), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, percent(44.0), HUGE_VAL * s), domain_failure);
  CHECK_THROWS_AS(fit(none, 2.1 * ms, percent(44.0), 15.3 * ms), domain_failure);
  CHECK_THROWS_AS(fit(percent(52.0), 2.1 * ms, none, 15.3 * ms), domain_failure);
}

}  // namespace traincost::test
