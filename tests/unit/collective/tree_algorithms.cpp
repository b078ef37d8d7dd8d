// SPDX-License-Identifier: BSL-1.0
// Every operation of the algorithms on trees, against the data flow.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/binomial.hpp"
#include "traincost/collective/two_tree.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;

// Step k: the first 2^k ranks, counted from the root, each send to the rank 2^k further on.
schedule binomial_whole(int p, int root) {
  schedule steps;
  for (int reached = 1; reached < p; reached *= 2) {
    step now;
    for (int v = 0; v < reached && v + reached < p; ++v)
      now.push_back({(root + v) % p, (root + v + reached) % p, {0}, false});
    steps.push_back(now);
  }
  return steps;
}
// The other way round: a subtree's blocks go to its first rank, the largest subtree first.
schedule binomial_blocks(int p, int root) {
  schedule steps;
  int half = 1;
  while (2 * half < p) half *= 2;
  for (; half > 0; half /= 2) {
    step now;
    for (int v = 0; v + half < p; v += 2 * half) {
      dataflow::transfer message{(root + v) % p, (root + v + half) % p, {}, false};
      for (int b = v + half; b < v + 2 * half && b < p; ++b) message.blocks.push_back((root + b) % p);
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}

// Sanders, Speck, Traeff: two binary trees over the p - 1 ranks that are not the root. In tree 0 the ranks at even
// places are leaves; tree 1 is the same with the places shifted by one (p - 1 odd) or mirrored (even), so that who is
// inside in one is a leaf in the other. The root feeds both.
class two_trees {
 public:
  explicit two_trees(int p) : p_(p) {
    for (int tree = 0; tree < 2; ++tree) {
      parent_[tree].assign(static_cast<std::size_t>(p), -1);
      if (p > 1) grow(tree, 0, p - 1, 0);
    }
    colour();
  }

  // Steps until every rank has `chunks` chunks of each half; an edge of colour c works in the steps t with t % 2 = c.
  [[nodiscard]] schedule broadcast(int chunks) const {
    schedule steps;
    std::map<std::pair<int, int>, int> passed;  // per tree and receiving rank: chunks received so far
    const auto got = [&](int tree, int rank) { return rank == 0 ? chunks : passed[{tree, rank}]; };
    for (int t = 0;; ++t) {
      step now;
      std::vector<std::pair<int, int>> arriving;
      for (int tree = 0; tree < 2; ++tree) {
        for (int r = 1; r < p_; ++r) {
          const int from = parent_[tree][static_cast<std::size_t>(r)];
          const int next = got(tree, r);
          if (colour_.at({tree, r}) != t % 2 || next >= chunks || next >= got(tree, from)) continue;
          now.push_back({from, r, {tree * chunks + next}, false});
          arriving.push_back({tree, r});
        }
      }
      const bool idle = now.empty();
      for (const auto& edge : arriving) ++passed[edge];
      bool done = true;
      for (int tree = 0; tree < 2; ++tree) {
        for (int r = 1; r < p_; ++r) done = done && got(tree, r) == chunks;
      }
      if (!idle || !steps.empty()) steps.push_back(now);
      if (done) return steps;
      if (t > 4 * (p_ + chunks)) throw std::runtime_error("two trees: no progress");
    }
  }

 private:
  [[nodiscard]] int rank_at(int tree, int place) const {
    const int n = p_ - 1;
    return 1 + (tree == 0 ? place : n % 2 == 0 ? n - 1 - place : (place + n - 1) % n);
  }
  // The places [low, high) below `above`: the inner place is odd and has the largest power of two that fits, so that
  // even places end up as leaves.
  void grow(int tree, int low, int high, int above) {
    const int count = high - low;
    if (count <= 0) return;
    int half = 1;
    while (2 * half <= count) half *= 2;
    const int top = low + half - 1;
    const int rank = rank_at(tree, top);
    parent_[tree][static_cast<std::size_t>(rank)] = above;
    grow(tree, low, top, rank);
    grow(tree, top + 1, high, rank);
  }
  // Each rank sends along two edges at most and receives along two: colour them so that both differ. Going from sender
  // to receiver and back, the edges form paths and cycles of even length, which alternate.
  void colour() {
    std::map<int, std::vector<std::pair<int, int>>> out;  // sender -> its edges (tree, receiver)
    for (int tree = 0; tree < 2; ++tree) {
      for (int r = 1; r < p_; ++r) out[parent_[tree][static_cast<std::size_t>(r)]].push_back({tree, r});
    }
    for (const auto& [sender, edges] : out) most_out_ = std::max(most_out_, edges.size());
    const auto other_out = [&](std::pair<int, int> edge) {
      for (const auto& e : out[parent_[edge.first][static_cast<std::size_t>(edge.second)]]) {
        if (e != edge) return e;
      }
      return std::pair{-1, -1};
    };
    for (int r = 1; r < p_; ++r) {
      for (int tree = 0; tree < 2; ++tree) {
        if (colour_.count({tree, r}) != 0) continue;
        // Both ways from this edge: by the sender's other edge, and by the receiver's edge in the other tree.
        for (const bool by_sender : {true, false}) {
          std::pair<int, int> edge{tree, r};
          bool sender = by_sender;
          int c = 0;
          if (by_sender) colour_[edge] = 0;
          while (true) {
            edge = sender ? other_out(edge) : std::pair{1 - edge.first, edge.second};
            sender = !sender;
            c = 1 - c;
            if (edge.first < 0 || colour_.count(edge) != 0) break;
            colour_[edge] = c;
          }
        }
      }
    }
  }

 public:
  std::size_t most_out_ = 0;

 private:
  int p_;
  std::vector<int> parent_[2];
  std::map<std::pair<int, int>, int> colour_;
};
}  // namespace

TEST_CASE("binomial: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::binomial<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    for (const int root : {p / 3, p - 1}) {
      const schedule whole = binomial_whole(p, root);
      const schedule blocks = binomial_blocks(p, root);
      CHECK(count(broadcast{}, whole, p, 1, fabric::port, root) == model::cost(broadcast{}, p));
      CHECK(count(reduce{}, reversed(whole, true), p, 1, fabric::port, root) == model::cost(reduce{}, p));
      CHECK(count(scatter{}, blocks, p, p, fabric::port, root) == model::cost(scatter{}, p));
      CHECK(count(gather{}, mirrored(blocks), p, p, fabric::port, root) == model::cost(gather{}, p));
    }
  }
}

