// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/amdahl.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "../support/mfu.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
namespace paper = traincost::test::documented;
using mfu::amdahl;
}  // namespace

TEST_CASE("amdahl: documented and refitted shares") {
  const amdahl<> same{paper::base, fraction{51.0 / 286.0}, paper::baseline};
  const auto direct = amdahl<>::fit(paper::base, paper::baseline, paper::direct_at_slowest, paper::slowest);
  const auto all = amdahl<>::fit(paper::base, paper::baseline, paper::all_lost_at_slowest, paper::slowest);
  CHECK(relative_error(direct.share.value(), 7.0 / 242.0) < golden);
  CHECK(relative_error(all.share.value(), 49.0 / 836.0) < golden);
  CHECK(check_column(same, "amdahl_same_c") == 8);
  CHECK(check_column(direct, "amdahl_refit_44") == 8);
  CHECK(check_column(all, "amdahl_all_38") == 8);
  CHECK(direct.implied_step().in(ms) == doctest::Approx(72.6).epsilon(1e-10));
  CHECK(all.implied_step().in(ms) == doctest::Approx(35.8286).epsilon(1e-5));
  // The ceilings at no latency at all.
  CHECK(relative_error(same.mfu(0.0 * s).percent(), 63.285106382978725) < golden);
  CHECK(relative_error(direct.mfu(0.0 * s).percent(), 53.54893617021276) < golden);
  CHECK(relative_error(all.mfu(0.0 * s).percent(), 55.23761118170267) < golden);
}

TEST_CASE("amdahl: base at the baseline, falling to nothing") {
  random_source draw(211);
  for (int i = 0; i < 200; ++i) {
    const amdahl<> law{fraction{draw.uniform(0.01, 1.0)}, fraction{draw.uniform(0.0, 1.0)},
                       draw.magnitude(1e-6, 1.0) * s};
    check_law(law, 0.0);
    CHECK(law.mfu(1e15 * law.baseline).value() < 1e-9);
  }
}

TEST_CASE("amdahl: never above the peak, nothing exposed costs nothing") {
  CHECK(amdahl<>{fraction{0.9}, fraction{0.5}, 2.0 * ms}.mfu(0.0 * s).value() == 1.0);
  CHECK(amdahl<>{fraction{0.9}, fraction{1.0}, 2.0 * ms}.mfu(0.0 * s).value() == 1.0);
  constexpr amdahl<> hidden{fraction{0.9}, fraction{0.0}, 2.0 * ms};
  for (const double latency : {0.0, 1e-3, 1.0, 1e300}) CHECK(hidden.mfu(latency * s).value() == 0.9);
}

TEST_CASE("amdahl: no efficiency stays no efficiency") {
  CHECK(amdahl<>{fraction{0.0}, fraction{0.5}, 2.0 * ms}.mfu(1.0 * ms).value() == 0.0);
  CHECK(amdahl<>{fraction{0.0}, fraction{1.0}, 2.0 * ms}.mfu(0.0 * ms).value() == 0.0);
}

TEST_CASE("amdahl: a latency that overflows against the baseline is as long as the longest") {
  constexpr seconds longest = std::numeric_limits<double>::max() * s;
  CHECK(amdahl<>{fraction{0.9}, fraction{0.1}, 2.0 * ms}.mfu(longest).value() == 0.0);
  CHECK(amdahl<>{fraction{0.9}, fraction{0.0}, 2.0 * ms}.mfu(longest).value() == 0.9);
}

TEST_CASE("amdahl: the fit passes through its point, or is refused") {
  random_source draw(212);
  int fitted = 0;
  for (int i = 0; i < 500; ++i) {
    const fraction<> base{draw.uniform(0.01, 1.0)};
    const seconds baseline = draw.magnitude(1e-6, 1.0) * s;
    const double longer = draw.uniform(1.01, 100.0);
    const fraction<> at{base.value() * draw.uniform(0.01, 1.0)};
    if (base.value() / at.value() > longer - 1e-9) continue;  // not even c = 1 loses as much
    const auto law = amdahl<>::fit(base, baseline, at, longer * baseline);
    CHECK(relative_error(law.mfu(longer * baseline).value(), at.value()) < 1e-13);
    ++fitted;
  }
  CHECK(fitted > 200);
  CHECK_THROWS_AS((void)amdahl<>::fit(percent(52.0), 2.0 * ms, percent(10.0), 4.0 * ms), domain_failure);
  CHECK(amdahl<>::fit(percent(52.0), 2.0 * ms, percent(52.0), 4.0 * ms).share.value() == 0.0);
  check_refused_fits([](auto... a) { (void)amdahl<>::fit(a...); });
}
