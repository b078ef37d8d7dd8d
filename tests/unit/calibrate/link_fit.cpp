// SPDX-License-Identifier: BSL-1.0
#include "traincost/calibrate/link_fit.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../support/table.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using calibrate::equation;
using calibrate::equation_of;
using collective::all_gather;
using collective::all_reduce;
using ring = collective::ring<>;

// Merged AllReduce sweeps of 16, 32 and 64 ranks (tables 40, 41, 42), as equations of a ring.
std::vector<equation> cluster(int but_not = 0) {
  std::vector<equation> result;
  for (const row& r : table("allreduce_sweeps.csv")) {
    const int id = r.count("table");
    const int ranks = r.count("ranks");
    if (id < 40 || id > 42 || ranks == but_not) continue;
    result.push_back(equation_of<ring>(all_reduce{}, ranks, {r.number("bytes") * B, r.number("microseconds") * us}));
  }
  return result;
}
}  // namespace

TEST_CASE("alpha, beta and gamma come back from exact times of several rank counts and operations") {
  const auto link = hardware::port(7.0 * us, 21.0 * GB_per_s, 300.0 * GB_per_s);
  std::vector<equation> equations;
  for (const int ranks : {4, 8, 48}) {
    for (double size = 1024.0; size < 1e9; size *= 8.0) {
      const bytes n = size * B;
      equations.push_back(
          equation_of<ring>(all_reduce{}, ranks, {n, collective::ring{link}.time(all_reduce{}, n, ranks)}));
      equations.push_back(
          equation_of<ring>(all_gather{}, ranks, {n, collective::ring{link}.time(all_gather{}, n, ranks)}));
    }
  }
  const auto fit = calibrate::fit_link(equations, true);
  CHECK(fit.determined);
  CHECK(fit.alpha().si() == doctest::Approx(7e-6).epsilon(1e-9));
  CHECK(fit.beta().si() == doctest::Approx(1.0 / 21e9).epsilon(1e-9));
  CHECK(fit.gamma().si() == doctest::Approx(1.0 / 300e9).epsilon(1e-6));
  CHECK(fit.worst_relative_error < 1e-9);
}

TEST_CASE("beta and gamma of one operation are one number, and that is said") {
  std::vector<equation> equations;
  for (double size = 1024.0; size < 1e9; size *= 8.0) {
    equations.push_back({14.0, 1.75 * size, 0.875 * size, 1e-4 + 1e-10 * size});
  }
  CHECK_FALSE(calibrate::fit_link(equations, true).determined);
  const auto without = calibrate::fit_link(equations);
  CHECK(without.determined);
  CHECK(without.alpha().si() == doctest::Approx(1e-4 / 14.0));
  CHECK(without.beta().si() == doctest::Approx(1e-10 / 1.75));
  CHECK_FALSE(calibrate::fit_link(std::vector<equation>{{14.0, 1.75, 0.875, 1e-4}}).determined);
  CHECK_FALSE(calibrate::fit_link(std::vector<equation>{}).determined);
}

TEST_CASE("what no data can tell is not determined: no usable equation, or a number that none of them has") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const equation& bad :
       {equation{2.0, 2048.0, 0.0, 0.0}, equation{2.0, 2048.0, 0.0, -1.0}, equation{2.0, 2048.0, 0.0, none},
        equation{2.0, 2048.0, 0.0, infinite}, equation{none, 2048.0, 0.0, 1e-5}, equation{2.0, infinite, 0.0, 1e-5}}) {
    const auto fit =
        calibrate::fit_link(std::vector<equation>{{2.0, 1024.0, 0.0, 1e-5}, bad, {2.0, 4096.0, 0.0, 2e-5}});
    CHECK_FALSE(fit.determined);
    CHECK(math::is_nan(fit.worst_relative_error));
  }
  CHECK_FALSE(calibrate::fit_link(std::vector<equation>{{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 2.0}}).determined);
  std::vector<equation> gathers;  // an AllGather reduces nothing, so that gamma may be anything
  for (double size = 1024.0; size < 1e9; size *= 8.0) gathers.push_back({7.0, 0.875 * size, 0.0, 1e-5 + 1e-11 * size});
  CHECK_FALSE(calibrate::fit_link(gathers, true).determined);
  CHECK(calibrate::fit_link(gathers).determined);
}

TEST_CASE("one alpha and beta of a ring over 2, 4 and 8 nodes predict the node count that was left out") {
  // EFA with V100 nodes: A grows as the ring's steps do, which few clusters show.
  const auto all = calibrate::fit_link(cluster());
  CHECK(all.determined);
  CHECK(all.alpha().in(us) == doctest::Approx(5.2).epsilon(0.05));
  const struct {
    int ranks;
    double stated;  // in the manual
  } cases[] = {{16, 0.072}, {32, 0.005}, {64, 0.061}};
  for (const auto& left_out : cases) {
    const auto fit = calibrate::fit_link(cluster(left_out.ranks));
    std::vector<double> errors;
    for (const equation& one : cluster()) {
      if (std::lround(one.steps) != 2 * (left_out.ranks - 1)) continue;
      errors.push_back(std::fabs(fit.time(one).si() / one.time - 1.0));
    }
    REQUIRE(errors.size() == 6);
    CHECK(std::fabs(calibrate::detail::median(errors) - left_out.stated) < 0.0006);
  }
}

TEST_CASE("a wrong algorithm shows in the error") {
  std::vector<equation> equations;
  for (const row& r : table("allreduce_sweeps.csv")) {
    if (r.count("table") < 40 || r.count("table") > 42) continue;
    equations.push_back(equation_of<collective::nhr<>>(all_reduce{}, r.count("ranks"),
                                                       {r.number("bytes") * B, r.number("microseconds") * us}));
  }
  CHECK(calibrate::fit_link(equations).median_relative_error >
        2.0 * calibrate::fit_link(cluster()).median_relative_error);
}

TEST_CASE("errors of a fit are those of repeated measurements") {
  std::vector<double> found;
  double stated = 0.0;
  unsigned state = 1;
  const auto noise = [&] {  // sum of 12 uniforms: near normal, the same on every platform
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>((state = state * 1664525U + 1013904223U) >> 8) / 16777216.0;
    return sum;
  };
  for (int repeat = 0; repeat < 400; ++repeat) {
    std::vector<equation> equations;
    for (double size = 1024.0; size < 1e9; size *= 4.0) {
      const double time = 14.0 * 7e-6 + 1.75 * size * 5e-11;
      equations.push_back({14.0, 1.75 * size, 0.0, time * (1.0 + 0.02 * noise())});
    }
    const auto fit = calibrate::fit_link(equations);
    found.push_back(fit.alpha().si());
    stated += fit.standard_error[0] / 400.0;
  }
  double mean = 0.0;
  for (const double alpha : found) mean += alpha / 400.0;
  double variance = 0.0;
  for (const double alpha : found) variance += (alpha - mean) * (alpha - mean) / 399.0;
  CHECK(std::sqrt(variance) == doctest::Approx(stated).epsilon(0.15));
}
