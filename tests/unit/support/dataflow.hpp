// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "traincost/collective/operation.hpp"

/// Collectives as data: who sends which block to whom in which step. A machine carries the messages out, refuses what a
/// port or a link cannot do and what would count a contribution twice, checks the result on every rank, and counts. It
/// knows no formula, so its counts are what a formula must give.
namespace traincost::test::dataflow {

struct transfer {
  int from = 0;
  int to = 0;
  std::vector<int> blocks;
  bool reduce = true;  // adds to what the receiver holds; otherwise a finished block is copied
};
using step = std::vector<transfer>;
using schedule = std::vector<step>;

/// The opposite way in the opposite order, copying: a ReduceScatter becomes the AllGather that undoes it.
inline schedule mirrored(const schedule& steps) {
  schedule backward(steps.rbegin(), steps.rend());
  for (step& now : backward) {
    for (transfer& message : now) {
      std::swap(message.from, message.to);
      message.reduce = false;
    }
  }
  return backward;
}
inline schedule joined(schedule first, const schedule& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

enum class fabric {
  port,  // a rank sends one message and receives one message in a step
  mesh,  // a rank has a link to each other rank; one message each way on each
};

class machine {
 public:
  /// `mine` of the blocks that a rank begins with hold its own contribution; for an AllGather its own block is
  /// finished.
  machine(int ranks, int blocks, fabric wiring)
      : ranks_(ranks), blocks_(blocks), wiring_(wiring), held_(idx(ranks), std::vector<std::uint64_t>(idx(blocks))) {}

  void own_contributions() {
    for (int r = 0; r < ranks_; ++r) {
      for (std::uint64_t& block : held_[idx(r)]) block = std::uint64_t{1} << r;
    }
  }
  void own_block() {
    for (int r = 0; r < ranks_; ++r) at(r, r) = everyone();
  }

  void run(const schedule& steps) {
    for (const step& now : steps) run(now);
  }

  [[nodiscard]] bool finished(int rank, int block) const { return held_[idx(rank)][idx(block)] == everyone(); }
  [[nodiscard]] bool finished_everywhere() const {
    for (int r = 0; r < ranks_; ++r) {
      for (int b = 0; b < blocks_; ++b) {
        if (!finished(r, b)) return false;
      }
    }
    return true;
  }
  [[nodiscard]] bool finished_own_block() const {
    for (int r = 0; r < ranks_; ++r) {
      if (!finished(r, r)) return false;
    }
    return true;
  }
  /// Steps, bytes of the busiest port (or link) of each step, bytes reduced by the busiest rank of each step.
  [[nodiscard]] collective::coefficients count() const { return {steps_, {sent_, blocks_}, {reduced_, blocks_}}; }

 private:
  static std::size_t idx(int i) { return static_cast<std::size_t>(i); }
  std::uint64_t& at(int rank, int block) { return held_[idx(rank)][idx(block)]; }
  [[nodiscard]] std::uint64_t everyone() const {
    return ranks_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << ranks_) - 1;
  }

  void run(const step& now) {
    const auto before = held_;  // all messages of a step leave together
    const std::vector<std::int64_t> nothing(idx(ranks_));
    std::vector<std::vector<std::int64_t>> load(idx(ranks_), nothing);
    std::vector<std::int64_t> sends = nothing;
    std::vector<std::int64_t> receives = nothing;
    std::vector<std::int64_t> reducing = nothing;
    for (const transfer& message : now) {
      if (message.blocks.empty()) continue;
      std::int64_t& link = load[idx(message.from)][idx(message.to)];
      if (message.from == message.to) throw std::runtime_error("a rank sends to itself");
      if (link != 0) throw std::runtime_error("two messages on one link in a step");
      link = static_cast<std::int64_t>(message.blocks.size());
      const bool busy = ++sends[idx(message.from)] > 1 || ++receives[idx(message.to)] > 1;
      if (busy && wiring_ == fabric::port) throw std::runtime_error("two messages at one port in a step");
      for (const int block : message.blocks) {
        const std::uint64_t got = before[idx(message.from)][idx(block)];
        std::uint64_t& have = at(message.to, block);
        if (got == 0) throw std::runtime_error("an empty block is sent");
        if (!message.reduce && got != everyone()) throw std::runtime_error("an unfinished block is copied");
        if (message.reduce && (got & have) != 0) throw std::runtime_error("a contribution would count twice");
        have = message.reduce ? (have | got) : got;
        reducing[idx(message.to)] += message.reduce ? 1 : 0;
      }
    }
    std::int64_t busiest = 0;
    for (const auto& links : load) busiest = greatest(links, busiest);
    ++steps_;
    sent_ += busiest;
    reduced_ += greatest(reducing, 0);
  }
  static std::int64_t greatest(const std::vector<std::int64_t>& values, std::int64_t so_far) {
    for (const std::int64_t value : values) so_far = value > so_far ? value : so_far;
    return so_far;
  }

  int ranks_;
  int blocks_;
  fabric wiring_;
  std::vector<std::vector<std::uint64_t>> held_;  // per rank and block: whose contributions it contains
  std::int64_t steps_ = 0;
  std::int64_t sent_ = 0;
  std::int64_t reduced_ = 0;
};

// What the machine counts for an operation, after it has checked that the operation does what its name says.

inline void insist(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}
inline collective::coefficients count(collective::all_reduce, const schedule& steps, int ranks, int blocks,
                                      fabric wiring) {
  machine m(ranks, blocks, wiring);
  m.own_contributions();
  m.run(steps);
  insist(m.finished_everywhere(), "all_reduce: a rank lacks a part of the result");
  return m.count();
}
inline collective::coefficients count(collective::reduce_scatter, const schedule& steps, int ranks, int blocks,
                                      fabric wiring) {
  machine m(ranks, blocks, wiring);
  m.own_contributions();
  m.run(steps);
  insist(m.finished_own_block(), "reduce_scatter: a rank lacks a part of the result");
  return m.count();
}
inline collective::coefficients count(collective::all_gather, const schedule& steps, int ranks, int blocks,
                                      fabric wiring) {
  machine m(ranks, blocks, wiring);
  m.own_block();
  m.run(steps);
  insist(m.finished_everywhere(), "all_gather: a rank lacks a part of the result");
  return m.count();
}

/// A ReduceScatter of `ranks` blocks, the AllGather that mirrors it, and both as an AllReduce, against a model's cost.
template <class Algorithm, class Check>
void compare(const schedule& scatter, int ranks, fabric wiring, Check check) {
  using namespace collective;
  const schedule gather = mirrored(scatter);
  check(count(reduce_scatter{}, scatter, ranks, ranks, wiring), Algorithm::cost(reduce_scatter{}, ranks));
  check(count(all_gather{}, gather, ranks, ranks, wiring), Algorithm::cost(all_gather{}, ranks));
  check(count(all_reduce{}, joined(scatter, gather), ranks, ranks, wiring), Algorithm::cost(all_reduce{}, ranks));
}

}  // namespace traincost::test::dataflow
