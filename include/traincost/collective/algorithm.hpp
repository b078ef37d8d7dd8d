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
} &&(offers<A, all_reduce> || offers<A, reduce_scatter> || offers<A, all_gather>);

// One algorithm on one link under one size law is a collective model:
//
//   time = law(A alpha, B n beta) + G n gamma
//
// message_bytes: finite, >= 0. ranks: >= 1 (1 costs nothing);
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
    if (!detail::finite_non_negative(message_bytes.si())) {
      return detail::fail<P>("collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)",
                             message_bytes.si(), [&] {
                               const rep most = (std::numeric_limits<rep>::max)();
                               const rep nearest = detail::clamped(message_bytes.si(), rep(0), most);
                               return time<P>(operation, from_si<dim{.data = 1}>(nearest), ranks);
                             });
    }
    if (ranks < 1) {
      return detail::fail<P>("collective: ranks must be >= 1 (docs/errors.md#E303)", ranks, basic_seconds<rep>{});
    }
    if (!link.valid()) {
      return detail::fail<P>("collective: a link's alpha, beta and gamma must be finite and >= 0 (docs/errors.md#E304)",
                             link.offender(), basic_seconds<rep>{});
    }
    return ranks == 1 ? basic_seconds<rep>{} : evaluate(Algorithm::cost(operation, ranks), message_bytes);
  }

 private:
  [[nodiscard]] constexpr basic_seconds<rep> evaluate(coefficients cost,
                                                      basic_bytes<rep> message_bytes) const noexcept {
    const auto start_up = static_cast<rep>(cost.steps) * link.alpha;
    // Coefficients last: twice the largest message times beta = 0 would be no number.
    const auto transfer = cost.bytes.template as<rep>() * (message_bytes * link.beta);
    return law(start_up, transfer) + cost.reduced.template as<rep>() * (message_bytes * link.gamma);
  }
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
