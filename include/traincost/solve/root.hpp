// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>

#include <boost/math/tools/toms748_solve.hpp>

#include "traincost/core/result.hpp"
#include "traincost/fwd.hpp"
#include "traincost/units/quantity.hpp"

namespace traincost::solve {

// An inversion's answer. Only status::ok is a root; every other status says why not, and `value` is then NaN, or the
// best point so far where the iterations ran out.
template <class X>
struct root {
  X value{};
  X low{};  // the bracket when the search ended: the function changes sign in [low, high]
  X high{};
  double residual = 0.0;  // f(value)
  int iterations = 0;     // evaluations of f beyond the two ends
  status state = status::ok;

  [[nodiscard]] constexpr bool ok() const noexcept { return state == status::ok; }
};

namespace detail {
// Failures are ours to report, and double stays double on aarch64 too.
using quiet =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

// A bracket that has closed on a root has a small residual; on a jump or a pole it keeps a large one.
constexpr double largest_relative_residual = 1.5e-8;

inline root<double> ended(status state, double low, double high, int iterations) noexcept {
  return {std::numeric_limits<double>::quiet_NaN(), low,        high,
          std::numeric_limits<double>::quiet_NaN(), iterations, state};
}
}  // namespace detail

// The root of f in [low, high] by TOMS 748 (Alefeld, Potra, Shi 1995), bracketed throughout.
//
// f: double -> double, continuous, of opposite signs at the ends. Status: ok; no_solution (equal signs at the ends:
// none, or an even number); jump (a sign change without a zero); exhausted (P.max_iterations used up); invalid (NaN
// from f, or ends that are not finite and ordered). The answer is within 4 ulp in x for status ok.
template <eval_policy P = default_policy, class F>
[[nodiscard]] root<double> find_root(F f, double low, double high) {
  if (!(std::isfinite(low) && std::isfinite(high) && low < high)) return detail::ended(status::invalid, low, high, 0);
  const double at_low = f(low);
  const double at_high = f(high);
  if (std::isnan(at_low) || std::isnan(at_high)) return detail::ended(status::invalid, low, high, 0);
  if (at_low == 0.0) return {low, low, low, 0.0, 0, status::ok};
  if (at_high == 0.0) return {high, high, high, 0.0, 0, status::ok};
  if (std::signbit(at_low) == std::signbit(at_high)) return detail::ended(status::no_solution, low, high, 0);
  if (P.max_iterations == 0) return detail::ended(status::exhausted, low, high, 0);

  bool met_nan = false;
  const auto watched = [&](double x) {
    const double y = f(x);
    met_nan = met_nan || std::isnan(y);
    return std::isnan(y) ? 0.0 : y;  // ends the search at once
  };
  boost::math::tools::eps_tolerance<double> close(std::numeric_limits<double>::digits - 2);
  std::uintmax_t iterations = P.max_iterations;
  const auto [a, b] =
      boost::math::tools::toms748_solve(watched, low, high, at_low, at_high, close, iterations, detail::quiet{});
  const int used = static_cast<int>(iterations);
  if (met_nan) return detail::ended(status::invalid, a, b, used);

  const double at_a = f(a);
  const double at_b = f(b);
  const bool a_is_best = std::abs(at_a) <= std::abs(at_b);
  root<double> result{a_is_best ? a : b, a, b, a_is_best ? at_a : at_b, used, status::ok};
  const double scale = std::fmax(std::abs(at_low), std::abs(at_high));
  const bool closed = result.residual == 0.0 || close(a, b);
  if (!closed && std::abs(result.residual) <= scale) {
    result.state = status::exhausted;
  } else if (std::abs(result.residual) > (closed ? detail::largest_relative_residual * scale : scale)) {
    result.state = status::jump;  // a function that has grown beyond its ends runs into a pole
    result.value = std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

// The same for a function of a quantity, such as the latency at which an MFU is reached.
template <eval_policy P = default_policy, class F, dim D>
[[nodiscard]] root<quantity<D>> find_root(F f, quantity<D> low, quantity<D> high) {
  const auto r = find_root<P>([&](double x) -> double { return f(from_si<D>(x)); }, low.si(), high.si());
  return {from_si<D>(r.value), from_si<D>(r.low), from_si<D>(r.high), r.residual, r.iterations, r.state};
}

}  // namespace traincost::solve
