// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include "traincost/core/check.hpp"
#include "traincost/core/error.hpp"
#include "traincost/core/math.hpp"
#include "traincost/fwd.hpp"

namespace traincost::convergence {

// A penalty shape is the excess of the step ratio, S - 1, as a function of a dimensionless u >= 0: u = L/L0 - 1 for a
// law fitted to latencies, u = tau for a law in delay steps. excess(0) = 0 and excess does not decrease up to limit().
template <class S>
concept penalty_shape = std::copyable<S> && requires(const S shape, typename S::rep u) {
  { shape.excess(u) } -> std::same_as<typename S::rep>;
  { shape.valid() } -> std::same_as<bool>;
};

// What a closed-form fit passes through: the excess y = S - 1 at u.
template <class Rep>
struct excess_point {
  Rep u{};
  Rep y{};
};

namespace detail {

// The sentence of every two-point fit.
inline constexpr const char* fit_needs =
    "convergence: a shape through two points needs 0 < u1 < u2 and 0 < y1 < y2, all finite: two latencies above the "
    "baseline with growing step ratios above 1 (docs/errors.md#E311)";

template <class Rep>
constexpr bool fit_possible(const excess_point<Rep>& first, const excess_point<Rep>& second) noexcept {
  using traincost::detail::finite_positive;
  return finite_positive(first.u) && finite_positive(first.y) && finite_positive(second.u) &&
         finite_positive(second.y) && first.u < second.u && first.y < second.y;
}

// A fit that cannot be made has no nearest valid answer, so `clamp` gives the shape without penalty.
template <eval_policy P, class Shape, class Rep>
constexpr Shape no_fit(const excess_point<Rep>& offender) noexcept(P.domain != on_error::raise) {
  return traincost::detail::fail<P>(fit_needs, offender.y, Shape{});
}

template <class Shape, class Rep>
constexpr bool passes(const Shape& shape, const excess_point<Rep>& point) noexcept {
  constexpr int units = 4096;  // in the last place
  if constexpr (requires { shape.limit(); }) {
    if (!(point.u < shape.limit())) return false;
  }
  const Rep tolerance = point.y * Rep(units * std::numeric_limits<Rep>::epsilon());
  return math::abs(Rep(shape.excess(point.u) - point.y)) <= tolerance;
}
// What a fit computed, unless its numbers over- or underflowed, its parabola falls before the second point, its pole
// has been rounded onto that point, or its iterations ran out.
template <eval_policy P, class Shape, class Rep>
constexpr Shape fitted(const Shape& shape, const excess_point<Rep>& first,
                       const excess_point<Rep>& second) noexcept(P.domain != on_error::raise) {
  return shape.valid() && passes(shape, first) && passes(shape, second) ? shape : no_fit<P, Shape>(second);
}

}  // namespace detail
}  // namespace traincost::convergence
