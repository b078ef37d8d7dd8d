// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/two_level.hpp"

namespace traincost::collective {

// Two levels whose stages overlap: the message goes in k chunks, and while one chunk is between the groups the next is
// inside. With i and o the inner and outer times of a chunk n/k:
//
//   T(k) = i + o + (k - 1) max(i, o)
//
// chunks = 0 takes the best k. Which level is the bottleneck is decided at the chunk's size: many outer steps make the
// network the bottleneck of small chunks even where the inner level rules the whole message.
// Assumptions: (1) a level serves one chunk at a time; (2) an operation's inner stages share the inner level; (3) each
// level reduces by itself, at the same time as the other, so that bounds on one rank's reduction do not hold.
// Valid: as two_level, 0 <= chunks <= 2^20. T(k) is exact for operations that visit the inner level once. AllReduce,
// Broadcast and Reduce visit it twice: no schedule that leaves no level idle without need takes longer than T(k), and a
// good one takes less, by a fifth at most (1 GiB on 6 servers at the best k: 2.3 %).
// Source: derived; checked against an event simulation of the stages.
template <class Inner, class Outer>
struct overlapped_levels {
  two_level<Inner, Outer> levels{};
  int chunks = 0;

  static constexpr int most_chunks = 1 << 20;

  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> time(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    const int k = chunks == 0 ? best<P>(operation, message_bytes, ranks) : chunks;
    if (k < 1 || k > most_chunks) {
      return detail::fail<P>(refusal, k, [&] {
        return in_chunks<P>(operation, message_bytes, ranks,
                            k < 1 ? best<P>(operation, message_bytes, ranks) : most_chunks);
      });
    }
    return in_chunks<P>(operation, message_bytes, ranks, k);
  }

  // clang-format off
  template <eval_policy P = default_policy, class Operation, class Other>
  void time(Operation, Other, int) const = delete;  // traincost: message_bytes must be bytes, such as 16.0 * MB (docs/errors.md#E201)
  // clang-format on

  // The best number of chunks. T(k) falls, then rises, because each of i + o + (k-1) i and i + o + (k-1) o does: the
  // first k at which one chunk more does not help is the minimum. That holds for the affine and the pipelined law;
  // where a level's time jumps with the message (regimes, buffered, hccl_default), it is a local minimum.
  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr int best(Operation operation, basic_bytes<Rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    const auto one_more_helps = [&](int k) {
      return in_chunks<P>(operation, message_bytes, ranks, k + 1) < in_chunks<P>(operation, message_bytes, ranks, k);
    };
    int low = 1;  // one more helps at all k below low
    int high = 1;
    while (high < most_chunks && one_more_helps(high)) {
      low = high + 1;
      high *= 2;
    }
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (one_more_helps(middle)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  // T(k), k in [1, 2^20].
  template <eval_policy P = default_policy, class Operation, class Rep>
  [[nodiscard]] constexpr basic_seconds<Rep> in_chunks(Operation operation, basic_bytes<Rep> message_bytes, int ranks,
                                                       int k) const noexcept(never_throws<P>) {
    if (k < 1 || k > most_chunks) {
      return detail::fail<P>(refusal, k,
                             [&] { return in_chunks<P>(operation, message_bytes, ranks, k < 1 ? 1 : most_chunks); });
    }
    if (!detail::finite_non_negative(message_bytes.si())) {  // here, so that a refusal names the whole message
      return detail::fail<P>("collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)",
                             message_bytes.si(), [&] {
                               const Rep most = (std::numeric_limits<Rep>::max)();
                               const Rep nearest = detail::clamped(message_bytes.si(), Rep(0), most);
                               return in_chunks<P>(operation, from_si<dim{.data = 1}>(nearest), ranks, k);
                             });
    }
    const auto chunk = levels.template levels<P>(operation, message_bytes / static_cast<Rep>(k), ranks);
    if (k == 1) return chunk.total();  // also where a level overflows: infinite times nothing is no number
    const auto bottleneck = chunk.inner < chunk.outer ? chunk.outer : chunk.inner;
    return chunk.total() + static_cast<Rep>(k - 1) * bottleneck;
  }

 private:
  static constexpr const char* refusal =
      "collective::overlapped_levels: chunks must be in [0, 1048576], 0 for the best (docs/errors.md#E373)";
};

template <class Inner, class Outer>
overlapped_levels(two_level<Inner, Outer>) -> overlapped_levels<Inner, Outer>;
template <class Inner, class Outer>
overlapped_levels(two_level<Inner, Outer>, int) -> overlapped_levels<Inner, Outer>;

}  // namespace traincost::collective
