// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/operation.hpp"
#include "traincost/collective/size_law.hpp"
#include "traincost/hardware/link.hpp"

namespace traincost::collective {

// An algorithm offers an operation by an overload `static constexpr coefficients cost(Operation, int ranks)`, exact and
// called with ranks >= 2 only, and says what its beta belongs to by `static constexpr hardware::link_kind kind`.
template <class A, class Operation>
concept offers = requires(Operation operation, int ranks) {
  { A::cost(operation, ranks) } -> std::same_as<coefficients>;
};
template <class A>
concept algorithm = std::copyable<A> && requires {
  { A::kind } -> std::convertible_to<hardware::link_kind>;
} &&(offers<A, all_reduce> || offers<A, reduce_scatter> || offers<A, all_gather> || offers<A, broadcast> ||
     offers<A, reduce> || offers<A, scatter> || offers<A, gather> || offers<A, all_to_all> || offers<A, send_receive>);

// What every model on a link asks before it computes: `formula(n)` is called with a valid message and two ranks or
// more.
template <eval_policy P, class Link, class Rep, class Formula>
[[nodiscard]] constexpr basic_seconds<Rep> checked_time(const Link& link, basic_bytes<Rep> message_bytes, int ranks,
                                                        const Formula& formula) noexcept(never_throws<P>) {
  if (ranks < 1) {
    return detail::fail<P>("collective: ranks must be >= 1 (docs/errors.md#E303)", ranks, basic_seconds<Rep>{});
  }
  if (!link.valid()) {
    return detail::fail<P>("collective: a link's alpha, beta and gamma must be finite and >= 0 (docs/errors.md#E304)",
                           link.offender(), basic_seconds<Rep>{});
  }
  if (!detail::finite_non_negative(message_bytes.si())) {
    return detail::fail<P>("collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)",
                           message_bytes.si(), [&] {
                             const Rep most = (std::numeric_limits<Rep>::max)();
                             const Rep nearest = detail::clamped(message_bytes.si(), Rep(0), most);
                             return ranks == 1 ? basic_seconds<Rep>{} : formula(from_si<dim{.data = 1}>(nearest));
                           });
  }
  return ranks == 1 ? basic_seconds<Rep>{} : formula(message_bytes);
}

// One algorithm on one link under one size law is a collective model:
//
//   time = law(A alpha, B n beta) + G n gamma
//
// message_bytes: finite, >= 0. ranks: >= 1 (1 costs nothing). `link` may be contended (link | ecmp{...}); what the
// contention makes of it can depend on the algorithm and on how many ranks take part.
template <class Algorithm, class Link, class Law>
struct flat {
  using rep = typename Link::rep;
  Link link{};
  [[no_unique_address]] Law law{};

  constexpr flat() noexcept = default;
  constexpr explicit flat(Link on, Law joined_by = {}) noexcept : link(on), law(joined_by) {}

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr basic_seconds<rep> time(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    check<Operation>();
    const auto on = resolved<P>(ranks, operation);
    return checked_time<P>(on, message_bytes, ranks, [&](basic_bytes<rep> n) {
      const coefficients cost = Algorithm::cost(operation, ranks);
      const auto start_up = static_cast<rep>(cost.steps) * on.alpha;
      // Coefficients last: twice the largest message times beta = 0 would be no number.
      const auto transfer = cost.bytes.template as<rep>() * (n * on.beta);
      return policy_call::join<P>(law, start_up, transfer) + cost.reduced.template as<rep>() * (n * on.gamma);
    });
  }

  // The link that this algorithm sees with so many ranks, in this operation.
  template <eval_policy P = default_policy, class... Operation>
  [[nodiscard]] constexpr auto resolved(int ranks, Operation... operation) const noexcept(never_throws<P>) {
    if constexpr (requires { link.template resolved<P>(Algorithm{}, ranks, operation...); }) {
      return link.template resolved<P>(Algorithm{}, ranks, operation...);
    } else {
      return link;
    }
  }

 private:
  template <class Operation>
  static consteval void check() {
    static_assert(Link::kind == Algorithm::kind,
                  "traincost: a mesh takes hardware::pair_link (beta of one pairwise link), every other algorithm "
                  "hardware::port_link (beta of the rank's port) (docs/errors.md#E121)");
    static_assert(offers<Algorithm, Operation>,
                  "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
    static_assert(check_size_law<Law>());
  }
};

}  // namespace traincost::collective
