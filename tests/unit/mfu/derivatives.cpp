// SPDX-License-Identifier: BSL-1.0
// Boost.Math's dual numbers go through every kind of formula; the derivatives are compared with closed forms.
#if __has_include(<boost/math/differentiation/autodiff.hpp>)

#include <doctest/doctest.h>

#include <boost/math/differentiation/autodiff.hpp>

#include <cmath>

#include "../support/compare.hpp"
#include "traincost/traincost.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using dual = boost::math::differentiation::autodiff_fvar<double, 1>;

dual variable(double x) { return boost::math::differentiation::make_fvar<double, 1>(x); }
basic_seconds<dual> dual_seconds(double x) { return from_si<dim{.time = 1}>(variable(x)); }
fraction<dual> constant(double x) { return fraction<dual>::unchecked(dual(x)); }

constexpr double tolerance = 1e-9;
}  // namespace

TEST_CASE("derivatives: MFU by latency") {
  const double base = 0.52;
  const double c = 51.0 / 286.0;
  const double baseline = 2.1e-3;
  for (const double latency : {2.2e-3, 8.8e-3, 15.3e-3, 0.1}) {
    CAPTURE(latency);
    const basic_seconds<dual> L = dual_seconds(latency);
    const auto documented = mfu::documented<dual>{constant(base), constant(c), baseline * s}.mfu(L).value();
    CHECK(relative_error(documented.derivative(0), base * ((1.0 - c) + c * baseline / latency)) < golden);
    CHECK(relative_error(documented.derivative(1), -base * c * baseline / (latency * latency)) < tolerance);

    const auto amdahl = mfu::amdahl<dual>{constant(base), constant(c), baseline * s}.mfu(L).value();
    const double slowdown = (1.0 - c) + c * latency / baseline;
    CHECK(relative_error(amdahl.derivative(0), base / slowdown) < golden);
    CHECK(relative_error(amdahl.derivative(1), -base * c / baseline / (slowdown * slowdown)) < tolerance);

    const double compute = 56.65e-3;
    const double window = 5e-3;
    const auto hidden = mfu::overlapped<dual>{constant(base), compute * s, window * s, baseline * s}.mfu(L).value();
    const double exposed = compute + std::fmax(0.0, latency - window);
    CHECK(relative_error(hidden.derivative(1), latency > window ? -base * compute / (exposed * exposed) : 0.0) <
          tolerance);
  }
}

TEST_CASE("derivatives: the fitted share by the measured MFU") {
  // c = (base / mfu - 1) / (L / baseline - 1).
  const auto at = fraction<dual>::unchecked(variable(0.44));
  const auto law = mfu::amdahl<dual>::fit(constant(0.52), 2.1 * ms, at, 15.3 * ms);
  CHECK(relative_error(law.share.value().derivative(0), 7.0 / 242.0) < golden);
  CHECK(relative_error(law.share.value().derivative(1), -0.52 / (0.44 * 0.44) / (15.3 / 2.1 - 1.0)) < tolerance);
}

TEST_CASE("derivatives: step ratio by latency, for every shape") {
  using namespace convergence;
  const double baseline = 2.1e-3;
  const double latency = 12e-3;
  const double u = latency / baseline - 1.0;
  const auto slope_of = [&](auto shape) {
    const latency_law<decltype(shape)> law{shape, baseline * s, 1.0 * s, ""};
    return baseline * law.step_ratio(dual_seconds(latency)).value.derivative(1);
  };
  CHECK(relative_error(slope_of(linear<dual>{dual(0.3)}), 0.3) < tolerance);
  CHECK(relative_error(slope_of(power<dual>{dual(0.3), dual(1.045)}), 0.3 * 1.045 * std::pow(u, 0.045)) < tolerance);
  CHECK(relative_error(slope_of(quadratic<dual>{dual(0.3), dual(0.02)}), 0.3 + 0.04 * u) < tolerance);
  CHECK(relative_error(slope_of(hyperbolic<dual>{dual(0.3), dual(0.01)}), 0.3 / std::pow(1.0 - 0.01 * u, 2)) <
        tolerance);
  CHECK(relative_error(slope_of(exponential<dual>{dual(0.3), dual(0.02)}), 0.3 * std::exp(0.02 * u)) < tolerance);
  CHECK(relative_error(slope_of(exponential<dual>{dual(0.3), dual(0.0)}), 0.3) < tolerance);
}

TEST_CASE("derivatives: step ratio by a parameter, from zero too") {
  using namespace convergence;
  const auto by = [](auto shape) {
    const delay_law<decltype(shape)> law{shape};
    return law.step_ratio(delay<dual>{dual(3.0)}).value.derivative(1);
  };
  CHECK(relative_error(by(linear<dual>{variable(0.0)}), 3.0) < tolerance);
  CHECK(relative_error(by(power<dual>{variable(0.0), dual(1.5)}), std::pow(3.0, 1.5)) < tolerance);
  CHECK(relative_error(by(power<dual>{dual(0.2), variable(1.5)}), 0.2 * std::pow(3.0, 1.5) * std::log(3.0)) <
        tolerance);
  CHECK(relative_error(by(quadratic<dual>{dual(0.2), variable(0.0)}), 9.0) < tolerance);
  CHECK(relative_error(by(hyperbolic<dual>{dual(0.2), variable(0.1)}), 0.2 * 9.0 / (0.7 * 0.7)) < tolerance);
  CHECK(relative_error(by(exponential<dual>{variable(0.0), dual(0.1)}), std::expm1(0.3) / 0.1) < tolerance);
  const double expected = 0.2 * (3.0 * std::exp(0.3) / 0.1 - std::expm1(0.3) / 0.01);
  CHECK(relative_error(by(exponential<dual>{dual(0.2), variable(0.1)}), expected) < tolerance);
}

