// SPDX-License-Identifier: BSL-1.0
#include "traincost/calibrate/size_report.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "../support/table.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using calibrate::curve;
using calibrate::law_kind;
using calibrate::sample;
using calibrate::weighted;

std::map<int, std::vector<sample>> sweeps() {
  std::map<int, std::vector<sample>> result;
  for (const row& r : table("allreduce_sweeps.csv")) {
    result[r.count("table")].push_back({r.number("bytes") * B, r.number("microseconds") * us});
  }
  return result;
}

std::vector<weighted> points_of(const std::vector<sample>& samples) {
  std::vector<weighted> points;
  for (const sample& one : calibrate::merged(samples)) points.push_back({one.message_bytes.si(), one.time.si()});
  return points;
}

law_kind law_of(const std::string& text) {
  for (const law_kind law : calibrate::all_laws) {
    if (text == name(law)) return law;
  }
  throw std::runtime_error("no law " + text);
}

// sizes from 1 KiB in factors of two
std::vector<sample> made_by(const curve& law, int count, double noise = 0.0) {
  std::mt19937 generator(7);
  std::normal_distribution<double> normal(0.0, 1.0);
  std::vector<sample> result;
  double size = 1024.0;
  for (int i = 0; i < count; ++i, size *= 2.0) {
    result.push_back({size * B, law.time(size * B) * (1.0 + noise * normal(generator))});
  }
  return result;
}

curve law(law_kind kind, double start_up, double per_byte, double exponent = 1.0, double tail = 0.0) {
  curve result;
  result.law = kind;
  result.lines[0] = {0.0, start_up, per_byte};
  result.exponent = exponent;
  result.tail = tail;
  result.tail_at = 1e6;
  return result;
}
}  // namespace

TEST_CASE("fits reach the published optima: numbers to 4 digits, objectives never worse") {
  const auto all = sweeps();
  for (const row& r : table("size_law_fits.csv")) {
    const auto points = points_of(all.at(r.count("table")));
    const law_kind kind = law_of(r.text("law"));
    const curve fitted = calibrate::best_curve(kind, points);
    CAPTURE(r.text("table"));
    CAPTURE(r.text("law"));
    const double published = r.number("objective");
    CHECK(objective(fitted, points) <= published * (1.0 + 1e-5));
    if (kind == law_kind::power_tail) continue;  // a lower objective has other numbers
    CHECK(fitted.start_up() * 1e6 == doctest::Approx(r.number("A")).epsilon(1e-4));
    CHECK(fitted.per_byte() * 1e6 == doctest::Approx(r.number("B")).epsilon(1e-4));
    if (kind == law_kind::p_norm) CHECK(fitted.exponent == doctest::Approx(r.number("exponent")).epsilon(1e-4));
  }
}

TEST_CASE("leave-one-out errors are the published ones") {
  const auto all = sweeps();
  for (const row& r : table("size_law_fits.csv")) {
    const law_kind kind = law_of(r.text("law"));
    const auto fit = calibrate::fit_size_law(kind, points_of(all.at(r.count("table"))));
    CAPTURE(r.text("table"));
    CAPTURE(r.text("law"));
    CHECK(fit.loo_median_relative_error == doctest::Approx(r.number("loo")).epsilon(2e-3));
  }
}

