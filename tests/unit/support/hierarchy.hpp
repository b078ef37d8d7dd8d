// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "compare.hpp"
#include "random.hpp"
#include "traincost/collective/bounds.hpp"
#include "traincost/core/policy.hpp"

/// What tests of two levels and of models that choose share.
namespace traincost::test {

using port_of = hardware::port_link<>;
using pair_of = hardware::pair_link<>;

// The parameters of the documented tables.
inline constexpr auto documented_inside =
    hardware::pair(5.0 * units::us, 18.3 * units::GB_per_s, 500.0 * units::GB_per_s);
inline constexpr auto documented_between =
    hardware::port(10.0 * units::us, 20.0 * units::GB_per_s, 500.0 * units::GB_per_s);

/// Every operation that two levels are made for.
template <class Check>
void for_each_staged_operation(Check check) {
  using namespace collective;
  check(all_reduce{});
  check(reduce_scatter{});
  check(all_gather{});
  check(broadcast{});
  check(reduce{});
  check(scatter{});
  check(gather{});
  check(all_to_all{});
}

template <class Link>
Link drawn_link(random_source& draw) {
  return {draw.magnitude(1e-7, 1e-3) * units::s, draw.magnitude(1e-12, 1e-8) * (units::s / units::B),
          draw.magnitude(1e-14, 1e-10) * (units::s / units::B)};
}

enum class engines : unsigned char { one, one_a_level };
/// No ranks in servers of `group` can be faster: a rank that drives its group - 1 links and its port at once, at the
/// lesser start-up of both. It reduces at the faster rate of both, or with two engines at their sum.
template <class Operation>
seconds least_time(Operation operation, const pair_of& inside, const port_of& between, int group, bytes n, int ranks,
                   engines reducing = engines::one) {
  if (ranks == 1) return {};
  const bool outside = ranks > group;
  const double links = std::min(group, ranks) - 1.0;
  const double rate = links / inside.beta.si() + (outside ? 1.0 / between.beta.si() : 0.0);
  const auto reduction = reducing == engines::one ? std::min(inside.gamma, between.gamma)
                                                  : 1.0 / (1.0 / inside.gamma + 1.0 / between.gamma);
  const port_of both{outside ? std::min(inside.alpha, between.alpha) : inside.alpha,
                     (1.0 / rate) * (units::s / units::B), outside ? reduction : inside.gamma};
  return collective::lower_bounds(operation, both, n, ranks, collective::start_ups::all_at_once).largest();
}

inline constexpr eval_policy raise_policy{};
inline constexpr eval_policy nan_policy{.domain = on_error::quiet_nan};
inline constexpr eval_policy clamp_policy{.domain = on_error::clamp};

/// The sentence with which `call` refuses, or nothing.
template <class Call>
std::string refusal(Call call) {
  try {
    (void)call();
  } catch (const domain_failure& failure) {
    return failure.what();
  }
  return {};
}
template <class Call>
bool refuses(const std::string& anchor, Call call) {
  return refusal(call).find("docs/errors.md#" + anchor + ")") != std::string::npos;
}

}  // namespace traincost::test
