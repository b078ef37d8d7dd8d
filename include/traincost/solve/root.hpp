// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <boost/math/tools/toms748_solve.hpp>

#include "traincost/core/math.hpp"
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

// TOMS 748 divides differences of f by differences of x: what would overflow there, infinity too, becomes large and
// finite. NaN stays NaN.
constexpr double bounded(double y) noexcept {
  constexpr double large = 0x1p1018;
  return math::abs(y) <= large || math::is_nan(y) ? y : y < 0.0 ? -large : large;
}

constexpr root<double> ended(status state, double low, double high, int iterations) noexcept {
  constexpr double none = traincost::detail::not_a_number<double>();
  return {none, low, high, none, iterations, state};
}
}  // namespace detail

// The root of f in [low, high] by TOMS 748 (Alefeld, Potra, Shi 1995), bracketed throughout.
//
// f: double -> double, continuous, of opposite signs at the ends, where it may be infinite. Status: ok; no_solution
// (equal signs at the ends: none, or an even number); jump (a sign change without a zero); exhausted (P.max_iterations
// used up); invalid (NaN from f, or ends that are not finite, ordered and at most the largest double apart). The answer
// is within 4 ulp in x of where f, as computed, changes its sign.
template <eval_policy P = default_policy, class F>
[[nodiscard]] root<double> find_root(F f, double low, double high) {
  using math::abs, math::is_nan;
  if (!(math::is_finite(high - low) && low < high)) return detail::ended(status::invalid, low, high, 0);
  bool met_nan = false;
  const auto watched = [&](double x) {
    const double y = is_nan(x) ? x : detail::bounded(f(x));
    met_nan = met_nan || is_nan(y);
    return is_nan(y) ? 0.0 : y;  // ends the search at once
  };
  const double at_low = watched(low);
  const double at_high = watched(high);
  if (met_nan) return detail::ended(status::invalid, low, high, 0);
  if (at_low == 0.0) return {low, low, low, 0.0, 0, status::ok};
  if (at_high == 0.0) return {high, high, high, 0.0, 0, status::ok};
  if ((at_low < 0.0) == (at_high < 0.0)) return detail::ended(status::no_solution, low, high, 0);
  if (P.max_iterations == 0) return detail::ended(status::exhausted, low, high, 0);

  boost::math::tools::eps_tolerance<double> close(std::numeric_limits<double>::digits - 2);
  std::uintmax_t iterations = P.max_iterations;
  const auto [a, b] =
      boost::math::tools::toms748_solve(watched, low, high, at_low, at_high, close, iterations, detail::quiet{});
  const int used = static_cast<int>(iterations);
  if (met_nan) return detail::ended(status::invalid, a, b, used);

  const double at_a = watched(a);
  const double at_b = watched(b);
  const bool a_is_best = abs(at_a) <= abs(at_b);
  root<double> result{a_is_best ? a : b, a, b, a_is_best ? at_a : at_b, used, status::ok};
  if (result.residual == 0.0) return result;
  if (!close(a, b)) {
    // A function that has grown beyond its ends runs into a pole.
    const bool grown = abs(result.residual) > math::greater(abs(at_low), abs(at_high));
    if (grown) return detail::ended(status::jump, a, b, used);
    result.state = status::exhausted;
    return result;
  }
  // A function that is continuous in a bracket this narrow changes little across it compared with its surroundings; one
  // that jumps, or has a pole, changes nowhere else. What drowns in rounding is a root.
  const double margin = 0x1p26 * (b - a);
  const double left = watched(a - low > margin ? a - margin : low);
  const double right = watched(high - b > margin ? b + margin : high);
  const double noise = 4 * std::numeric_limits<double>::epsilon() * math::lesser(abs(at_low), abs(at_high));
  // Where the surroundings are as steep as a jump, what is left of f decides: a root leaves next to nothing.
  constexpr double most_left = 1.5e-8;
  const bool left_over = abs(result.residual) > most_left * math::greater(abs(at_low), abs(at_high));
  if (left_over || (abs(result.residual) > noise && !(abs(at_b - at_a) <= 0.5 * abs(right - left)))) {
    return detail::ended(status::jump, a, b, used);
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
