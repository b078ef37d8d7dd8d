// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/size_law.hpp"
#include "traincost/core/check.hpp"

namespace traincost::collective {

// From transfer / start_up = `from` on: start_up x + transfer y of start-up x and transfer y.
struct regime {
  double from = 0.0;
  double start_up = 1.0;
  double transfer = 1.0;
};

// Lines with switches, for a library that changes protocol or algorithm with the message's size. A law sees no size,
// only x = A alpha and y = B n beta, so a switch is a ratio y / x; at S bytes it is B S beta / (A alpha), and it moves
// with alpha and beta. A threshold of bytes belongs into a model that chooses, such as hccl_default.
//
// alpha is that of the first line and beta that of the last: the first has start_up = 1, the last transfer = 1, which
// keeps x alone for an empty message and y alone for an endless one.
// The lines meet at a switch only if their numbers say so; meeting_lines() makes two that do. Otherwise the time jumps
// there, and may fall for a larger message, as measured times do.
// Valid: at least one regime, `from` ascending and finite from 0 on, factors finite and >= 0, and as above. Lines with
// switches beat every smooth law in the worst point, and still miss about 20 % at the switch.
template <int Count>
struct regimes {
  static_assert(Count >= 1);
  static constexpr const char* name = "regimes";
  regime lines[static_cast<unsigned>(Count)]{};

  template <eval_policy P = default_policy, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> operator()(basic_seconds<Rep> start_up, basic_seconds<Rep> transfer) const
      noexcept(never_throws<P>) {
    if (!valid()) {
      return detail::fail<P>(
          "collective::regimes: needs finite ascending switches from 0 on, factors >= 0, start_up = 1 in the first "
          "line and transfer = 1 in the last (docs/errors.md#E342)",
          Count, start_up + transfer);
    }
    int line = Count - 1;
    while (line > 0 && transfer < static_cast<Rep>(lines[line].from) * start_up) --line;
    return static_cast<Rep>(lines[line].start_up) * start_up + static_cast<Rep>(lines[line].transfer) * transfer;
  }

  [[nodiscard]] constexpr bool valid() const noexcept {
    if (lines[0].from != 0.0 || lines[0].start_up != 1.0 || lines[Count - 1].transfer != 1.0) return false;
    for (int i = 0; i < Count; ++i) {
      const regime& line = lines[i];
      if (!detail::finite_non_negative(line.start_up) || !detail::finite_non_negative(line.transfer)) return false;
      if (!detail::finite_non_negative(line.from) || (i > 0 && !(line.from > lines[i - 1].from))) return false;
    }
    return true;
  }
};

template <class... Regimes>
regimes(Regimes...) -> regimes<static_cast<int>(sizeof...(Regimes))>;

// x + transfer y for small messages, start_up x + y for large ones, switched where they meet. Both factors above 1 make
// it the lower of the two lines everywhere, both below 1 the upper one; otherwise the lines do not meet, which is
// refused when the law is used.
constexpr regimes<2> meeting_lines(double start_up, double transfer) noexcept {
  const bool meet = (start_up > 1.0 && transfer > 1.0) || (start_up < 1.0 && transfer < 1.0);
  const double at = meet ? (start_up - 1.0) / (transfer - 1.0) : -1.0;
  return {{{0.0, 1.0, transfer}, {at, start_up, 1.0}}};
}

}  // namespace traincost::collective
