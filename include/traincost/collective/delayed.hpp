// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/contended.hpp"

namespace traincost::collective {

// What a fabric adds to a link's start-up: a policy is a small value with delay() >= 0, paid in every step.
template <class P>
concept delay_policy = std::copyable<P> && P::is_delay_policy;

// A link under such a policy. It composes with fabric policies in any order, as in `link | dcqcn{...} | ecmp{...}`:
// delays add to alpha, stretches multiply beta.
template <class Link, class Policy>
struct delayed {
  using rep = typename Link::rep;
  static constexpr hardware::link_kind kind = Link::kind;
  Link link{};
  Policy policy{};

  // `where` is the algorithm and the ranks, for a contended link below.
  template <eval_policy P = default_policy, class... Where>
  [[nodiscard]] constexpr auto resolved(const Where&... where) const noexcept(never_throws<P>) {
    auto below = [&] {
      if constexpr (requires { link.template resolved<P>(where...); }) {
        return link.template resolved<P>(where...);
      } else {
        return link;
      }
    }();
    if constexpr (requires { policy.template delay<P>(); }) {
      below.alpha += basic_seconds<rep>{policy.template delay<P>()};
    } else {
      below.alpha += basic_seconds<rep>{policy.delay()};  // a user's, which need not know about policies
    }
    return below;
  }
};

// The operator is found through the library's own link, contended or delayed link on its left.
template <class Link, delay_policy Policy>
  requires requires(const Link link) {
    Link::kind;
    typename Link::rep;
  }
[[nodiscard]] constexpr delayed<Link, Policy> operator|(Link link, Policy policy) noexcept { return {link, policy}; }

}  // namespace traincost::collective
