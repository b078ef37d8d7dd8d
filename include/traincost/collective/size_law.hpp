// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

// A size law joins the start-up x = A alpha and the transfer y = B n beta of a message. All laws give alpha and beta
// one meaning: x alone for an empty message, y alone for an endless one. The laws without parameters are here; p_norm,
// power_tail and regimes have a file each.
namespace traincost::collective {

// x + y: start-up and transfer follow each other. Hockney's law; linear in alpha and beta, so a fit is linear too.
struct affine {
  static constexpr const char* name = "affine";

  template <class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> operator()(basic_seconds<Rep> start_up,
                                                        basic_seconds<Rep> transfer) const noexcept {
    return start_up + transfer;
  }
};

// (sqrt x + sqrt y)^2 = x + y + 2 sqrt(x y): the message goes in chunks, and the best chunk size is used at every
// message size. Source: minimum over k of (A - 1 + k)(alpha + n beta / k), e.g. collective::chain.
struct pipelined {
  static constexpr const char* name = "pipelined";

  template <class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> operator()(basic_seconds<Rep> start_up,
                                                        basic_seconds<Rep> transfer) const noexcept {
    const Rep root = math::sqrt(start_up.si()) + math::sqrt(transfer.si());
    return from_si<dim{.time = 1}>(static_cast<Rep>(root * root));
  }
};

template <class L>
concept size_law = std::copyable<L> && requires(const L law, seconds x) {
  { law(x, x) } -> std::same_as<seconds>;
};

namespace policy_call {
// A law with parameters can refuse them, under the caller's policy; others need not know about policies.
template <eval_policy P, class Law, class Rep>
constexpr auto join(const Law& law, basic_seconds<Rep> start_up,
                    basic_seconds<Rep> transfer) noexcept(never_throws<P>) {
  if constexpr (requires { law.template operator()<P>(start_up, transfer); }) {
    return law.template operator()<P>(start_up, transfer);
  } else {
    return law(start_up, transfer);
  }
}
}  // namespace policy_call

template <class L>
consteval bool check_size_law() {
  static_assert(std::copyable<L>, "traincost: a size law must be copyable (docs/errors.md#E111)");
  static_assert(
      requires(const L law, seconds x) { law(x, x); },
      "traincost: a size law needs a const operator()(seconds start_up, seconds transfer) "
      "(docs/errors.md#E112)");
  static_assert(size_law<L>, "traincost: a size law must return seconds, not a bare number (docs/errors.md#E113)");
  return true;
}

}  // namespace traincost::collective
