// SPDX-License-Identifier: BSL-1.0
// Every formula over other numbers than double: float, long double, 50 decimal digits with and without expression
// templates. The 50-digit results are the reference for all the others.
#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <string>
#include <vector>

#include "traincost/traincost.hpp"

namespace {
using namespace traincost;
using namespace traincost::convergence;
namespace mp = boost::multiprecision;
using plain = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using expressions = mp::number<mp::cpp_bin_float<50>, mp::et_on>;

template <class Rep>
struct result {
  std::string name;
  Rep value;
};

// Inputs are ratios of integers, so that each representation rounds them itself.
template <class Rep>
struct formulas {
  static Rep number(int numerator, int denominator = 1) { return Rep(Rep(numerator) / Rep(denominator)); }
  static basic_seconds<Rep> us(int x) { return from_si<dim{.time = 1}>(number(x, 1000000)); }
  static basic_seconds<Rep> tenth_ms(int x) { return from_si<dim{.time = 1}>(number(x, 10000)); }
  static basic_bytes<Rep> bytes_of(int x) { return from_si<dim{.data = 1}>(number(x)); }
  static basic_bandwidth<Rep> GB_per_s(int x, int parts = 1) {
    return from_si<dim{.time = -1, .data = 1}>(Rep(number(x, parts) * Rep(10) * number(100000000)));
  }
  static fraction<Rep> percent_of(int x) { return fraction<Rep>{number(x, 100)}; }

  std::vector<result<Rep>> all;
  template <class T>
  void add(const std::string& name, const T& value) {
    if constexpr (requires { value.si(); }) {
      all.push_back({name, value.si()});
    } else if constexpr (requires { value.percent(); }) {
      all.push_back({name, value.value()});
    } else {
      all.push_back({name, Rep(value)});
    }
  }

  void collectives() {
    using namespace collective;
    const auto between = hardware::port(us(10), GB_per_s(20), GB_per_s(500));
    const auto inside = hardware::pair(us(5), GB_per_s(183, 10), GB_per_s(500));
    const auto n = bytes_of(1 << 24);
    add("ring", ring{between}.time(all_reduce{}, n, 6));
    add("nhr", nhr{between}.time(reduce_scatter{}, n, 6));
    add("nhr, pipelined", nhr{between, pipelined{}}.time(all_reduce{}, n, 6));
    add("halving_doubling", halving_doubling{between}.time(all_reduce{}, n, 6));
    add("mesh", mesh{inside}.time(all_gather{}, n, 8));
    const two_level hierarchy{mesh{inside}, nhr{between}, 8};
    add("two_level", hierarchy.time(all_reduce{}, n, 48));
    add("two_level, inside", hierarchy.levels(reduce_scatter{}, n, 48).inner);
    add("fastest_of", fastest_of{ring{between}, halving_doubling{between}}.time(all_reduce{}, n, 5));
    add("any_of", any_of{ring{between}, nhr{between}}.time(all_reduce{}, n, 5));
    add("stretched", ring{between.stretched(number(7, 3))}.time(all_reduce{}, n, 6));
  }

  void hardware_and_steps() {
    const hardware::rocev2<Rep> network{GB_per_s(25), 4096, false, true};
    add("rocev2, stream", network.goodput());
    add("rocev2, message", network.message_goodput(65536));
    add("rocev2, link", network.link(us(10), percent_of(80)).bandwidth());
    const auto clock = from_si<dim{.time = -1}>(Rep(number(18) * Rep(100000000)));
    hardware::accelerator<Rep> chip{"", 24, 4096, clock};
    chip.memory_bandwidth = GB_per_s(1600);
    add("peak", chip.peak());
    add("cluster", hardware::cluster<Rep>{chip, 32, 8, {}, {}}.peak());
    const auto roof = compute::roofline<Rep>::of(chip);
    const auto work = from_si<dim{.work = 1}>(Rep(number(7) * Rep(1000000000) * Rep(1000000000)));
    add("roofline", roof.time(work, bytes_of(1 << 30)));
    add("ridge", roof.ridge().si());
    add("achieved", mfu::achieved(work, from_si<dim{.time = 1}>(number(30)), Rep(1000) * chip.peak()));
    const step::overlapped<Rep> two_thirds{fraction<Rep>{number(2, 3)}};
    add("overlapped", two_thirds(us(30), us(50)).total());
    add("overlapped, share", two_thirds(us(30), us(50)).communication_share());
    add("serial", step::serial{}(us(30), us(50)).total());
    const collective::nhr ring{hardware::port(us(10), GB_per_s(20))};
    const step::load<Rep> job{work, bytes_of(1 << 30), bytes_of(1 << 28), 256, 3};
    add("compose", step::compose(ring, roof, two_thirds, job).total());
  }

