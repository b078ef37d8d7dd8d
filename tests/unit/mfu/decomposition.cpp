// SPDX-License-Identifier: BSL-1.0
#include "traincost/mfu/decomposition.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "../support/compare.hpp"
#include "../support/documented.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
namespace paper = traincost::test::documented;
using mfu::attribution;

double published(const char* name) {
  const table values("mfu_reconciliation.csv");
  return values.where("name", name).number("value");
}
constexpr double ulp = 2.3e-16;  // of the peak
constexpr attribution every[] = {attribution::communication_first, attribution::convergence_first,
                                 attribution::logarithmic, attribution::shapley};
}  // namespace

TEST_CASE("decomposition: the documented loss, by every attribution") {
  const auto split = [](attribution by) { return mfu::decompose(paper::base, paper::direct_at_slowest, 1.65, by); };
  const auto check = [](const auto& parts, const char* direct, const char* convergence) {
    CHECK(relative_error(100.0 * parts.direct_loss, published(direct)) < golden);
    CHECK(relative_error(100.0 * parts.convergence_loss, published(convergence)) < golden);
    CHECK(relative_error(100.0 * parts.total_loss(), published("loss_total")) < golden);
    CHECK(relative_error(parts.effective.percent(), published("goodput_15.3")) < golden);
    CHECK(parts.direct == paper::direct_at_slowest);
    CHECK(parts.base == paper::base);
  };
  check(split(attribution::communication_first), "communication_first_direct", "communication_first_convergence");
  check(split(attribution::convergence_first), "convergence_first_direct", "convergence_first_convergence");
  check(split(attribution::shapley), "shapley_direct", "shapley_convergence");
  check(split(attribution::logarithmic), "logarithmic_direct", "logarithmic_convergence");
  CHECK(mfu::decompose(paper::base, paper::direct_at_slowest, 1.65).direct_loss ==
        split(attribution::communication_first).direct_loss);
}

TEST_CASE("decomposition: the weight that reconciles 65 % more steps with 6 points, and what follows at 8.8 ms") {
  const double weight = mfu::reconciling_weight(paper::direct_at_slowest, paper::all_lost_at_slowest, 1.65);
  CHECK(relative_error(weight, published("log_weight")) < golden);
  CHECK(relative_error(mfu::mfu_documented(paper::direct_at_slowest, 1.65, weight).percent(), 38.0) < golden);
  CHECK(relative_error(std::pow(1.65, weight), published("effective_step_ratio_documented")) < golden);
  CHECK(relative_error(mfu::time_to_target_ratio(paper::base, paper::direct_at_slowest, 1.65),
                       published("time_to_target_ratio_15.3")) < golden);
  const auto direct = percent(published("direct_8.8"));
  CHECK(relative_error(mfu::mfu_documented(direct, 1.32, weight).percent(), published("documented_8.8")) < golden);
  CHECK(relative_error(mfu::goodput(direct, 1.32).percent(), published("goodput_8.8")) < golden);
}

TEST_CASE("decomposition: the parts add up, none is negative, the orders bracket the rest") {
  random_source draw(241);
  for (int i = 0; i < 2000; ++i) {
    const fraction<> base{draw.uniform(0.001, 1.0)};
    const fraction<> direct{base.value() * (i % 10 == 0 ? 1.0 : draw.uniform(0.0, 1.0))};
    const double ratio = i % 7 == 0 ? 1.0 : draw.magnitude(1.0, 1e3);
    CAPTURE(base.value());
    CAPTURE(direct.value());
    CAPTURE(ratio);
    double total = base.value() - direct.value() / ratio;
    for (const attribution by : every) {
      const auto parts = mfu::decompose(base, direct, ratio, by);
      CHECK(std::abs(parts.total_loss() - total) < 1e-15);
      CHECK(std::abs(parts.effective.value() + parts.direct_loss + parts.convergence_loss - base.value()) < 1e-15);
      CHECK(parts.direct_loss >= -ulp);
      CHECK(parts.convergence_loss >= -ulp);
      const auto most = mfu::decompose(base, direct, ratio, attribution::communication_first);
      const auto least = mfu::decompose(base, direct, ratio, attribution::convergence_first);
      CHECK(parts.direct_loss <= most.direct_loss + ulp);
      CHECK(parts.direct_loss >= least.direct_loss - ulp);
    }
  }
}

