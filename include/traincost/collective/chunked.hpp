// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/algorithm.hpp"

namespace traincost::collective {

// A pipeline: `lanes` streams of k chunks each, `hops` chunk times until the last rank begins to receive.
//
//   T(k) = lanes (hops + k) (alpha + n (beta [+ gamma]) / (lanes k))
struct chunk_schedule {
  int lanes = 1;
  int hops = 0;
  bool reduces = false;  // every chunk is reduced where it arrives
};

// What chain and two_tree share. A model offers an operation by a function `chunk_schedule shape(Operation, int p)`,
// static, constexpr and called with p >= 2. chunks = 0 takes the best number of chunks, a whole number next to
//
//   k* = sqrt(hops n (beta [+ gamma]) / (lanes alpha))
//
// because T(k) is convex. Chunks of less than a byte come out only where alpha is less than a byte's transfer; without
// start-up the best is as many chunks as an int can count.
template <class Model, class Link>
struct chunked : flat<Model, Link, affine> {
  using rep = typename Link::rep;
  int chunks = 0;

  constexpr chunked() noexcept = default;
  constexpr explicit chunked(Link on, int in_chunks = 0) noexcept : flat<Model, Link, affine>(on), chunks(in_chunks) {}

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr basic_seconds<rep> time(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    check<Operation>();
    if (chunks < 0) {
      return detail::fail<P>("collective: chunks must be >= 0, 0 for the best number (docs/errors.md#E343)", chunks,
                             [&] { return checked<P>(operation, message_bytes, ranks, 0); });
    }
    return checked<P>(operation, message_bytes, ranks, chunks);
  }

  // The number of chunks (per lane) in which `message_bytes` goes: `chunks`, or the best one.
  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr int chunk_count(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    check<Operation>();
    const auto on = this->template resolved<P>(ranks);
    int count = 1;
    (void)checked_time<P>(on, message_bytes, ranks, [&](basic_bytes<rep> n) {
      count = chunks > 0 ? chunks : best(Model::shape(operation, ranks), on, n);
      return basic_seconds<rep>{};
    });
    return count;
  }

  // k*, of which chunk_count is a neighbour. For valid arguments, ranks >= 2 and a link with alpha > 0.
  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr rep unrounded_chunk_count(Operation operation, basic_bytes<rep> message_bytes,
                                                    int ranks) const noexcept(never_throws<P>) {
    check<Operation>();
    return unrounded(Model::shape(operation, ranks), this->template resolved<P>(ranks), message_bytes);
  }

 private:
  template <class Operation>
  static consteval void check() {
    static_assert(Link::kind == Model::kind,
                  "traincost: a mesh takes hardware::pair_link (beta of one pairwise link), every other algorithm "
                  "hardware::port_link (beta of the rank's port) (docs/errors.md#E121)");
    static_assert(
        requires(Operation operation) { Model::shape(operation, 2); },
        "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
  }

  template <eval_policy P, class Operation>
  constexpr basic_seconds<rep> checked(Operation operation, basic_bytes<rep> message_bytes, int ranks, int k) const
      noexcept(never_throws<P>) {
    const auto on = this->template resolved<P>(ranks);
    return checked_time<P>(on, message_bytes, ranks, [&](basic_bytes<rep> n) {
      const chunk_schedule shape = Model::shape(operation, ranks);
      return in_chunks(shape, on, n, k > 0 ? k : best(shape, on, n));
    });
  }

  template <class On>
  static constexpr basic_seconds<rep> transfer(chunk_schedule shape, const On& on, basic_bytes<rep> n) noexcept {
    const auto moved = n * on.beta;
    return (shape.reduces ? moved + n * on.gamma : moved) / static_cast<rep>(shape.lanes);
  }
  template <class On>
  static constexpr basic_seconds<rep> in_chunks(chunk_schedule shape, const On& on, basic_bytes<rep> n,
                                                int k) noexcept {
    const rep times = static_cast<rep>(shape.lanes) * (static_cast<rep>(shape.hops) + static_cast<rep>(k));
    return times * (on.alpha + transfer(shape, on, n) / static_cast<rep>(k));
  }
  template <class On>
  static constexpr rep unrounded(chunk_schedule shape, const On& on, basic_bytes<rep> n) noexcept {
    return static_cast<rep>(
        math::sqrt(static_cast<rep>(static_cast<rep>(shape.hops) * (transfer(shape, on, n) / on.alpha))));
  }
  template <class On>
  static constexpr int best(chunk_schedule shape, const On& on, basic_bytes<rep> n) noexcept {
    constexpr int most = (std::numeric_limits<int>::max)();
    if (shape.hops == 0 || transfer(shape, on, n) == basic_seconds<rep>{}) return 1;
    if (on.alpha == basic_seconds<rep>{}) return most;
    const rep optimum = unrounded(shape, on, n);
    if (optimum >= static_cast<rep>(most)) return most;
    const int below = static_cast<int>(static_cast<double>(optimum));
    if (below < 1) return 1;
    return in_chunks(shape, on, n, below + 1) < in_chunks(shape, on, n, below) ? below + 1 : below;
  }
};

}  // namespace traincost::collective
