// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/check.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::hardware {

// Hockney's three numbers: a step that moves and reduces n bytes takes alpha + n beta + n gamma. The kind says what
// beta belongs to: a port is a rank's way to all others, a pair is one of its p - 1 parallel links of a full mesh.
// HCCL's own documentation uses one letter for both, and feeding one to the other is off by p - 1.
//
//   alpha  start-up of a step        s      >= 0
//   beta   transfer                  s/B    >= 0, of a port or of one pairwise link, as the type says
//   gamma  reduction                 s/B    >= 0; 0 where the fabric reduces in line (HCCS SDMA, RDMA-reduce)
//
// Source: Hockney 1994; the model HCCL declares for its algorithms (HCCL documentation, "Algorithm Overview").
// Do not use it where start-up depends on size (see collective::regimes) or where links are shared.
template <link_kind Kind, class Rep>
struct link {
  using rep = Rep;
  static constexpr link_kind kind = Kind;

  // A link that was never set is refused, not free.
  basic_seconds<Rep> alpha = basic_seconds<Rep>::not_a_number();
  basic_seconds_per_byte<Rep> beta = basic_seconds_per_byte<Rep>::not_a_number();
  basic_seconds_per_byte<Rep> gamma{};

  [[nodiscard]] constexpr basic_bandwidth<Rep> bandwidth() const noexcept { return Rep(1) / beta; }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return detail::finite_non_negative(alpha.si()) && detail::finite_non_negative(beta.si()) &&
           detail::finite_non_negative(gamma.si());
  }
  // The first number that makes it invalid.
  [[nodiscard]] constexpr Rep offender() const noexcept {
    if (!detail::finite_non_negative(alpha.si())) return alpha.si();
    return detail::finite_non_negative(beta.si()) ? gamma.si() : beta.si();
  }
  // The same link with its transfer stretched, as congestion does; start-up and reduction stay. factor >= 1.
  [[nodiscard]] constexpr link stretched(Rep factor) const noexcept { return {alpha, factor * beta, gamma}; }
};

// Links from bandwidths, as a data sheet gives them: port(60.0 * us, 20.0 * GB_per_s). Without a reduction bandwidth
// the reduction is free.
template <class Rep>
constexpr port_link<Rep> port(basic_seconds<Rep> alpha, basic_bandwidth<Rep> bandwidth) noexcept {
  return {alpha, Rep(1) / bandwidth, {}};
}
template <class Rep>
constexpr port_link<Rep> port(basic_seconds<Rep> alpha, basic_bandwidth<Rep> bandwidth,
                              basic_bandwidth<Rep> reduction) noexcept {
  return {alpha, Rep(1) / bandwidth, Rep(1) / reduction};
}
template <class Rep>
constexpr pair_link<Rep> pair(basic_seconds<Rep> alpha, basic_bandwidth<Rep> bandwidth) noexcept {
  return {alpha, Rep(1) / bandwidth, {}};
}
template <class Rep>
constexpr pair_link<Rep> pair(basic_seconds<Rep> alpha, basic_bandwidth<Rep> bandwidth,
                              basic_bandwidth<Rep> reduction) noexcept {
  return {alpha, Rep(1) / bandwidth, Rep(1) / reduction};
}

}  // namespace traincost::hardware
