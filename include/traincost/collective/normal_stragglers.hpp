// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::collective {

// Stragglers whose delays are normal: the expected delay of the slowest of N.
//
//   expected_max = mean + deviation m_N,   m_N = N (N-1) integral of phi(x)^2 Phi(x)^(N-2) dx
//
// phi, Phi: density and distribution of a standard normal. The integral is that of x N phi Phi^(N-1), by parts; it has
// no negative part, and the trapezoidal rule gives it to 1e-13 because it vanishes at both ends.
// Assumptions: (1) independent, equal workers; (2) everyone waits for the last. Valid: mean, deviation >= 0, N >= 1.
// Not for tails that are longer than normal (pareto_stragglers) nor for one worker that is always slow. About 4 us a
// call; blom() costs a tenth and is within 0.7 % from N = 8 on (4.5 % at N = 2).
// Source: order statistics (David and Nagaraja 2003); Blom 1958.
struct normal_stragglers {
  seconds mean{};
  seconds deviation{};

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds expected_max(int workers) const noexcept(never_throws<P>) {
    return joined<P>(workers, in_deviations);
  }
  // Phi^-1((N - 3/8) / (N + 1/4)) for m_N.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds blom(int workers) const noexcept(never_throws<P>) {
    return joined<P>(workers, [](int n) { return upper_quantile(0.625 / (n + 0.25)); });
  }
  // sqrt(2 ln N) for m_N: never below it, by 11 % at N = 16384 and 43 % at N = 8.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds upper_bound(int workers) const noexcept(never_throws<P>) {
    return joined<P>(workers, [](int n) { return math::sqrt(2.0 * math::log(static_cast<double>(n))); });
  }

  // m_N for N >= 1.
  [[nodiscard]] static constexpr double in_deviations(int workers) noexcept {
    if (workers < 2) return 0.0;
    const double n = workers;
    const double spread = 2.0 * math::log(n);
    const double width = 1.0 / (2.0 + 3.0 * math::sqrt(spread));
    double sum = 0.0;
    for (double x = math::sqrt(spread + 42.0);; x -= width) {
      const double all_below = workers == 2 ? 0.0 : (n - 2.0) * math::log1p(-upper_tail(x));
      const double term = math::exp(all_below - x * x);
      sum += term;
      if (term < 1e-17 * sum) break;
    }
    return n * (n - 1.0) * (width * sum / two_pi);
  }

 private:
  static constexpr double two_pi = 6.283185307179586;

  template <eval_policy P, class Function>
  [[nodiscard]] constexpr seconds joined(int workers, const Function& deviations) const noexcept(never_throws<P>) {
    if (!detail::finite_non_negative(mean.si()) || !detail::finite_non_negative(deviation.si())) {
      return detail::fail<P>(
          "collective::normal_stragglers: mean and deviation must be finite and >= 0 (docs/errors.md#E360)",
          detail::finite_non_negative(mean.si()) ? deviation.si() : mean.si(), seconds{});
    }
    if (workers < 1) {
      return detail::fail<P>("collective::normal_stragglers: workers must be >= 1 (docs/errors.md#E361)", workers,
                             seconds{});
    }
    return mean + deviations(workers) * deviation;
  }

  // 1 - Phi(x). At compile time by Marsaglia's series near 0 and Laplace's continued fraction beyond.
  [[nodiscard]] static constexpr double upper_tail(double x) noexcept {
    if (!__builtin_is_constant_evaluated()) return 0.5 * __builtin_erfc(x * 0.7071067811865476);
    if (x < -2.5) return 1.0 - upper_tail(-x);
    const double density = math::exp(-0.5 * x * x) / math::sqrt(two_pi);
    if (x > 2.5) {
      double fraction = x;
      for (int i = 60; i > 0; --i) fraction = x + i / fraction;
      return density / fraction;
    }
    double term = x;
    double sum = x;
    for (int odd = 3; math::abs(term) > 1e-17; odd += 2) sum += term *= x * x / odd;
    return 0.5 - density * sum;
  }
  // The x whose upper tail is 0 < y <= 1/2, by Newton's rule on the logarithm, which is concave: from the right, and
  // never past it.
  [[nodiscard]] static constexpr double upper_quantile(double y) noexcept {
    double x = math::sqrt(-2.0 * math::log(2.0 * y));
    for (int i = 0; i < 20; ++i) {
      const double tail = upper_tail(x);
      const double density = math::exp(-0.5 * x * x) / math::sqrt(two_pi);
      const double change = math::log(tail / y) * tail / density;
      x += change;
      if (math::abs(change) <= 1e-15 * x) break;
    }
    return x;
  }
};

}  // namespace traincost::collective
