// SPDX-License-Identifier: BSL-1.0
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "../support/compare.hpp"
#include "../support/odd_values.hpp"
#include "../support/random.hpp"
#include "../support/table.hpp"
#include "traincost/collective/any_stragglers.hpp"
#include "traincost/collective/exponential_stragglers.hpp"
#include "traincost/collective/gumbel_stragglers.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/normal_stragglers.hpp"
#include "traincost/collective/pareto_stragglers.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/straggling.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

constexpr double pi = 3.14159265358979323846;
constexpr normal_stragglers normal{{}, 1.0 * s};
constexpr exponential_stragglers exponential{1.0 * s};
constexpr gumbel_stragglers gumbel{{}, 1.0 * s};
constexpr pareto_stragglers pareto{1.0 * s, 3.0};
constexpr any_stragglers any{{}, 1.0 * s};

template <class Draw>
double simulated_max(int workers, random_source& draw, Draw one) {
  const int rounds = 200000 / workers;
  double sum = 0.0;
  for (int round = 0; round < rounds; ++round) {
    double most = -1e300;
    for (int i = 0; i < workers; ++i) most = std::max(most, one(draw.uniform(0.0, 1.0)));
    sum += most;
  }
  return sum / rounds;
}
}  // namespace

TEST_CASE("stragglers: reference values") {
  int lines = 0;
  for (const row& line : table("stragglers.csv")) {
    const int n = line.count("workers");
    CAPTURE(n);
    CHECK(relative_error(normal.expected_max(n).si(), line.number("normal")) < golden);
    CHECK(relative_error(normal.blom(n).si(), line.number("blom_approximation")) < golden);
    CHECK(relative_error(normal.upper_bound(n).si(), line.number("sqrt_2lnN")) < golden);
    CHECK(relative_error(any.expected_max(n).si(), line.number("distribution_free_bound")) < golden);
    CHECK(relative_error(exponential.expected_max(n).si(), line.number("exponential")) < golden);
    CHECK(relative_error(gumbel.expected_max(n).si(), line.number("gumbel")) < golden);
    CHECK(relative_error(pareto.expected_max(n).si(), line.number("pareto")) < golden);
    ++lines;
  }
  CHECK(lines == 8);
}

TEST_CASE("normal_stragglers: closed forms of two to five workers, at run time and at compile time") {
  const double root = std::sqrt(pi);
  const double third = std::asin(1.0 / 3.0);
  const double exact[] = {0.0, 1.0 / root, 1.5 / root, 3.0 / root * (0.5 + third / pi),
                          5.0 / root * (0.25 + 1.5 * third / pi)};
  // One constant expression each: clang counts their steps.
  constexpr double two = normal_stragglers::in_deviations(2);
  constexpr double three = normal_stragglers::in_deviations(3);
  constexpr double four = normal_stragglers::in_deviations(4);
  constexpr double five = normal_stragglers::in_deviations(5);
  const double constant[] = {0.0, two, three, four, five};
  for (int n = 1; n <= 5; ++n) {
    CAPTURE(n);
    CHECK(relative_error(normal_stragglers::in_deviations(n), exact[n - 1]) < golden);
    CHECK(relative_error(constant[n - 1], exact[n - 1]) < golden);
  }
  constexpr double many = normal_stragglers::in_deviations(16384);
  CHECK(relative_error(many, 3.97135057028064) < golden);
  // By numerical integration with 30 digits.
  CHECK(relative_error(normal_stragglers::in_deviations(1000000), 4.8628974861964627) < golden);
  CHECK(relative_error(normal_stragglers::in_deviations(2147483647), 6.2090480300872984) < golden);
  constexpr seconds blom = normal.blom(64);
  CHECK(relative_error(blom.si(), 2.3366910755775643) < golden);
}

TEST_CASE("stragglers: the means of simulations") {
  random_source draw(101);
  for (const int n : {1, 2, 8, 64, 512}) {
    CAPTURE(n);
    const double rounds = 200000.0 / n;
    const auto near = [&](double actual, double expected, double spread) {
      CHECK(std::abs(actual - expected) < 6.0 * spread / std::sqrt(rounds));
    };
    // The sum of twelve uniforms is too short-tailed; Box and Muller's is normal.
    near(simulated_max(n, draw,
                       [&](double u) {
                         return std::sqrt(-2.0 * std::log(1.0 - u)) * std::cos(2.0 * pi * draw.uniform(0.0, 1.0));
                       }),
         normal.expected_max(n).si(), 1.0);
    near(simulated_max(n, draw, [](double u) { return -std::log(1.0 - u); }), exponential.expected_max(n).si(), 1.3);
    near(simulated_max(n, draw, [](double u) { return -std::log(-std::log(1.0 - u)); }), gumbel.expected_max(n).si(),
         1.3);
    const pareto_stragglers thin{1.0 * s, 6.0};
    near(simulated_max(n, draw, [](double u) { return std::pow(1.0 - u, -1.0 / 6.0); }), thin.expected_max(n).si(),
         1.0);
  }
}

