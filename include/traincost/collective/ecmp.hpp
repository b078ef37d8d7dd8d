// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"
#include "traincost/collective/fullest_link.hpp"
#include "traincost/core/check.hpp"
#include "traincost/core/error.hpp"
#include "traincost/fwd.hpp"

namespace traincost::collective {

// ECMP hash collisions: `flows` equal flows fall onto `links` equal links at random, and the collective waits for the
// fullest link, of Lmax flows. Splitting each connection over `queue_pairs` gives more and thinner flows.
//
//   stretch = E[max(1, Lmax flow_rate / queue_pairs)],   flow_rate in units of a link's capacity
//
// exactly, by collective::fullest_link; max(1, E[Lmax] flow_rate / queue_pairs) would be too small (Jensen).
// Assumptions: (1) independent uniform hashes; (2) equal flows that all last as long as the fullest link.
// Valid: 1 <= flows queue_pairs <= 4096, links >= 1, flow_rate > 0. Not for adaptive routing or packet spraying. A call
// costs microseconds, and milliseconds for thousands of flows: in a hot loop hold its value in collective::stretch_by.
struct ecmp {
  static constexpr bool is_fabric_policy = true;
  static constexpr int most_flows = fullest_link::most_flows;
  int flows = 0;  // to be given: one flow collides with nothing
  int links = 1;
  int queue_pairs = 1;
  double flow_rate = 1.0;

  // Flows, split ones, on the fullest link.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double expected_max_load() const noexcept(never_throws<P>) {
    if (!countable()) return refuse<P>([](const ecmp& valid) { return valid.template expected_max_load<P>(); });
    return fullest().expected([](int load) { return static_cast<double>(load); });
  }
  // The same as a multiple of the mean over the links.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double expected_max_over_mean() const noexcept(never_throws<P>) {
    if (!countable()) return refuse<P>([](const ecmp& valid) { return valid.template expected_max_over_mean<P>(); });
    return expected_max_load<P>() / (flows * queue_pairs) * links;
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    if (!detail::finite_positive(flow_rate)) {
      return detail::fail<P>("collective::ecmp: flow_rate must be finite and > 0 link capacities (docs/errors.md#E332)",
                             flow_rate, 1.0);
    }
    if (!countable()) return refuse<P>([](const ecmp& valid) { return valid.template stretch<P>(); });
    const double rate = flow_rate / queue_pairs;
    if (flows * queue_pairs * rate <= 1.0) return 1.0;
    const double fits = 1.0 / rate;  // flows without a slowdown
    const double slowed = rate * fullest().expected([fits](int load) { return load < fits ? fits : load; });
    return slowed < 1.0 ? 1.0 : slowed;  // by rounding
  }

 private:
  [[nodiscard]] constexpr bool countable() const noexcept {
    return flows >= 1 && queue_pairs >= 1 && links >= 1 && flows <= most_flows / queue_pairs;
  }
  [[nodiscard]] constexpr fullest_link fullest() const noexcept { return {flows * queue_pairs, links}; }
  // `ask` is the question again, put to the nearest numbers that can be counted.
  template <eval_policy P, class Ask>
  [[nodiscard]] constexpr double refuse(const Ask& ask) const noexcept(never_throws<P>) {
    return detail::fail<P>(
        "collective::ecmp: needs links >= 1 and 1 <= flows x queue_pairs <= 4096 (docs/errors.md#E331)",
        links < 1         ? links
        : queue_pairs < 1 ? queue_pairs
                          : flows,
        [&] {
          const auto within = [](int x, int most) { return x < 1 ? 1 : x > most ? most : x; };
          const int pairs = within(queue_pairs, most_flows);
          return ask(ecmp{within(flows, most_flows / pairs), links < 1 ? 1 : links, pairs, flow_rate});
        });
  }
};

}  // namespace traincost::collective