TEST_CASE("decomposition: one cause alone carries the whole loss") {
  for (const attribution by : every) {
    const auto slow = mfu::decompose(percent(52.0), percent(44.0), 1.0, by);
    CHECK(slow.direct_loss == doctest::Approx(0.08).epsilon(1e-13));
    CHECK(std::abs(slow.convergence_loss) < 1e-16);
    const auto stale = mfu::decompose(percent(52.0), percent(52.0), 1.3, by);
    CHECK(std::abs(stale.direct_loss) < 1e-16);
    CHECK(stale.convergence_loss == doctest::Approx(0.12).epsilon(1e-13));
    const auto neither = mfu::decompose(percent(52.0), percent(52.0), 1.0, by);
    CHECK(neither.total_loss() == 0.0);
    const auto nothing = mfu::decompose(percent(0.0), percent(0.0), 1.5, by);
    CHECK(nothing.total_loss() == 0.0);
    const auto stopped = mfu::decompose(percent(52.0), percent(0.0), 1.5, by);
    CHECK(stopped.effective.value() == 0.0);
    CHECK(stopped.total_loss() == doctest::Approx(0.52).epsilon(1e-15));
  }
}

TEST_CASE("decomposition: weight 0 is the direct MFU, weight 1 the goodput, in between it falls") {
  random_source draw(242);
  for (int i = 0; i < 500; ++i) {
    const fraction<> direct{draw.uniform(0.001, 1.0)};
    const double ratio = draw.magnitude(1.0, 1e3);
    CHECK(mfu::mfu_documented(direct, ratio, 0.0) == direct);
    CHECK(relative_error(mfu::mfu_documented(direct, ratio, 1.0).value(), mfu::goodput(direct, ratio).value()) <
          rounding);
    CHECK(mfu::goodput(direct, ratio) <= direct);
    CHECK(mfu::goodput(direct, 1.0) == direct);
    double last = direct.value();
    for (double weight = 0.1; weight < 1.0; weight += 0.1) {
      const double now = mfu::mfu_documented(direct, ratio, weight).value();
      CHECK(now <= last * (1.0 + rounding));
      last = now;
    }
    if (ratio < 1.0 + 1e-6) continue;
    const double weight = draw.uniform(0.0, 1.0);
    const auto documented = mfu::mfu_documented(direct, ratio, weight);
    CHECK(std::abs(mfu::reconciling_weight(direct, documented, ratio) - weight) < 1e-14 / std::log(ratio));
  }
}

TEST_CASE("decomposition: the time to target is the speed lost times the steps added") {
  CHECK(mfu::time_to_target_ratio(percent(52.0), percent(52.0), 1.0) == 1.0);
  CHECK(mfu::time_to_target_ratio(percent(52.0), percent(26.0), 1.0) == doctest::Approx(2.0).epsilon(1e-15));
  CHECK(mfu::time_to_target_ratio(percent(52.0), percent(52.0), 1.5) == 1.5);
  random_source draw(243);
  for (int i = 0; i < 300; ++i) {
    const fraction<> base{draw.uniform(0.01, 1.0)};
    const fraction<> direct{base.value() * draw.uniform(0.01, 1.0)};
    const double ratio = draw.uniform(1.0, 10.0);
    CHECK(relative_error(mfu::time_to_target_ratio(base, direct, ratio),
                         base.value() / mfu::goodput(direct, ratio).value()) < rounding);
  }
}
