// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/core/error.hpp"
#include "traincost/core/integer.hpp"
#include "traincost/fwd.hpp"

namespace traincost::collective {

// ECMP hash collisions: `flows` equal flows fall onto `links` equal links at random, and the collective waits for the
// fullest link. Splitting each connection over `queue_pairs` gives more and thinner flows.
//
//   E[Lmax] = sum over k >= 0 of P(Lmax > k),  P(Lmax <= k) = m!/b^m [x^m] (sum over j <= k of x^j/j!)^b
//   slowdown = max(1, E[Lmax] flow_rate / queue_pairs),  flow_rate in units of a link's capacity
//
// Exact, by convolving b truncated Poisson laws of mean m/b and conditioning on their sum.
// Assumptions: (1) independent uniform hashes; (2) equal flows that all last as long as the fullest link.
// Valid: 1 <= flows queue_pairs <= 512, links >= 1, flow_rate > 0. Not for adaptive routing or packet spraying.
struct ecmp {
  static constexpr int most_flows = 512;
  int flows = 1;
  int links = 1;
  int queue_pairs = 1;
  double flow_rate = 1.0;

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double expected_max_load() const noexcept(never_throws<P>) {
    if (flows < 1 || queue_pairs < 1 || links < 1 || flows > most_flows / queue_pairs) {
      return detail::fail<P>(
          "collective::ecmp: needs links >= 1 and 1 <= flows x queue_pairs <= 512 "
          "(docs/errors.md#E331)",
          links < 1         ? links
          : queue_pairs < 1 ? queue_pairs
                            : flows,
          [&] { return nearest_valid().template expected_max_load<P>(); });
    }
    const int m = flows * queue_pairs;
    const double all = weight(m, m);
    double expected = 0.0;
    for (int k = 0; k < m; ++k) {
      const double more = k * std::int64_t{links} < m ? 1.0 : 1.0 - weight(m, k) / all;
      if (more < 1e-17) break;
      expected += more;
    }
    return expected;
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double slowdown() const noexcept(never_throws<P>) {
    if (!detail::finite_positive(flow_rate)) {
      return detail::fail<P>("collective::ecmp: flow_rate must be finite and > 0 link capacities (docs/errors.md#E332)",
                             flow_rate, 1.0);
    }
    const double load = expected_max_load<P>() * flow_rate / queue_pairs;
    return load < 1.0 ? 1.0 : load;  // NaN stays NaN
  }

 private:
  [[nodiscard]] constexpr ecmp nearest_valid() const noexcept {
    const auto within = [](int x, int most) { return x < 1 ? 1 : x > most ? most : x; };
    const int pairs = within(queue_pairs, most_flows);
    return {within(flows, most_flows / pairs), links < 1 ? 1 : links, pairs, flow_rate};
  }
  struct polynomial {
    double at[most_flows + 1]{};
  };

  static constexpr polynomial product(const polynomial& a, const polynomial& b, int degree) noexcept {
    polynomial c{};
    for (int i = 0; i <= degree; ++i) {
      if (a.at[i] == 0.0) continue;
      for (int j = 0; i + j <= degree; ++j) c.at[i + j] += a.at[i] * b.at[j];
    }
    return c;
  }
  // Coefficient m of the links-th power of a Poisson law cut off above k. Any constant factor of the law cancels
  // against k = m, so it starts from 1 at its mode instead of e^-mean at 0, and nothing underflows that matters.
  [[nodiscard]] constexpr double weight(int m, int k) const noexcept {
    const double mean = static_cast<double>(m) / links;
    const int mode = static_cast<int>(mean);
    polynomial law{};
    double term = 1.0;
    for (int j = mode; j >= 0; --j) {
      if (j <= k) law.at[j] = term;
      term *= j / mean;
    }
    term = 1.0;
    for (int j = mode + 1; j <= k; ++j) law.at[j] = term *= mean / j;
    polynomial power{};
    power.at[0] = 1.0;
    for (int exponent = links; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) power = product(power, law, m);
      if (exponent > 1) law = product(law, law, m);
    }
    return power.at[m];
  }
};

}  // namespace traincost::collective
