// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <unordered_map>
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
  bool reduce = true;    // adds to what the receiver holds; otherwise a finished block is copied
  bool replace = false;  // with reduce = false: an unfinished block overwrites a part of itself at the receiver
};
using step = std::vector<transfer>;
using schedule = std::vector<step>;

/// The opposite way in the opposite order: a Scatter becomes the Gather that undoes it, a Broadcast a Reduce.
inline schedule reversed(const schedule& steps, bool reduce) {
  schedule backward(steps.rbegin(), steps.rend());
  for (step& now : backward) {
    for (transfer& message : now) {
      std::swap(message.from, message.to);
      message.reduce = reduce;
    }
  }
  return backward;
}
/// Reversed and copying: a ReduceScatter becomes the AllGather that undoes it.
inline schedule mirrored(const schedule& steps) { return reversed(steps, false); }
inline schedule joined(schedule first, const schedule& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Messages of one step, gathered by sender and receiver block by block.
class messages {
 public:
  explicit messages(bool reduce) : reduce_(reduce) {}
  void add(int from, int to, int block) { blocks_[{from, to}].push_back(block); }
  [[nodiscard]] step all() const {
    step now;
    for (const auto& [ends, blocks] : blocks_) now.push_back({ends.first, ends.second, blocks, reduce_});
    return now;
  }

 private:
  bool reduce_;
  std::map<std::pair<int, int>, std::vector<int>> blocks_;
};

enum class fabric {
  port,         // a rank sends one message and receives one message in a step
  shared_port,  // a rank sends and receives several, whose bytes share its port
  mesh,         // a rank has a link to each other rank; one message each way on each
};

constexpr int most_ranks = 192;
using contributions = std::bitset<most_ranks>;

/// What one step moves, in blocks: by the busiest port, by the busiest link of a mesh, and into the busiest reduction.
struct step_load {
  std::int64_t port = 0;
  std::int64_t link = 0;
  std::int64_t reduced = 0;
};

class machine {
 public:
  /// With a group, ranks of one group (r / group) talk over links of a mesh, and to others through their ports.
  machine(int ranks, int blocks, fabric wiring, int group = 0)
      : ranks_(ranks), blocks_(blocks), wiring_(wiring), group_(group), held_(idx(ranks)) {
    if (ranks > most_ranks) throw std::runtime_error("more ranks than a set of contributions can hold");
    for (int r = 0; r < ranks; ++r) everyone_.set(idx(r));
    complete_.assign(idx(blocks), everyone_);
  }

  /// Every rank begins with its own contribution to every block.
  void own_contributions() {
    for (int r = 0; r < ranks_; ++r) {
      for (int b = 0; b < blocks_; ++b) held_[idx(r)][b].set(idx(r));
    }
  }
  /// Every rank begins with its own block, which is finished.
  void own_block() {
    for (int r = 0; r < ranks_; ++r) source(r, r);
  }
  /// `rank` begins with a block that nobody else adds to.
  void source(int rank, int block) { held_[idx(rank)][block] = complete_[idx(block)] = contributions{}.set(idx(rank)); }

  void run(const schedule& steps) {
    for (const step& now : steps) run(now);
  }

  [[nodiscard]] bool finished(int rank, int block) const {
    const auto held = held_[idx(rank)].find(block);
    return held != held_[idx(rank)].end() && held->second == complete_[idx(block)];
  }
  [[nodiscard]] bool has_everything(int rank) const {
    for (int b = 0; b < blocks_; ++b) {
      if (!finished(rank, b)) return false;
    }
    return true;
  }
  [[nodiscard]] bool finished_everywhere() const {
    for (int r = 0; r < ranks_; ++r) {
      if (!has_everything(r)) return false;
    }
    return true;
  }
  [[nodiscard]] bool finished_own_block() const {
    for (int r = 0; r < ranks_; ++r) {
      if (!finished(r, r)) return false;
    }
    return true;
  }

  /// Steps, bytes of the busiest port (or link) of each step, bytes reduced by the busiest rank of each step; the
  /// message is `of` blocks.
  [[nodiscard]] collective::coefficients count(int of) const {
    std::int64_t sent = 0;
    std::int64_t reduced = 0;
    for (const step_load& load : log_) {
      sent += load.port > load.link ? load.port : load.link;
      reduced += load.reduced;
    }
    return {static_cast<std::int64_t>(log_.size()), {sent, of}, {reduced, of}};
  }
  [[nodiscard]] collective::coefficients count() const { return count(blocks_); }
  [[nodiscard]] const std::vector<step_load>& log() const { return log_; }

 private:
  static std::size_t idx(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] bool over_link(int from, int to) const {
    return wiring_ == fabric::mesh || (group_ > 0 && from / group_ == to / group_);
  }

  void run(const step& now) {
    struct parcel {
      int to;
      int block;
      contributions what;
      bool reduce;
    };
    std::vector<parcel> parcels;  // all messages of a step leave together, before any arrives
    std::vector<char> used(idx(ranks_) * idx(ranks_));
    std::vector<std::int64_t> sends(idx(ranks_)), receives(idx(ranks_)), out(idx(ranks_)), in(idx(ranks_));
    step_load load;
    for (const transfer& message : now) {
      if (message.blocks.empty()) continue;
      const auto [from, to] = std::pair{message.from, message.to};
      if (from < 0 || to < 0 || from >= ranks_ || to >= ranks_) throw std::runtime_error("no such rank");
      if (from == to) throw std::runtime_error("a rank sends to itself");
      if (used[idx(from) * idx(ranks_) + idx(to)]++ != 0)
        throw std::runtime_error("two messages on one link in a step");
      const auto size = static_cast<std::int64_t>(message.blocks.size());
      if (over_link(from, to)) {
        if (size > load.link) load.link = size;
      } else {
        const bool busy = ++sends[idx(from)] > 1 || ++receives[idx(to)] > 1;
        if (busy && wiring_ == fabric::port) throw std::runtime_error("two messages at one port in a step");
        out[idx(from)] += size;
        in[idx(to)] += size;
      }
      for (const int block : message.blocks) {
        const auto held = held_[idx(from)].find(block);
        if (held == held_[idx(from)].end()) throw std::runtime_error("an empty block is sent");
        if (!message.reduce && !message.replace && held->second != complete_[idx(block)]) {
          throw std::runtime_error("an unfinished block is copied");
        }
        parcels.push_back({to, block, held->second, message.reduce});
      }
    }
    std::vector<std::int64_t> reducing(idx(ranks_));
    for (const parcel& arriving : parcels) {
      contributions& have = held_[idx(arriving.to)][arriving.block];
      if (arriving.reduce) {
        if ((arriving.what & have).any()) throw std::runtime_error("a contribution would count twice");
        have |= arriving.what;
        ++reducing[idx(arriving.to)];
      } else {
        if ((have & ~arriving.what).any()) throw std::runtime_error("a contribution is lost");
        have = arriving.what;
      }
    }
    for (int r = 0; r < ranks_; ++r) {
      load.port = greater(load.port, greater(out[idx(r)], in[idx(r)]));
      load.reduced = greater(load.reduced, reducing[idx(r)]);
    }
    log_.push_back(load);
  }
  static std::int64_t greater(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

  int ranks_;
  int blocks_;
  fabric wiring_;
  int group_;
  contributions everyone_;
  std::vector<contributions> complete_;                       // per block: whose contributions make it finished
  std::vector<std::unordered_map<int, contributions>> held_;  // per rank and block: whose contributions it contains
  std::vector<step_load> log_;
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
inline collective::coefficients count(collective::broadcast, const schedule& steps, int ranks, int blocks,
                                      fabric wiring, int root = 0) {
  machine m(ranks, blocks, wiring);
  for (int b = 0; b < blocks; ++b) m.source(root, b);
  m.run(steps);
  insist(m.finished_everywhere(), "broadcast: a rank lacks a part of the message");
  return m.count();
}
inline collective::coefficients count(collective::reduce, const schedule& steps, int ranks, int blocks, fabric wiring,
                                      int root = 0) {
  machine m(ranks, blocks, wiring);
  m.own_contributions();
  m.run(steps);
  insist(m.has_everything(root), "reduce: the root lacks a part of the result");
  return m.count();
}
inline collective::coefficients count(collective::scatter, const schedule& steps, int ranks, int blocks, fabric wiring,
                                      int root = 0) {
  machine m(ranks, blocks, wiring);
  for (int b = 0; b < blocks; ++b) m.source(root, b);
  m.run(steps);
  insist(m.finished_own_block(), "scatter: a rank lacks its block");
  return m.count();
}
inline collective::coefficients count(collective::gather, const schedule& steps, int ranks, int blocks, fabric wiring,
                                      int root = 0) {
  machine m(ranks, blocks, wiring);
  m.own_block();
  m.run(steps);
  insist(m.has_everything(root), "gather: the root lacks a block");
  return m.count();
}
/// Block s * ranks + d is what rank s sends to rank d.
inline collective::coefficients count(collective::all_to_all, const schedule& steps, int ranks, fabric wiring) {
  machine m(ranks, ranks * ranks, wiring);
  for (int s = 0; s < ranks; ++s) {
    for (int d = 0; d < ranks; ++d) m.source(s, s * ranks + d);
  }
  m.run(steps);
  for (int s = 0; s < ranks; ++s) {
    for (int d = 0; d < ranks; ++d) insist(m.finished(d, s * ranks + d), "all_to_all: a rank lacks a block");
  }
  return m.count(ranks);
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