TEST_CASE("the chosen law meets a left-out size within 6 % (median of 23 tables), on healthy RoCE within 4 %") {
  std::vector<double> every;
  std::vector<double> healthy;
  std::vector<double> lines;
  std::vector<double> worst;
  const std::map<int, double> bad{{61, 0.139}, {23, 0.087}, {32, 0.082}, {48, 0.078}};  // the manual's list
  for (const auto& [id, samples] : sweeps()) {
    const auto report = calibrate::fit_sizes(samples);
    REQUIRE(report.ok());
    if (report.used.size() < 8) continue;
    const double error = report.best().loo_median_relative_error;
    every.push_back(error);
    lines.push_back(report.fits.front().loo_median_relative_error);
    worst.push_back(report.best().loo_worst_relative_error);
    const int table_id = id;  // clang 14 captures no structured binding
    CAPTURE(table_id);
    if (const auto stated = bad.find(id); stated != bad.end()) {
      CHECK(std::fabs(error - stated->second) < 0.0006);
    } else {
      CHECK(error < 0.077);
    }
    if (id == 1 || id == 4 || id == 27 || id == 46) healthy.push_back(error);
  }
  CHECK(every.size() == 23);
  REQUIRE(healthy.size() == 4);
  CHECK(calibrate::detail::median(every) <= 0.045);
  CHECK(calibrate::detail::median(healthy) <= 0.04);
  // What the manual says.
  CHECK(calibrate::detail::median(every) == doctest::Approx(0.0336).epsilon(0.01));
  CHECK(calibrate::detail::median(healthy) == doctest::Approx(0.0265).epsilon(0.01));
  CHECK(calibrate::detail::median(lines) == doctest::Approx(0.117).epsilon(0.005));
  std::sort(worst.begin(), worst.end());
  CHECK(worst[5] == doctest::Approx(0.18).epsilon(0.03));
  CHECK(worst[11] == doctest::Approx(0.32).epsilon(0.03));
  CHECK(worst[17] == doctest::Approx(0.84).epsilon(0.03));
  CHECK(worst.back() == doctest::Approx(5.9).epsilon(0.03));
}

#ifdef NDEBUG  // minutes without optimisation
TEST_CASE("the choice repeated without the size that it is judged by: what the manual says") {
  std::vector<double> every;
  std::vector<double> healthy;
  for (const auto& [id, samples] : sweeps()) {
    const auto used = calibrate::merged(samples);
    if (used.size() < 8) continue;
    std::vector<double> errors;
    for (std::size_t i = 0; i < used.size(); ++i) {
      auto kept = used;
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
      const auto report = calibrate::fit_sizes(kept);
      errors.push_back(std::fabs(report.best().fitted.time(used[i].message_bytes) / used[i].time - 1.0));
    }
    every.push_back(calibrate::detail::median(errors));
    if (id == 1 || id == 4 || id == 27 || id == 46) healthy.push_back(every.back());
  }
  CHECK(calibrate::detail::median(every) == doctest::Approx(0.050).epsilon(0.02));
  CHECK(calibrate::detail::median(healthy) == doctest::Approx(0.027).epsilon(0.03));
}
#endif

TEST_CASE("an exact law is found again, by itself and by the choice") {
  const curve laws[] = {law(law_kind::affine, 2e-5, 1e-11), law(law_kind::pipelined, 4e-5, 4e-12, 0.5),
                        law(law_kind::p_norm, 1e-4, 2e-11, 2.5), law(law_kind::power_tail, 3e-5, 5e-12, 0.4, 1e-4)};
  for (const curve& truth : laws) {
    const auto report = calibrate::fit_sizes(made_by(truth, 20));
    CAPTURE(name(truth.law));
    CHECK(report.best().loo_worst_relative_error < 1e-5);
    const auto fit = calibrate::fit_size_law(truth.law, points_of(made_by(truth, 20)));
    CHECK(fit.fitted.start_up() == doctest::Approx(truth.start_up()).epsilon(1e-6));
    CHECK(fit.fitted.per_byte() == doctest::Approx(truth.per_byte()).epsilon(1e-6));
    if (truth.law != law_kind::affine) {
      CHECK(fit.fitted.exponent == doctest::Approx(truth.exponent).epsilon(1e-6));
    }
    CHECK(fit.worst_relative_error < 1e-7);
  }
}

TEST_CASE("a switch is found where it is") {
  curve truth;
  truth.law = law_kind::two_lines;
  truth.count = 2;
  truth.lines = {{{0.0, 2e-5, 4e-11}, {1.5e6, 9e-5, 1e-11}, {}}};
  const auto report = calibrate::fit_sizes(made_by(truth, 20));
  const auto& best = report.best();
  CHECK(best.fitted.law == law_kind::two_lines);
  CHECK(best.fitted.lines[1].above > 1048576.0);
  CHECK(best.fitted.lines[1].above < 2097152.0);
  CHECK(best.fitted.lines[0].per_byte == doctest::Approx(4e-11));
  CHECK(best.fitted.lines[1].start_up == doctest::Approx(9e-5));
}

