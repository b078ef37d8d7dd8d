// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// What no algorithm on a link can beat: start-up, transfer and reduction, each by itself. An algorithm may reach one of
// them and miss another, so the sum is no bound.
template <class Rep>
struct bounds {
  basic_seconds<Rep> latency{};
  basic_seconds<Rep> bandwidth{};
  basic_seconds<Rep> reduction{};

  [[nodiscard]] constexpr basic_seconds<Rep> largest() const noexcept {
    const auto moved = latency < bandwidth ? bandwidth : latency;
    return moved < reduction ? reduction : moved;
  }
  // How many times the largest bound a result takes, >= 1; 1 where neither needs any time, infinite where only the
  // bound needs none.
  [[nodiscard]] constexpr Rep distance(basic_seconds<Rep> result) const noexcept {
    const auto bound = largest();
    if (bound == basic_seconds<Rep>{}) return result == bound ? Rep(1) : std::numeric_limits<Rep>::infinity();
    return result / bound;
  }
  [[nodiscard]] static constexpr bounds not_a_number() noexcept {
    const auto none = basic_seconds<Rep>::not_a_number();
    return {none, none, none};
  }
};

// Whether a rank starts its messages one after the other, or p - 1 of them at once as a mesh and a star do.
enum class start_ups : unsigned char { one_by_one, all_at_once };
template <class Algorithm>
constexpr start_ups start_ups_of() noexcept {
  constexpr bool at_once = requires { Algorithm::starts_all_at_once; };
  return at_once || Algorithm::kind == hardware::link_kind::pair ? start_ups::all_at_once : start_ups::one_by_one;
}

// A, B and G that every algorithm needs at least where a rank has one port and starts one message at a time.
constexpr coefficients least_cost(all_reduce, int p) noexcept {
  return {ceil_log2(p), {2 * (std::int64_t{p} - 1), p}, {p - 1, p}};
}
constexpr coefficients least_cost(reduce_scatter, int p) noexcept { return {ceil_log2(p), {p - 1, p}, {p - 1, p}}; }
constexpr coefficients least_cost(all_gather, int p) noexcept { return {ceil_log2(p), {p - 1, p}, {0, 1}}; }
constexpr coefficients least_cost(broadcast, int p) noexcept { return {ceil_log2(p), {1, 1}, {0, 1}}; }
constexpr coefficients least_cost(reduce, int p) noexcept { return {ceil_log2(p), {1, 1}, {p - 1, p}}; }
constexpr coefficients least_cost(scatter, int p) noexcept { return {ceil_log2(p), {p - 1, p}, {0, 1}}; }
constexpr coefficients least_cost(gather, int p) noexcept { return {ceil_log2(p), {p - 1, p}, {0, 1}}; }
constexpr coefficients least_cost(all_to_all, int p) noexcept { return {ceil_log2(p), {p - 1, p}, {0, 1}}; }
constexpr coefficients least_cost(send_receive, int) noexcept { return {1, {1, 1}, {0, 1}}; }

// Lower bounds of an operation over a link, whatever the algorithm:
//
//                          latency           bandwidth            reduction
//   AllReduce              ceil(lg p) alpha  2(p-1)/p n beta      (p-1)/p n gamma
//   ReduceScatter          ceil(lg p) alpha  (p-1)/p n beta       (p-1)/p n gamma
//   AllGather, Scatter,    ceil(lg p) alpha  (p-1)/p n beta       0
//     Gather, AllToAll
//   Broadcast              ceil(lg p) alpha  n beta               0
//   Reduce                 ceil(lg p) alpha  n beta               (p-1)/p n gamma
//   SendReceive            alpha             n beta               0
//
// beta is that of a port: pairwise links count as p - 1 of them side by side, beta / (p-1). Where messages start all at
// once the latency is one alpha; that is the default for pairwise links, and to be said for a star through a port.
// Assumptions: (1) full duplex; (2) no reduction or multicast in the network (SHARP and NVLS beat these bounds);
// (3) all ranks reduce equally fast. Valid: as for a model's time; p = 1 is 0.
// Source: Chan, Heimlich, Purkayastha, van de Geijn, CCPE 19 (2007); AllToAll: every rank keeps 1/p and hears of all.
template <eval_policy P = default_policy, class Operation, hardware::link_kind Kind, class Rep>
[[nodiscard]] constexpr bounds<Rep> lower_bounds(
    Operation operation, const hardware::link<Kind, Rep>& link, basic_bytes<Rep> message_bytes, int ranks,
    start_ups starting = Kind == hardware::link_kind::pair ? start_ups::all_at_once
                                                           : start_ups::one_by_one) noexcept(never_throws<P>) {
  const auto part = [&](const auto& formula) { return checked_time<P>(link, message_bytes, ranks, formula); };
  return {part([&](basic_bytes<Rep>) {
            const bool one = starting == start_ups::all_at_once;
            return static_cast<Rep>(one ? 1 : least_cost(operation, ranks).steps) * link.alpha;
          }),
          part([&](basic_bytes<Rep> n) {
            const Rep links = Kind == hardware::link_kind::pair ? static_cast<Rep>(ranks - 1) : Rep(1);
            return (least_cost(operation, ranks).bytes.template as<Rep>() * n) * (link.beta / links);
          }),
          part([&](basic_bytes<Rep> n) {
            return (least_cost(operation, ranks).reduced.template as<Rep>() * n) * link.gamma;
          })};
}

}  // namespace traincost::collective