TEST_CASE("stragglers: sums and products, term by term") {
  double harmonic = 0.0;
  double product = 1.0;
  const pareto_stragglers heavy{1.0 * s, 1.25};
  for (int n = 1; n <= 3000; ++n) {
    harmonic += 1.0 / n;
    product *= n / (n - 0.8);
    CAPTURE(n);
    CHECK(relative_error(exponential.expected_max(n).si(), harmonic) < golden);
    CHECK(relative_error(heavy.expected_max(n).si(), product) < golden);
  }
  for (const int n : {1000, 1000000, 2147483647}) {
    for (const double shape : {1.001, 1.5, 2.0, 10.0, 1e6}) {
      CAPTURE(n);
      CAPTURE(shape);
      const long double power = 1.0L / static_cast<long double>(shape);
      const auto by_gamma = static_cast<double>(std::exp(std::lgamma(n + 1.0L) - std::lgamma(n + 1.0L - power)) *
                                                std::tgamma(1.0L - power));
      CHECK(relative_error(pareto_stragglers{1.0 * s, shape}.expected_max(n).si(), by_gamma) < 1e-8);
    }
  }
}

TEST_CASE("stragglers: more workers wait longer, one for itself, none below what bounds it") {
  seconds last[5]{};
  for (int n = 1; n <= 5000; n += 1 + n / 7) {
    CAPTURE(n);
    const seconds now[5] = {normal.expected_max(n), exponential.expected_max(n), gumbel.expected_max(n),
                            pareto.expected_max(n), any.expected_max(n)};
    for (int i = 0; i < 5; ++i) {
      CHECK((n == 1 || now[i] > last[i]));
      last[i] = now[i];
    }
    CHECK(normal.expected_max(n) <= normal.upper_bound(n));
    CHECK(normal.expected_max(n).si() <= any.expected_max(n).si() * (1.0 + rounding));
    // Equal mean and deviation: an exponential of mean 1, a Gumbel law and a Pareto law.
    CHECK(exponential.expected_max(n) <= any_stragglers{1.0 * s, 1.0 * s}.expected_max(n));
    const any_stragglers like_gumbel{0.5772156649015329 * s, pi / std::sqrt(6.0) * s};
    CHECK(gumbel.expected_max(n).si() <= like_gumbel.expected_max(n).si() * (1.0 + rounding));
    const any_stragglers like_pareto{1.5 * s, std::sqrt(0.75) * s};
    CHECK(pareto.expected_max(n).si() <= like_pareto.expected_max(n).si() * (1.0 + rounding));
    if (n >= 8) CHECK(relative_error(normal.blom(n).si(), normal.expected_max(n).si()) < 0.0075);
  }
  CHECK(normal_stragglers{2.0 * s, 1.0 * s}.expected_max(1) == 2.0 * s);
  CHECK(normal_stragglers{2.0 * s, 1.0 * s}.blom(1) == 2.0 * s);
  CHECK(exponential.expected_max(1) == 1.0 * s);
  CHECK(any.expected_max(1) == 0.0 * s);
  // Two workers, evenly spread over an interval, are as late as the bound allows.
  CHECK(relative_error(any_stragglers{0.5 * s, std::sqrt(1.0 / 12.0) * s}.expected_max(2).si(), 2.0 / 3.0) < rounding);
}