TEST_CASE("derivatives: fits by their data, against finite differences") {
  using namespace convergence;
  const auto check = [](auto as_shape) {
    using shape = decltype(as_shape(1.0));
    using dual_shape = decltype(as_shape(dual(1.0)));
    const auto with = [](auto y) {
      return std::pair{excess_point<decltype(y)>{decltype(y)(3.0), decltype(y)(0.32)},
                       excess_point<decltype(y)>{decltype(y)(6.0), y}};
    };
    const auto value = [&](double y) {
      const auto [first, second] = with(y);
      return shape::through(first, second).excess(9.0);
    };
    const auto [first, second] = with(variable(0.7));
    const double h = 1e-5;
    const double difference = (value(0.7 + h) - value(0.7 - h)) / (2.0 * h);
    CHECK(relative_error(dual_shape::through(first, second).excess(dual(9.0)).derivative(1), difference) < 1e-7);
  };
  check([](auto x) { return power<decltype(x)>{}; });
  check([](auto x) { return quadratic<decltype(x)>{}; });
  check([](auto x) { return hyperbolic<decltype(x)>{}; });
  check([](auto x) { return exponential<decltype(x)>{}; });
}

TEST_CASE("derivatives: collective times by message, start-up and rate") {
  using namespace collective;
  using link = hardware::port_link<dual>;
  const auto plain = [](double x) { return dual(x); };
  const auto message = [](dual n) { return from_si<dim{.data = 1}>(n); };
  const auto make = [](dual alpha, dual beta, dual gamma) {
    return link{from_si<dim{.time = 1}>(alpha), from_si<dim{.time = 1, .data = -1}>(beta),
                from_si<dim{.time = 1, .data = -1}>(gamma)};
  };
  const double n = 1e6;
  const auto by_message =
      ring{make(plain(1e-5), plain(5e-11), plain(2e-12))}.time(all_reduce{}, message(variable(n)), 8);
  CHECK(relative_error(by_message.si().derivative(1), 1.75 * 5e-11 + 0.875 * 2e-12) < tolerance);
  const auto by_alpha = ring{make(variable(1e-5), plain(5e-11), plain(2e-12))}.time(all_reduce{}, message(plain(n)), 8);
  CHECK(relative_error(by_alpha.si().derivative(1), 14.0) < tolerance);
  const auto by_beta = nhr{make(plain(1e-5), variable(5e-11), plain(0.0))}.time(all_gather{}, message(plain(n)), 6);
  CHECK(relative_error(by_beta.si().derivative(1), n * 5.0 / 6.0) < tolerance);
  const auto by_gamma =
      halving_doubling{make(plain(1e-5), plain(5e-11), variable(0.0))}.time(reduce_scatter{}, message(plain(n)), 6);
  CHECK(relative_error(by_gamma.si().derivative(1), n * 11.0 / 6.0) < tolerance);
  // (sqrt x + sqrt y)^2 grows by 1 + sqrt(x / y) with y.
  const auto chunked =
      ring{make(plain(1e-5), plain(5e-11), plain(0.0)), pipelined{}}.time(all_reduce{}, message(variable(n)), 8);
  const double x = 14e-5;
  const double y = 1.75 * n * 5e-11;
  CHECK(relative_error(chunked.si().derivative(1), (1.0 + std::sqrt(x / y)) * y / n) < tolerance);
}

TEST_CASE("derivatives: a whole run, a roofline, a decomposition") {
  using namespace convergence;
  const mfu::amdahl<dual> law{constant(0.52), constant(0.0289), 2.1 * ms};
  const latency_law<power<dual>> penalty{power<dual>{dual(0.0952), dual(1.045)}, 2.1 * ms, 15.3 * ms, ""};
  const auto run = training<>{}.with_mfu_law(law).with_delay(latency_driven{}).with_penalty(penalty);
  const auto goodput = [](double latency) {
    const double speed = 0.52 / ((1.0 - 0.0289) + 0.0289 * latency / 2.1e-3);
    return speed / (1.0 + 0.0952 * std::pow(latency / 2.1e-3 - 1.0, 1.045));
  };
  const double h = 1e-7;
  const double difference = (goodput(9e-3 + h) - goodput(9e-3 - h)) / (2.0 * h);
  CHECK(relative_error(run.at(dual_seconds(9e-3)).goodput_mfu.value().derivative(1), difference) < 1e-7);

  const compute::roofline<dual> chip{from_si<dim{.time = -1, .work = 1}>(variable(1e14)),
                                     from_si<dim{.time = -1, .data = 1}>(dual(1e12))};
  const auto time = chip.time(from_si<dim{.work = 1}>(dual(1e15)), basic_bytes<dual>{});
  CHECK(relative_error(time.si().derivative(1), -1e15 / 0.86 / 1e28) < tolerance);

  const auto parts = mfu::decompose(constant(0.52), constant(0.44), variable(1.65), mfu::attribution::shapley);
  CHECK(relative_error(parts.effective.value().derivative(1), -0.44 / (1.65 * 1.65)) < tolerance);
  CHECK(relative_error((parts.direct_loss + parts.convergence_loss).derivative(1), 0.44 / (1.65 * 1.65)) < tolerance);
}

#endif
