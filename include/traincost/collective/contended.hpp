// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/hardware/link.hpp"

namespace traincost::collective {

// What a fabric does to a link: a policy is a small value with stretch() >= 1, the factor on the transfer time, or with
// stretch(algorithm, ranks) or stretch(algorithm, ranks, operation) where it depends on who talks to whom.
template <class P>
concept fabric_policy = std::copyable<P> && P::is_fabric_policy;

// A link under a policy; `link | policy | policy` composes, and the factors multiply.
template <class Link, class Policy>
struct contended {
  using rep = typename Link::rep;
  static constexpr hardware::link_kind kind = Link::kind;
  Link link{};
  Policy policy{};

  template <eval_policy P = default_policy, class Algorithm, class... Operation>
  [[nodiscard]] constexpr auto resolved(const Algorithm& algorithm, int ranks, Operation... operation) const
      noexcept(never_throws<P>) {
    const auto below = [&] {
      if constexpr (requires { link.template resolved<P>(algorithm, ranks, operation...); }) {
        return link.template resolved<P>(algorithm, ranks, operation...);
      } else {
        return link;
      }
    }();
    if constexpr (requires { policy.template stretch<P>(algorithm, ranks, operation...); }) {
      return below.stretched(static_cast<rep>(policy.template stretch<P>(algorithm, ranks, operation...)));
    } else if constexpr (requires { policy.template stretch<P>(algorithm, ranks); }) {
      return below.stretched(static_cast<rep>(policy.template stretch<P>(algorithm, ranks)));
    } else if constexpr (requires { policy.template stretch<P>(); }) {
      return below.stretched(static_cast<rep>(policy.template stretch<P>()));
    } else {
      return below.stretched(static_cast<rep>(policy.stretch()));  // a user's, which need not know about policies
    }
  }
};

// The operator is found through the library's own link or contended link on its left.
template <class Link, fabric_policy Policy>
  requires requires(const Link link) {
    Link::kind;
    typename Link::rep;
  }
[[nodiscard]] constexpr contended<Link, Policy> operator|(Link link, Policy policy) noexcept { return {link, policy}; }

}  // namespace traincost::collective