TEST_CASE("straggling: adds the last worker to the operation, and is a collective model") {
  constexpr nhr between{hardware::port(10.0 * us, 20.0 * GB_per_s)};
  constexpr two_level servers{mesh{hardware::pair(5.0 * us, 18.3 * GB_per_s)}, between, 8};
  constexpr normal_stragglers jitter{3.0 * us, 2.0 * us};
  constexpr straggling late{servers, jitter};
  static_assert(collective_model<straggling<decltype(servers), normal_stragglers>> ||
                collective_model<std::remove_cvref_t<decltype(late)>>);
  for (const int ranks : {2, 8, 64, 256}) {
    const seconds on_time = servers.time(all_reduce{}, 1.0 * MiB, ranks);
    CHECK(late.time(all_reduce{}, 1.0 * MiB, ranks) == on_time + jitter.expected_max(ranks));
    CHECK(straggling{servers, jitter, 32}.time(all_reduce{}, 1.0 * MiB, ranks) == on_time + jitter.expected_max(32));
    CHECK(straggling{servers, normal_stragglers{}}.time(all_reduce{}, 1.0 * MiB, ranks) == on_time);
    CHECK(late.time(reduce_scatter{}, 1.0 * MiB, ranks) ==
          servers.time(reduce_scatter{}, 1.0 * MiB, ranks) + jitter.expected_max(ranks));
  }
  CHECK(late.time(all_reduce{}, 1.0 * MiB, 1) == 0.0 * s);
  // A level of its own, and another on top.
  constexpr two_level both{straggling{mesh{hardware::pair(5.0 * us, 18.3 * GB_per_s)}, jitter}, between, 8};
  CHECK(
      both.time(all_reduce{}, 1.0 * MiB, 64).si() ==
      doctest::Approx((servers.time(all_reduce{}, 1.0 * MiB, 64) + 2.0 * jitter.expected_max(8)).si()).epsilon(1e-12));
  // A law and a model of a user's own.
  struct constant_law {
    seconds expected_max(int) const { return 1.0 * ms; }
  };
  struct constant_model {
    seconds time(all_reduce, bytes, int) const { return 2.0 * ms; }
  };
  CHECK(straggling{constant_model{}, constant_law{}}.time(all_reduce{}, 1.0 * B, 4) == 3.0 * ms);
  const straggling narrow{ring{hardware::port_link<float>{{}, {}, {}}}, jitter};
  CHECK(narrow.time(all_reduce{}, basic_bytes<float>{}, 8).si() == static_cast<float>(jitter.expected_max(8).si()));
}

TEST_CASE("stragglers: policies") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const bool allowed = x >= 0.0 && x <= 1e308;
    const auto refused = [](auto law) {
      return check_policies([=]<eval_policy P> { return law.template expected_max<P>(16).si(); });
    };
    CHECK(refused(normal_stragglers{x * s, 1.0 * s}) == !allowed);
    CHECK(refused(normal_stragglers{1.0 * s, x * s}) == !allowed);
    CHECK(refused(exponential_stragglers{x * s}) == !allowed);
    CHECK(refused(gumbel_stragglers{x * s, 1.0 * s}) == !allowed);
    CHECK(refused(gumbel_stragglers{1.0 * s, x * s}) == !allowed);
    CHECK(refused(any_stragglers{x * s, 1.0 * s}) == !allowed);
    CHECK(refused(any_stragglers{1.0 * s, x * s}) == !allowed);
    CHECK(refused(pareto_stragglers{x * s, 2.0}) == !allowed);
    CHECK(refused(pareto_stragglers{1.0 * s, x}) == !(x > 1.0 && x <= 1e308));
    const normal_stragglers law{x * s, 1.0 * s};
    CHECK(check_policies([=]<eval_policy P> { return law.blom<P>(16).si(); }) == !allowed);
    CHECK(check_policies([=]<eval_policy P> { return law.upper_bound<P>(16).si(); }) == !allowed);
    const straggling late{ring{hardware::port(1.0 * us, 1.0 * GB_per_s)}, law};
    CHECK(check_policies([=]<eval_policy P> { return late.time<P>(all_reduce{}, 1.0 * B, 4).si(); }) == !allowed);
  }
  for (const int count : odd_counts) {
    CAPTURE(count);
    const auto refused = [count](auto law) {
      return check_policies([=]<eval_policy P> { return law.template expected_max<P>(count).si(); });
    };
    CHECK(refused(normal) == (count < 1));
    CHECK(refused(exponential) == (count < 1));
    CHECK(refused(gumbel) == (count < 1));
    CHECK(refused(pareto) == (count < 1));
    CHECK(refused(any) == (count < 1));
    const straggling late{ring{hardware::port(1.0 * us, 1.0 * GB_per_s)}, normal, count};
    CHECK(check_policies([=]<eval_policy P> { return late.time<P>(all_reduce{}, 1.0 * B, 4).si(); }) == (count < 0));
    const straggling all{ring{hardware::port(1.0 * us, 1.0 * GB_per_s)}, normal};
    CHECK(check_policies([=]<eval_policy P> { return all.time<P>(all_reduce{}, 1.0 * B, count).si(); }) == (count < 1));
  }
  static_assert(noexcept(normal.expected_max<batch_policy>(2)) && !noexcept(normal.expected_max(2)));
}
