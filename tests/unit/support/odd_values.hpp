// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "compare.hpp"
#include "traincost/core/error.hpp"
#include "traincost/units/fraction.hpp"

/// One bad argument under every policy.
namespace traincost::test {

inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double unlimited = std::numeric_limits<double>::infinity();
inline constexpr double odd_numbers[] = {no_number, unlimited, -unlimited, 0.0, -0.0, -1.0, 1e308, -1e308, 5e-324, 0.5};
inline constexpr int odd_counts[] = {0, -1, 1, 2, 33, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};

inline fraction<> any_fraction(double x) { return fraction<>::unchecked(x); }

/// `call` is a generic lambda []<eval_policy P> that returns a number. Either every policy agrees on a value that is at
/// least `least`, or it is refused: thrown, NaN, or something that is not NaN. Returns whether it was refused.
template <class Call>
bool check_policies(const Call& call, double least = 0.0) {
  constexpr eval_policy clamping{.domain = on_error::clamp};
  std::optional<double> raised;
  try {
    raised = call.template operator()<default_policy>();
  } catch (const domain_failure& failure) {
    CHECK(std::string_view(failure.what()).find("docs/errors.md#E3") != std::string_view::npos);
  }
  const double quiet = call.template operator()<batch_policy>();
  const double clamped = call.template operator()<clamping>();
  CHECK(clamped >= least);
  if (!raised) {
    CHECK(std::isnan(quiet));
    return true;
  }
  CHECK(*raised >= least);
  // Not ==: a multiplication may be contracted with an addition in one of the three, and not in the others.
  CHECK(relative_error(quiet, *raised) < golden);
  CHECK(relative_error(clamped, *raised) < golden);
  return false;
}

}  // namespace traincost::test
