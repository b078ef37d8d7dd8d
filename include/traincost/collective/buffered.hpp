// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"
#include "traincost/core/check.hpp"
#include "traincost/core/math.hpp"

namespace traincost::collective {

// A library that works through a buffer: a message larger than `buffer` goes in whole buffers and a rest, and each of
// them pays its start-up again.
//
//   T(n) = floor(n / buffer) model(buffer) + model(rest)          passes(n) = ceil(n / buffer)
//
// HCCL's buffer is HCCL_BUFFSIZE, 200 MiB by default: 1 GiB goes in 6 passes. What has to fit is message_bytes: a
// rank's AllReduce buffer, its ReduceScatter input, its AllGather output. At a multiple of the buffer the time jumps up
// by a start-up, and nowhere else. Valid: buffer > 0. Not for libraries that pipeline through their buffers (NCCL).
// Source: HCCL documentation, environment variable HCCL_BUFFSIZE; in the code its unit is 2^20 B.
template <class Model>
struct buffered {
  Model model{};
  bytes buffer = 200.0 * units::MiB;

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(check_collective_model<Model, Rep>());
    const basic_bytes<Rep> size{buffer};
    if (!detail::finite_positive(size.si())) {
      return detail::fail<P>("collective::buffered: buffer must be finite and > 0 bytes (docs/errors.md#E374)",
                             buffer.si(), [&] { return policy_call::time<P>(model, operation, message_bytes, ranks); });
    }
    // An infinite message is left to the model to refuse.
    if (!(message_bytes > size) || !detail::finite_non_negative(message_bytes.si())) {
      return policy_call::time<P>(model, operation, message_bytes, ranks);
    }
    const Rep loops = whole_buffers(message_bytes, size);
    const auto rest = message_bytes - loops * size;
    const auto whole = loops * policy_call::time<P>(model, operation, size, ranks);
    return rest.si() > Rep(0) ? whole + policy_call::time<P>(model, operation, rest, ranks) : whole;
  }

  // clang-format off
  template <eval_policy P = default_policy, class Operation, class Other>
  void time(Operation, Other, int) const = delete;  // traincost: message_bytes must be bytes, such as 16.0 * MB (docs/errors.md#E201)
  // clang-format on

  // Passes that a valid message takes; an empty one takes one.
  template <class Rep>
  [[nodiscard]] constexpr Rep passes(basic_bytes<Rep> message_bytes) const noexcept {
    const basic_bytes<Rep> size{buffer};
    if (!(message_bytes > size)) return Rep(1);
    const Rep loops = whole_buffers(message_bytes, size);
    return message_bytes > loops * size ? Rep(loops + Rep(1)) : loops;
  }

 private:
  // Finite even where a buffer of a fraction of a byte makes the quotient overflow: infinite times nothing is no
  // number.
  template <class Rep>
  static constexpr Rep whole_buffers(basic_bytes<Rep> message_bytes, basic_bytes<Rep> size) noexcept {
    const Rep most = (std::numeric_limits<Rep>::max)();
    if (size.si() < Rep(1) && message_bytes.si() > size.si() * most) return most;
    return math::floor(Rep(message_bytes / size));
  }
};

template <class Model>
buffered(Model) -> buffered<Model>;
template <class Model>
buffered(Model, bytes) -> buffered<Model>;

}  // namespace traincost::collective
