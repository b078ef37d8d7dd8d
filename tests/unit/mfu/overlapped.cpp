// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/overlapped.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "../support/mfu.hpp"
#include "traincost/mfu/amdahl.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
namespace paper = traincost::test::documented;
using mfu::overlapped;

struct window {
  double ms;
  double compute_ms;
  const char* column;
};
}  // namespace

TEST_CASE("overlapped: documented windows and compute times") {
  for (const window& w :
       {window{0.0, 70.5, "overlap_w0"}, window{2.1, 72.6, "overlap_w2_1"}, window{5.0, 56.65, "overlap_w5"},
        window{8.8, 35.75, "overlap_w8_8"}, window{12.0, 18.15, "overlap_w12"}}) {
    const auto law =
        overlapped<>::fit(paper::base, paper::baseline, paper::direct_at_slowest, paper::slowest, w.ms * ms);
    CAPTURE(w.ms);
    CHECK(relative_error(law.compute.in(ms), w.compute_ms) < golden);
    CHECK(check_column(law, w.column) == 8);
    CHECK(law.window == w.ms * ms);
  }
}

TEST_CASE("overlapped: without a window it is amdahl with c = baseline / (compute + baseline)") {
  random_source draw(221);
  for (int i = 0; i < 500; ++i) {
    const overlapped<> law{fraction{draw.uniform(0.01, 1.0)}, draw.magnitude(1e-6, 1e2) * s, 0.0 * s,
                           draw.magnitude(1e-6, 1.0) * s};
    const mfu::amdahl<> same{law.base, fraction{law.baseline / (law.compute + law.baseline)}, law.baseline};
    const seconds latency = draw.magnitude(1e-9, 1e3) * s;
    CHECK(relative_error(law.mfu(latency).value(), same.mfu(latency).value()) < 1e-13);
  }
}

TEST_CASE("overlapped: flat inside the window, falling beyond, base at the baseline") {
  random_source draw(222);
  for (int i = 0; i < 200; ++i) {
    const overlapped<> law{fraction{draw.uniform(0.01, 1.0)}, draw.magnitude(1e-6, 1e2) * s,
                           draw.magnitude(1e-6, 1.0) * s, draw.magnitude(1e-6, 1.0) * s};
    check_law(law, 0.0);
    CHECK(law.mfu(0.5 * law.window) == law.mfu(0.0 * s));
    CHECK(law.mfu(law.window) == law.mfu(0.0 * s));
    const seconds beyond = law.window + law.baseline + law.compute;
    CHECK(law.mfu(beyond) < law.base);
    CHECK(law.mfu(2.0 * beyond) < law.mfu(beyond));
  }
}

TEST_CASE("overlapped: never above the peak") {
  CHECK(overlapped<>{fraction{0.9}, 1.0 * ms, 0.0 * ms, 2.0 * ms}.mfu(0.0 * s).value() == 1.0);
}

TEST_CASE("overlapped: the fit passes through its point, or is refused") {
  random_source draw(223);
  int fitted = 0;
  for (int i = 0; i < 500; ++i) {
    const fraction<> base{draw.uniform(0.1, 1.0)};
    const seconds baseline = draw.magnitude(1e-6, 1.0) * s;
    const seconds latency = draw.uniform(1.5, 100.0) * baseline;
    const fraction<> at{base.value() * draw.uniform(0.3, 0.99)};
    const seconds hides = draw.uniform(0.0, 0.9) * latency;
    try {
      const auto law = overlapped<>::fit(base, baseline, at, latency, hides);
      // The compute time is a difference; where it is small against the latency it keeps fewer digits.
      const double lost_digits = 1.0 + latency / law.compute;
      CHECK(relative_error(law.mfu(latency).value(), at.value()) < 1e-14 * lost_digits);
      CHECK(relative_error(law.mfu(baseline).value(), base.value()) < rounding);
      ++fitted;
    } catch (const domain_failure&) {
      continue;
    }
  }
  CHECK(fitted > 200);
  const auto with_window = [](seconds hides) { return [hides](auto... a) { (void)overlapped<>::fit(a..., hides); }; };
  check_refused_fits(with_window(0.0 * ms));
  check_refused_fits(with_window(3.0 * ms));
  // Longer than the slowest latency, not a number, negative: no loss to explain, or no window.
  for (const double hides : {16.0, HUGE_VAL, std::nan(""), -1.0}) {
    CAPTURE(hides);
    CHECK_THROWS_AS(with_window(hides * ms)(paper::base, paper::baseline, paper::direct_at_slowest, paper::slowest),
                    domain_failure);
  }
  CHECK_THROWS_AS(with_window(0.0 * ms)(paper::base, paper::baseline, paper::base, paper::slowest), domain_failure);
}
