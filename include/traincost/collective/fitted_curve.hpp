// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// Above `above` bytes: constant + linear n + square n^2 of n bytes.
struct curve_piece {
  bytes above{};
  seconds constant{};
  seconds_per_byte linear{};
  double square = 0.0;  // s/B^2
};

// A measured time of one operation at one rank count, fitted by polynomials in pieces, as vendors ship it:
//
//   time(n) = constant_i + linear_i n + square_i n^2,   i the last piece with above_i < n
//
// Nothing in it says what another rank count, operation or network would take: other ranks are refused, and an
// operation other than its own does not compile. Pieces need not meet. Valid: message_bytes finite and >= 0, `ranks`
// as fitted (1 costs nothing). Beyond `largest` the last piece goes on, as eval_policy::extrapolation allows.
// Do not use it to plan for another size of group: fit collective::mesh or collective::two_level to it instead.
template <class Operation, int Count>
struct fitted_curve {
  static_assert(Count >= 1);
  static constexpr const char* name = "fitted_curve";
  int ranks = 0;
  curve_piece pieces[static_cast<unsigned>(Count)]{};
  bytes largest{};  // that was measured; NaN if the source does not say
  const char* source = "";

  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds time(Operation, bytes message_bytes, int group) const noexcept(never_throws<P>) {
    if (group != ranks && group != 1) {
      return detail::fail<P>(
          "collective::fitted_curve: holds for the ranks that it was fitted to and no others (docs/errors.md#E377)",
          group, [&] { return time<P>(Operation{}, message_bytes, ranks); });
    }
    if (!detail::finite_non_negative(message_bytes.si())) {
      return detail::fail<P>(
          "collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)", message_bytes.si(), [&] {
            const double nearest = detail::clamped(message_bytes.si(), 0.0, (std::numeric_limits<double>::max)());
            return time<P>(Operation{}, from_si<dim{.data = 1}>(nearest), group);
          });
    }
    if (group == 1) return {};
    if (P.extrapolation != on_error::accept && message_bytes > largest) {
      return detail::act<P.extrapolation>(
          "collective::fitted_curve: message_bytes lies beyond what was measured (docs/errors.md#E378)",
          message_bytes.si(), [&] { return value(largest); });
    }
    return value(message_bytes);
  }

 private:
  [[nodiscard]] constexpr seconds value(bytes n) const noexcept {
    int i = Count - 1;
    while (i > 0 && n <= pieces[i].above) --i;
    const curve_piece& piece = pieces[i];
    return piece.constant + n * (piece.linear + from_si<dim{.time = 1, .data = -1}>(piece.square * n.si()));
  }
};

}  // namespace traincost::collective
