// SPDX-License-Identifier: BSL-1.0
#include "traincost/core/policy.hpp"

#include <type_traits>

#include <doctest/doctest.h>

namespace {

using namespace traincost;

template <eval_policy P>
struct tagged {
  static constexpr eval_policy policy = P;
};

TEST_CASE("by default a bad argument raises, extrapolation is accepted, and iterations end") {
  CHECK(default_policy.domain == on_error::raise);
  CHECK(default_policy.extrapolation == on_error::accept);
  CHECK(default_policy.max_iterations == 64);
  CHECK(default_policy == eval_policy{});
}

TEST_CASE("a sweep's policy differs from the default in the domain only") {
  CHECK(batch_policy.domain == on_error::quiet_nan);
  CHECK(batch_policy != default_policy);
  CHECK(batch_policy == eval_policy{.domain = on_error::quiet_nan});
  CHECK(batch_policy.extrapolation == default_policy.extrapolation);
  CHECK(batch_policy.max_iterations == default_policy.max_iterations);
}

TEST_CASE("policies are equal where all of their members are") {
  CHECK(eval_policy{.extrapolation = on_error::clamp} != eval_policy{});
  CHECK(eval_policy{.max_iterations = 0} != eval_policy{});
  CHECK(eval_policy{.max_iterations = 64} == eval_policy{});
}

TEST_CASE("a policy is a template argument, and equal ones are one type") {
  static_assert(std::is_same_v<tagged<eval_policy{}>, tagged<default_policy>>);
  static_assert(std::is_same_v<tagged<eval_policy{.domain = on_error::quiet_nan}>, tagged<batch_policy>>);
  static_assert(!std::is_same_v<tagged<default_policy>, tagged<batch_policy>>);
  static_assert(!std::is_same_v<tagged<eval_policy{.max_iterations = 1}>, tagged<eval_policy{.max_iterations = 2}>>);
  CHECK(tagged<eval_policy{.max_iterations = 7}>::policy.max_iterations == 7);
  CHECK(sizeof(eval_policy) <= 4);
}

TEST_CASE("only a policy that raises can throw") {
  CHECK(never_throws<batch_policy>);
  CHECK(never_throws<eval_policy{.domain = on_error::clamp}>);
  CHECK(never_throws<eval_policy{.domain = on_error::clamp, .extrapolation = on_error::quiet_nan}>);
  CHECK(never_throws<eval_policy{.domain = on_error::quiet_nan, .extrapolation = on_error::clamp}>);
  CHECK_FALSE(never_throws<default_policy>);
  CHECK_FALSE(never_throws<eval_policy{.domain = on_error::clamp, .extrapolation = on_error::raise}>);
  CHECK_FALSE(never_throws<eval_policy{.domain = on_error::raise, .extrapolation = on_error::raise}>);
}

}  // namespace
