// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace traincost {

// What to do about a bad argument. `accept` takes the value and marks the result; it exists for extrapolation only,
// because a formula outside its domain has no value to take.
enum class on_error : unsigned char { raise, quiet_nan, clamp, accept };

// Behaviour is one structural aggregate, passed as a template argument: `model.time<batch_policy>(...)`.
// What went wrong (domain, extrapolation) is orthogonal to what is done about it; docs/errors.md has the table.
struct eval_policy {
  on_error domain = on_error::raise;          // an argument or a parameter outside the model's stated domain
  on_error extrapolation = on_error::accept;  // inside the domain, outside the calibrated range
  unsigned short max_iterations = 64;         // of every iterative inversion; 0 means none, not unlimited

  friend constexpr bool operator==(const eval_policy&, const eval_policy&) = default;
};

inline constexpr eval_policy default_policy{};

// One bad row must not stop a sweep: it becomes NaN, and the sweep counts it.
inline constexpr eval_policy batch_policy{.domain = on_error::quiet_nan};

// A call under policy P can throw only if P says so.
template <eval_policy P>
inline constexpr bool never_throws = !(P.domain == on_error::raise || P.extrapolation == on_error::raise);

}  // namespace traincost
