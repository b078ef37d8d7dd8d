// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/documented.hpp"

#include <doctest/doctest.h>

#include "../support/mfu.hpp"
#include "traincost/mfu/amdahl.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
namespace paper = traincost::test::documented;

const auto law = mfu::documented<>::fit(paper::base, paper::baseline, paper::direct_at_slowest, paper::slowest);
}  // namespace

TEST_CASE("documented: c = 51/286 from 8 points lost at 15.3 ms") {
  CHECK(relative_error(law.share.value(), 51.0 / 286.0) < golden);
  CHECK(law.base == paper::base);
  CHECK(law.baseline == paper::baseline);
  CHECK(check_column(law, "arithmetic", 2.1) == 6);
}

TEST_CASE("documented: base at the baseline, falling, never below base (1 - c)") {
  check_law(law, law.baseline.si());
  CHECK(law.mfu(1e9 * s).percent() == doctest::Approx(42.72727272727273).epsilon(1e-10));
  random_source draw(201);
  for (int i = 0; i < 200; ++i) {
    const mfu::documented<> any{fraction{draw.uniform(0.01, 1.0)}, fraction{draw.uniform(0.0, 1.0)},
                                draw.magnitude(1e-6, 1.0) * s};
    check_law(any, any.baseline.si());
    CHECK(any.mfu(1e12 * any.baseline).value() >= any.base.value() * (1.0 - any.share.value()) * (1.0 - rounding));
  }
}

TEST_CASE("documented: the arithmetic mean is never below the harmonic one, and touches it at the baseline") {
  random_source draw(202);
  for (int i = 0; i < 500; ++i) {
    const fraction<> base{draw.uniform(0.01, 1.0)};
    const fraction<> share{draw.uniform(0.0, 1.0)};
    const seconds baseline = draw.magnitude(1e-6, 1.0) * s;
    const mfu::documented<> arithmetic{base, share, baseline};
    const mfu::amdahl<> harmonic{base, share, baseline};
    const seconds latency = draw.magnitude(1.0, 1e6) * baseline;
    CHECK(arithmetic.mfu(latency).value() >= harmonic.mfu(latency).value() * (1.0 - rounding));
    CHECK(relative_error(arithmetic.mfu(baseline).value(), harmonic.mfu(baseline).value()) < rounding);
    // Same slope there: -c base / baseline.
    const seconds near = 1e-7 * baseline;
    const double slope = (arithmetic.mfu(baseline + near).value() - arithmetic.mfu(baseline).value()) / 1e-7;
    CHECK(slope == doctest::Approx(-share.value() * base.value()).epsilon(1e-5));
  }
}

TEST_CASE("documented: no value below the baseline; clamped, it stops at amdahl's ceiling") {
  constexpr eval_policy clamp{.domain = on_error::clamp};
  CHECK_THROWS_AS((void)law.mfu(2.0 * ms), domain_failure);
  CHECK(law.mfu<clamp>(1.0 * ms).percent() == doctest::Approx(62.2).epsilon(1e-12));
  for (const double below : {0.9472, 0.5, 0.1, 1e-300, 0.0, -1.0}) {
    CHECK(law.mfu<clamp>(below * ms).percent() == doctest::Approx(63.285106382978725).epsilon(1e-12));
  }
  // Where base / (1 - c) would be above the peak, the peak is the ceiling.
  constexpr mfu::documented<> odd{fraction{0.9}, fraction{0.5}, 2.0 * ms};
  CHECK(odd.mfu<clamp>(1e-6 * ms).value() == 1.0);
  constexpr mfu::documented<> all{fraction{0.9}, fraction{1.0}, 2.0 * ms};
  CHECK(all.mfu<clamp>(0.0 * ms).value() == 1.0);
}

TEST_CASE("documented: the fit passes through its point, or is refused") {
  random_source draw(203);
  int fitted = 0;
  for (int i = 0; i < 500; ++i) {
    const fraction<> base{draw.uniform(0.01, 1.0)};
    const seconds baseline = draw.magnitude(1e-6, 1.0) * s;
    const seconds latency = draw.uniform(1.01, 100.0) * baseline;
    const fraction<> at{base.value() * draw.uniform(0.01, 1.0)};
    const bool reachable = at.value() / base.value() > baseline / latency + 1e-9;
    if (!reachable) continue;
    const auto any = mfu::documented<>::fit(base, baseline, at, latency);
    CHECK(relative_error(any.mfu(latency).value(), at.value()) < 1e-13);
    ++fitted;
  }
  CHECK(fitted > 200);
  // Even c = 1 keeps baseline / latency of the base.
  CHECK_THROWS_AS((void)mfu::documented<>::fit(percent(52.0), 2.0 * ms, percent(10.0), 4.0 * ms), domain_failure);
  check_refused_fits([](auto... a) { (void)mfu::documented<>::fit(a...); });
}