  template <class Shape>
  void penalty() {
    const auto law =
        latency_law<Shape>::fit(tenth_ms(21), {tenth_ms(88), number(132, 100)}, {tenth_ms(153), number(165, 100)});
    for (const int latency : {21, 50, 88, 153, 300, 1000}) {
      add(std::string(Shape::name) + " at " + std::to_string(latency), law.step_ratio(tenth_ms(latency)).value);
    }
  }
  void penalties() {
    penalty<linear<Rep>>();
    penalty<power<Rep>>();
    penalty<quadratic<Rep>>();
    penalty<hyperbolic<Rep>>();
    penalty<exponential<Rep>>();
    add("saturating",
        exponential<Rep>::through({number(1), number(3, 10)}, {number(4), number(4, 10)}).excess(number(2)));
    add("latency_driven", latency_driven{}.age(us(7), us(3)).steps);
    add("delayed_by", delayed_by<Rep>{number(5, 3)}.age(us(7), us(3)).steps);
    const delay_law<hyperbolic<Rep>> fixed_rate{hyperbolic<Rep>{number(1, 10), number(1, 7)}};
    add("delay_law", fixed_rate.step_ratio(delay<Rep>{number(5, 3)}).value);
  }

  void mfu_laws() {
    const auto base = percent_of(52);
    const auto amdahl = mfu::amdahl<Rep>::fit(base, tenth_ms(21), percent_of(44), tenth_ms(153));
    const auto documented = mfu::documented<Rep>::fit(base, tenth_ms(21), percent_of(44), tenth_ms(153));
    const auto window = mfu::overlapped<Rep>::fit(base, tenth_ms(21), percent_of(44), tenth_ms(153), tenth_ms(50));
    add("amdahl, share", amdahl.share);
    add("amdahl, step", amdahl.implied_step());
    add("documented, share", documented.share);
    add("overlapped, compute", window.compute);
    for (const int latency : {21, 88, 153, 300, 1000}) {
      add("amdahl", amdahl.mfu(tenth_ms(latency)));
      add("documented", documented.mfu(tenth_ms(latency)));
      add("overlapped", window.mfu(tenth_ms(latency)));
    }
    const auto direct = percent_of(44);
    const Rep ratio = number(165, 100);
    add("goodput", mfu::goodput(direct, ratio));
    add("time_to_target_ratio", mfu::time_to_target_ratio(base, direct, ratio));
    const Rep weight = mfu::reconciling_weight(direct, percent_of(38), ratio);
    add("reconciling_weight", weight);
    add("mfu_documented", mfu::mfu_documented(direct, ratio, weight));
    using mfu::attribution;
    for (const auto by : {attribution::communication_first, attribution::convergence_first, attribution::logarithmic,
                          attribution::shapley}) {
      add("decompose, direct", mfu::decompose(base, direct, ratio, by).direct_loss);
      add("decompose, convergence", mfu::decompose(base, direct, ratio, by).convergence_loss);
    }
    const auto penalty =
        latency_law<power<Rep>>::fit(tenth_ms(21), {tenth_ms(88), number(132, 100)}, {tenth_ms(153), ratio});
    const auto run = training<>{}.with_mfu_law(amdahl).with_delay(latency_driven{}).with_penalty(penalty);
    add("training", run.at(tenth_ms(100)).goodput_mfu);
    add("training, loss", run.decompose(tenth_ms(21), tenth_ms(100), attribution::logarithmic).convergence_loss);
  }

  std::vector<result<Rep>> operator()() && {
    collectives();
    hardware_and_steps();
    penalties();
    mfu_laws();
    return all;
  }
};

const std::vector<result<plain>>& reference() {
  static const auto all = formulas<plain>{}();
  return all;
}

template <class Rep>
void compare(double tolerance) {
  const auto all = formulas<Rep>{}();
  CHECK(all.size() == reference().size());
  CHECK(all.size() > 80);
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].name);
    const plain exact = reference()[i].value;
    const plain error =
        exact == 0 ? plain(abs(plain(all[i].value))) : plain(abs(plain(plain(all[i].value) / exact - 1)));
    CHECK(error < tolerance);
  }
}
}  // namespace

TEST_CASE("representations: float") { compare<float>(2e-5); }
TEST_CASE("representations: double") { compare<double>(3e-14); }
TEST_CASE("representations: long double") {
  compare<long double>(64.0 * static_cast<double>(std::numeric_limits<long double>::epsilon()) * 16.0);
}
TEST_CASE("representations: 50 digits with expression templates") { compare<expressions>(1e-47); }

TEST_CASE("representations: 50 digits are 50 digits") {
  const auto value = [](const char* name) {
    for (const auto& one : reference()) {
      if (one.name == name) return one.value;
    }
    FAIL("no such formula: ", name);
    return plain(0);
  };
  const auto near = [](const plain& a, const plain& b) { return abs(plain(a / b - 1)) < 1e-47; };
  const plain n(1 << 24);
  const plain beta = plain(1) / plain("20e9");
  const plain gamma = plain(1) / plain("500e9");
  CHECK(near(value("ring"), 10 * plain("10e-6") + plain(5) / 3 * n * beta + plain(5) / 6 * n * gamma));
  CHECK(near(value("rocev2, stream"), plain(4096) / 4182));
  CHECK(near(value("peak"), plain("353.8944e12")));
  CHECK(near(value("amdahl, share"), plain(7) / 242));
  CHECK(near(value("documented, share"), plain(51) / 286));
  CHECK(near(value("overlapped, compute"), plain("56.65e-3")));
  CHECK(near(value("exponential at 88"), plain("1.32")));
  CHECK(near(value("exponential at 153"), plain("1.65")));
  CHECK(near(value("power at 153"), plain("1.65")));
  CHECK(near(value("hyperbolic at 88"), plain("1.32")));
  CHECK(near(value("mfu_documented"), plain("0.38")));
}

#endif