// The formula's 2h + 2k steps are the published upper bound; what the schedule takes is counted.
TEST_CASE("two_tree: its messages fit into the steps of the formula, and none is longer than a chunk") {
  using namespace collective;
  random_source draw(32);
  std::int64_t least_spare = 1000;
  std::int64_t most_spare = -1000;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const two_trees trees(p);
    CHECK(trees.most_out_ <= 2);
    for (const int chunks : {1, 2, 5, 22}) {
      CAPTURE(chunks);
      const schedule steps = trees.broadcast(chunks);
      const coefficients down = count(broadcast{}, steps, p, 2 * chunks, fabric::port);
      const coefficients up = count(reduce{}, reversed(steps, true), p, 2 * chunks, fabric::port);
      const std::int64_t formula = 2 * ceil_log2(p) + 2 * chunks;
      const std::int64_t spare = formula - down.steps;
      least_spare = spare < least_spare ? spare : least_spare;
      most_spare = spare > most_spare ? spare : most_spare;
      // No step of either moves or reduces more than one chunk through a port.
      CHECK(down.bytes.numerator <= down.steps);
      CHECK(up.bytes.numerator <= up.steps);
      CHECK(up.reduced.numerator <= up.steps);
      CHECK(up.steps == down.steps);

      const auto link = random_link<hardware::port_link<>>(draw);
      const bytes n = draw.magnitude(1.0, 1e12) * units::B;
      const collective::two_tree model{link, chunks};
      const bytes chunk = n / (2.0 * chunks);
      const double times = static_cast<double>(formula);
      const seconds sent = times * (link.alpha + chunk * link.beta);
      const seconds reduced = sent + times * (chunk * link.gamma);
      CHECK(relative_error(model.time(broadcast{}, n, p).si(), sent.si()) < rounding);
      CHECK(relative_error(model.time(reduce{}, n, p).si(), reduced.si()) < rounding);
      CHECK(relative_error(model.time(all_reduce{}, n, p).si(), (sent + reduced).si()) < rounding);
    }
  }
  CHECK(least_spare == 2);
  CHECK(most_spare == 3);
}