TEST_CASE("a sweep in other units of size or time is the same fit") {
  const auto all = sweeps();
  for (const law_kind kind : calibrate::all_laws) {
    const auto points = points_of(all.at(27));
    std::vector<weighted> scaled;
    for (const weighted& point : points) scaled.push_back({point.size * 1000.0, point.time * 1e-3});
    const curve one = calibrate::best_curve(kind, points);
    const curve other = calibrate::best_curve(kind, scaled);
    CAPTURE(name(kind));
    CHECK(objective(other, scaled) == doctest::Approx(objective(one, points)).epsilon(1e-6));
    CHECK(other.start_up() * 1e3 == doctest::Approx(one.start_up()).epsilon(1e-4));
    CHECK(other.per_byte() * 1e6 == doctest::Approx(one.per_byte()).epsilon(1e-4));
  }
}

TEST_CASE("analytic derivatives are those of the prediction") {
  const struct {
    curve at;
    calibrate::free_parameters free;
  } cases[] = {{law(law_kind::affine, 2e-5, 1e-11), {true, true, false, false}},
               {law(law_kind::pipelined, 4e-5, 4e-12, 0.5), {true, true, false, false}},
               {law(law_kind::p_norm, 1e-4, 2e-11, 0.7), {true, true, false, true}},
               {law(law_kind::power_tail, 3e-5, 5e-12, 0.4, 1e-4), {true, true, true, true}}};
  const std::vector<weighted> points{{1024.0, 3e-5}, {1e6, 2e-4}, {1e9, 1e-2}};
  for (const auto& one : cases) {
    const calibrate::residuals problem(one.at, one.free, points);
    const Eigen::VectorXd x = problem.transformed(one.at);
    Eigen::MatrixXd jacobian(3, one.free.count());
    REQUIRE(problem.df(x, jacobian) == 0);
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      constexpr double step = 1e-5;
      Eigen::VectorXd up = x;
      Eigen::VectorXd down = x;
      up[j] += step;
      down[j] -= step;
      Eigen::VectorXd above(3);
      Eigen::VectorXd below(3);
      problem(up, above);
      problem(down, below);
      for (Eigen::Index i = 0; i < 3; ++i) {
        CAPTURE(name(one.at.law));
        CHECK(jacobian(i, j) == doctest::Approx((above[i] - below[i]) / (2.0 * step)).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("intervals of 95 % hold the truth about that often") {
  const curve truth = law(law_kind::affine, 2e-5, 1e-11);
  int held = 0;
  constexpr int tries = 400;
  std::mt19937 generator(3);
  std::normal_distribution<double> normal(0.0, 0.02);
  for (int i = 0; i < tries; ++i) {
    std::vector<weighted> points;
    for (double size = 1024.0; size < 1e9; size *= 4.0) {
      points.push_back({size, truth(size) * (1.0 + normal(generator))});
    }
    const auto fit = calibrate::fit_size_law(law_kind::affine, points);
    const auto& start_up = fit.parameters.at(0);
    if (start_up.low <= truth.start_up() && truth.start_up() <= start_up.high) ++held;
  }
  // 95 % of 400 with a standard deviation of 1.1 %: four of them on either side
  CHECK(held > tries * 0.905);
  CHECK(held < tries * 0.995);
}

TEST_CASE("a number that the data push to zero is zero, and the others keep their errors") {
  const auto all = sweeps();
  for (const int id : {23, 41}) {
    const auto fit = calibrate::fit_size_law(law_kind::power_tail, points_of(all.at(id)));
    CAPTURE(id);
    CHECK(fit.fitted.per_byte() == 0.0);
    CHECK(fit.objective > 0.0);
  }
  const auto exact = calibrate::fit_size_law(law_kind::power_tail,
                                             points_of(made_by(law(law_kind::power_tail, 0.0, 5e-12, 0.4, 1e-4), 12)));
  CHECK(exact.fitted.start_up() == 0.0);
  CHECK(exact.fitted.per_byte() == doctest::Approx(5e-12).epsilon(1e-6));
  for (const auto& number : exact.parameters) {
    if (number.value == 0.0 || number.name == "tail_at") continue;
    CAPTURE(number.name);
    CHECK(number.standard_error >= 0.0);
  }
}

TEST_CASE("a confidence that is none gives no interval, and nothing is thrown") {
  const auto points = points_of(made_by(law(law_kind::affine, 2e-5, 1e-11), 12, 0.01));
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (const double confidence : {0.0, 1.0, 1.5, -1.0, none}) {
    const auto fit = calibrate::fit_size_law(law_kind::affine, points, confidence);
    CHECK(math::is_nan(fit.parameters.at(0).low));
    CHECK(math::is_nan(fit.parameters.at(0).high));
    CHECK(fit.parameters.at(0).standard_error > 0.0);
  }
}

TEST_CASE("a number of lines that no law has is the nearest that one has") {
  const auto points = points_of(made_by(law(law_kind::affine, 2e-5, 1e-11), 12, 0.01));
  CHECK(calibrate::fit_lines(points, 0).law == law_kind::affine);
  CHECK(calibrate::fit_lines(points, 4).law == law_kind::three_lines);
  CHECK(calibrate::fit_lines(points, 4).count == 3);
}

TEST_CASE("samples that cannot be used are left out, and too few give no fit") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<sample> odd{{2048.0 * B, 3.0 * us}, {2048.0 * B, 1.0 * us},  {2048.0 * B, 2.0 * us},
                                {4096.0 * B, 0.0 * us}, {8192.0 * B, none * us}, {512.0 * B, 1.0 * us}};
  const auto used = calibrate::merged(odd);
  REQUIRE(used.size() == 1);
  CHECK(used[0].time.si() == doctest::Approx(2e-6));
  CHECK_FALSE(calibrate::fit_sizes(odd).ok());
  CHECK_FALSE(calibrate::fit_sizes(std::vector<sample>{}).ok());
  for (const law_kind kind : calibrate::all_laws) {
    CHECK(math::is_nan(calibrate::fit_size_law(kind, std::vector<weighted>{}).worst_relative_error));
  }

  const std::vector<sample> two{{2048.0 * B, 3.0 * us}, {4096.0 * B, 4.0 * us}};
  const auto report = calibrate::fit_sizes(two);
  REQUIRE(report.ok());
  CHECK(report.best().fitted.law == law_kind::affine);
  CHECK(report.best().worst_relative_error < 1e-12);
  CHECK(report.best().loo_median_relative_error != report.best().loo_median_relative_error);
  CHECK(report.best().parameters.at(0).standard_error != report.best().parameters.at(0).standard_error);
}

TEST_CASE("flat, falling and extreme sweeps end in finite numbers") {
  const curve shapes[] = {law(law_kind::affine, 2e-5, 0.0), law(law_kind::affine, 0.0, 1e-11),
                          law(law_kind::affine, 1e-300, 1e-300), law(law_kind::affine, 1e200, 1e200)};
  for (const curve& shape : shapes) {
    for (const auto& fit : calibrate::fit_sizes(made_by(shape, 12)).fits) {
      CAPTURE(name(fit.fitted.law));
      CHECK(math::is_finite(fit.objective));
      CHECK(math::is_finite(fit.fitted.start_up()));
      CHECK(math::is_finite(fit.fitted.per_byte()));
    }
  }
  std::vector<sample> falling;
  for (int i = 0; i < 12; ++i) falling.push_back({1024.0 * (1 << i) * B, (100.0 - 5.0 * i) * us});
  for (const auto& fit : calibrate::fit_sizes(falling).fits) {
    CHECK(fit.fitted.start_up() >= 0.0);
    CHECK(fit.fitted.per_byte() >= 0.0);
  }
}
