// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/delayed.hpp"
#include "traincost/core/math.hpp"
#include "traincost/core/result.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::collective {

// Where DCQCN settles.
struct dcqcn_point {
  fraction<> marking{};   // p, of the packets, that makes the flows keep to the line rate
  fraction<> alpha{};     // DCQCN's alpha, its estimate of the congestion: a flow that is told of it slows by alpha/2
  bandwidth flow_rate{};  // line_rate / flows
  bytes queue{};          // at k_max where marking is above p_max
  seconds delay{};        // queue / line_rate

  [[nodiscard]] static constexpr dcqcn_point not_a_number() noexcept {
    constexpr auto nan = fraction<>::not_a_number();
    return {nan, nan, bandwidth::not_a_number(), bytes::not_a_number(), seconds::not_a_number()};
  }
};

// DCQCN, RoCEv2's congestion control: the queue that `flows` long flows keep at the port they share. On a link,
// `link | dcqcn{.flows = 8}`, its delay joins the start-up of every step; that each flow gets line_rate / flows only is
// collective::incast's.
//
//   a^2 alpha / ((b + d)(c + e)) = tau^2 R_AI R,      R = line_rate / (flows packet)   packets/s, solved for p
//   a = 1 - (1-p)^(tau R),  alpha = 1 - (1-p)^(tau' R),  b = p/((1-p)^-B - 1),  d = p/((1-p)^-TR - 1),
//   c = b (1-p)^FB,  e = d (1-p)^FTR;      queue = k_min + (k_max - k_min) p/p_max
//
//   tau   cnp_interval   tau'  alpha_timer   T  timer   B  byte_counter, packets   F  fast_recovery
//   R_AI  additive_increase, packets/s       k_min, k_max, p_max   RED's marking at the switch
//
// Assumptions: (1) equal flows, long enough to settle (milliseconds); (2) PFC does not act; (3) the fixed point is
// stable: with feedback delays of 85 us and more it is not for about ten flows. p depends on line_rate / flows alone.
// Valid: all > 0 and finite (fast_recovery, k_min >= 0), k_min <= k_max, p_max > 0. Above p_max RED marks everything,
// and the queue stays at k_max: status no_solution. Not for one flow from an equal port, which queues nothing.
// A call costs about 1 us. Source: Zhu et al., CoNEXT 2016 (fluid model and fixed point; defaults), whose cube root is
// marking_if_small().
struct dcqcn {
  static constexpr bool is_delay_policy = true;
  int flows = 2;
  bandwidth line_rate = 200.0 * units::Gbit_per_s;
  bytes packet = 1.0 * units::KB;
  bytes byte_counter = 10.0 * units::MB;
  seconds timer = 55.0 * units::us;
  seconds alpha_timer = 55.0 * units::us;
  seconds cnp_interval = 50.0 * units::us;
  bandwidth additive_increase = 40.0 * units::Mbit_per_s;
  int fast_recovery = 5;
  bytes k_min = 5.0 * units::KB;
  bytes k_max = 200.0 * units::KB;
  fraction<> p_max = fraction<>::unchecked(0.01);

