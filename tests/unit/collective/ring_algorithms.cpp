// SPDX-License-Identifier: BSL-1.0
// Every operation of the algorithms in rows and rings, against the data flow.
#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/chain.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/ring.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;

int around(int rank, int p) { return (rank % p + p) % p; }

// In step t rank r passes on the block that it has just added to; block b ends on rank b.
schedule ring_scatter_reduce(int p) {
  schedule steps;
  for (int t = 0; t < p - 1; ++t) {
    step now;
    for (int r = 0; r < p; ++r) now.push_back({r, around(r + 1, p), {around(r - t - 1, p)}, true});
    steps.push_back(now);
  }
  return steps;
}
// The root sends the block for the farthest rank first; all blocks travel on together and arrive in the last step.
schedule ring_scatter(int p, int root) {
  schedule steps;
  for (int t = 0; t < p - 1; ++t) {
    step now;
    for (int hop = 0; hop <= t; ++hop) {
      const int distance = p - 1 - (t - hop);  // of the block that leaves the rank `hop` places after the root
      now.push_back({around(root + hop, p), around(root + hop + 1, p), {around(root + distance, p)}, false});
    }
    steps.push_back(now);
  }
  return steps;
}
schedule whole_message_on(int p, int root) {
  schedule steps;
  for (int hop = 0; hop < p - 1; ++hop)
    steps.push_back({{around(root + hop, p), around(root + hop + 1, p), {0}, false}});
  return steps;
}

// Chunk c leaves the rank `hop` places after the root in step c + hop.
schedule chain(int p, int root, int chunks) {
  schedule steps;
  for (int t = 0; t < p - 2 + chunks; ++t) {
    step now;
    for (int hop = 0; hop < p - 1; ++hop) {
      const int chunk = t - hop;
      if (chunk >= 0 && chunk < chunks)
        now.push_back({around(root + hop, p), around(root + hop + 1, p), {chunk}, false});
    }
    steps.push_back(now);
  }
  return steps;
}

// In step k rank i sends to i + k.
template <class Blocks>
schedule pairwise(int p, bool reduce, Blocks blocks) {
  schedule steps;
  for (int k = 1; k < p; ++k) {
    step now;
    for (int i = 0; i < p; ++i) now.push_back({i, around(i + k, p), {blocks(i, around(i + k, p))}, reduce});
    steps.push_back(now);
  }
  return steps;
}
}  // namespace

TEST_CASE("ring: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::ring<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    dataflow::compare<model>(ring_scatter_reduce(p), p, fabric::port,
                             [](const auto& counted, const auto& cost) { CHECK(counted == cost); });
    for (const int root : {p / 3, p - 1}) {
      const schedule blocks = ring_scatter(p, root);
      const schedule whole = whole_message_on(p, root);
      CHECK(count(scatter{}, blocks, p, p, fabric::port, root) == model::cost(scatter{}, p));
      CHECK(count(gather{}, mirrored(blocks), p, p, fabric::port, root) == model::cost(gather{}, p));
      CHECK(count(broadcast{}, whole, p, 1, fabric::port, root) == model::cost(broadcast{}, p));
      CHECK(count(reduce{}, reversed(whole, true), p, 1, fabric::port, root) == model::cost(reduce{}, p));
    }
  }
}

TEST_CASE("pairwise: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::pairwise<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const auto exchange = ::pairwise(p, false, [p](int from, int to) { return from * p + to; });
    const auto to_owner = ::pairwise(p, true, [](int, int to) { return to; });
    const auto own = ::pairwise(p, false, [](int from, int) { return from; });
    CHECK(count(all_to_all{}, exchange, p, fabric::port) == model::cost(all_to_all{}, p));
    CHECK(count(reduce_scatter{}, to_owner, p, p, fabric::port) == model::cost(reduce_scatter{}, p));
    CHECK(count(all_gather{}, own, p, p, fabric::port) == model::cost(all_gather{}, p));
  }
}

TEST_CASE("chain: k chunks take the steps and bytes that its messages add up to") {
  using namespace collective;
  random_source draw(31);
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    for (const int chunks : {1, 2, 3, 7, 26}) {
      CAPTURE(chunks);
      const int root = draw.integer(0, p - 1);
      const schedule steps = ::chain(p, root, chunks);
      const auto link = random_link<hardware::port_link<>>(draw);
      const bytes n = draw.magnitude(1.0, 1e12) * units::B;
      const collective::chain model{link, chunks};
      const auto check = [&](auto operation, const coefficients& counted) {
        CHECK(counted.steps == p - 2 + chunks);
        const seconds expected = static_cast<double>(counted.steps) * link.alpha +
                                 (counted.bytes.as<double>() * n) * link.beta +
                                 (counted.reduced.as<double>() * n) * link.gamma;
        CHECK(relative_error(model.time(operation, n, p).si(), expected.si()) < rounding);
        CHECK(model.chunk_count(operation, n, p) == chunks);
      };
      check(broadcast{}, count(broadcast{}, steps, p, chunks, fabric::port, root));
      check(reduce{}, count(reduce{}, reversed(steps, true), p, chunks, fabric::port, root));
    }
  }
}