  // Status: ok; no_solution (above p_max); exhausted (P.max_iterations used up); clamped, invalid by policy.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr estimate<dcqcn_point> fixed_point() const noexcept(never_throws<P>) {
    if (const fault f = first_fault(); f.found) {
      return detail::fail<P>(sentence, f.value, estimate<dcqcn_point>{{}, status::clamped});
    }
    const root x = solve<P>();
    const double p = -math::expm1(-x.hazard);
    dcqcn_point point{fraction<>::unchecked(p),
                      fraction<>::unchecked(-math::expm1(-alpha_timer * flow() * x.hazard)),
                      line_rate / static_cast<double>(flows),
                      queue_at(p),
                      {}};
    point.delay = point.queue / line_rate;
    return {point, x.exhausted ? status::exhausted : p > p_max.value() ? status::no_solution : status::ok};
  }

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds delay() const noexcept(never_throws<P>) {
    return fixed_point<P>().value.delay;
  }

  // The leading term where p B, p T R, p tau R and p tau' R are all small, cbrt(R_AI / (tau' R^2) (1/B + 1/(T R))^2).
  // They seldom are: with the defaults it is too large by a fifth at p = 0.001 and by more than a third at 0.01.
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double marking_if_small() const noexcept(never_throws<P>) {
    if (const fault f = first_fault(); f.found) return detail::fail<P>(sentence, f.value, 0.0);
    return math::exp(log_marking_if_small());
  }

  // RED the other way round: the queue at which the switch marks this share of the packets.
  [[nodiscard]] constexpr bytes queue_at(double marking) const noexcept {
    return marking > p_max.value() ? k_max : k_min + (marking / p_max.value()) * (k_max - k_min);
  }

 private:
  static constexpr const char* sentence =
      "collective::dcqcn: needs flows >= 1, rates, sizes and timers finite and > 0, fast_recovery >= 0, 0 <= k_min <= "
      "k_max and p_max > 0 (docs/errors.md#E359)";

  struct fault {
    bool found;
    double value;
  };
  struct root {
    double hazard;  // -ln(1-p)
    bool exhausted;
  };
  // One way of raising the rate, after `packets` without a mark: how often, and how often it does so additively.
  struct raise {
    double any;
    double additive;
    double any_slope;  // d ln / d hazard
    double additive_slope;
  };

  [[nodiscard]] constexpr frequency flow() const noexcept { return line_rate / static_cast<double>(flows) / packet; }
  [[nodiscard]] constexpr fault first_fault() const noexcept {
    if (flows < 1) return {true, static_cast<double>(flows)};
    if (fast_recovery < 0) return {true, static_cast<double>(fast_recovery)};
    const double positive[] = {line_rate.si(),   packet.si(),       byte_counter.si(),      timer.si(),
                               alpha_timer.si(), cnp_interval.si(), additive_increase.si(), p_max.value()};
    for (const double x : positive) {
      if (!detail::finite_positive(x)) return {true, x};
    }
    if (!detail::finite_non_negative(k_min.si())) return {true, k_min.si()};
    if (!detail::finite_non_negative(k_max.si())) return {true, k_max.si()};
    if (p_max.value() > 1.0) return {true, p_max.value()};
    return {k_min > k_max, k_max.si()};
  }
  // Products that underflow divide to infinity here, as IEEE 754 says, and the bracket of solve() catches it.
  [[nodiscard]] __attribute__((no_sanitize("float-divide-by-zero"))) constexpr double log_marking_if_small() const noexcept {
    const double raises = packet / byte_counter + 1.0 / (timer * flow());
    const double per_interval = additive_increase / packet / flow() / (alpha_timer * flow());
    return (math::log(per_interval) + 2.0 * math::log(raises)) / 3.0;
  }
  [[nodiscard]] __attribute__((no_sanitize("float-divide-by-zero"))) constexpr raise after(double packets,
                                                                                double x) const noexcept {
    const double any = -math::expm1(-x) / math::expm1(packets * x);
    const double slope = 1.0 / math::expm1(x) - packets / -math::expm1(-packets * x);
    const double recovery = fast_recovery * packets;
    return {any, any * math::exp(-recovery * x), slope, slope - recovery};
  }
  // Newton's rule on the logarithm of the equation over ln x, x = -ln(1-p), from the small-p answer; bisection where it
  // would leave the bracket. The left side grows with p, from 0 to infinity.
  template <eval_policy P>
  [[nodiscard]] __attribute__((no_sanitize("float-divide-by-zero"))) constexpr root solve() const noexcept {
    const double notices = cnp_interval * flow();
    const double updates = alpha_timer * flow();
    const double right = math::log(notices * notices * (additive_increase / packet / flow()));
    double low = -700.0;
    double high = 6.5;  // p = 1 in double
    double at = detail::clamped(log_marking_if_small(), low, high);
    for (int i = 0; i < P.max_iterations; ++i) {
      const double x = math::exp(at);
      const raise bytes_counted = after(byte_counter / packet, x);
      const raise timed = after(timer * flow(), x);
      const double any = bytes_counted.any + timed.any;
      const double additive = bytes_counted.additive + timed.additive;
      const double excess = 2.0 * math::log(-math::expm1(-notices * x)) + math::log(-math::expm1(-updates * x)) -
                            math::log(any) - math::log(additive) - right;
      (excess < 0.0 ? low : high) = at;
      if (!(any > 0.0 && additive > 0.0)) {  // an increase so rare that it vanishes has no slope: halve the bracket
        at = low + (high - low) / 2.0;
        continue;
      }
      const double slope =
          x *
          (2.0 * notices / math::expm1(notices * x) + updates / math::expm1(updates * x) -
           (bytes_counted.any * bytes_counted.any_slope + timed.any * timed.any_slope) / any -
           (bytes_counted.additive * bytes_counted.additive_slope + timed.additive * timed.additive_slope) / additive);
      const double change = -excess / slope;
      constexpr double tolerance = 64.0 * std::numeric_limits<double>::epsilon();
      if (math::abs(change) <= tolerance || high - low <= tolerance) return {x, false};
      at = at + change > low && at + change < high ? at + change : low + (high - low) / 2.0;
    }
    return {math::exp(at), true};
  }
};

}  // namespace traincost::collective
