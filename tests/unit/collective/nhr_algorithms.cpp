// SPDX-License-Identifier: BSL-1.0
// Every operation of NHR and NB, against the data flow.
#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/nb.hpp"
#include "traincost/collective/nhr.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;

int around(int rank, int p) { return (rank % p + p) % p; }

// Step k: rank r hands every 2^(k+1)-th block, the first at distance 2^k, to the rank at that distance. NHR goes down
// the ranks (way = -1), NB up.
schedule scatter_reduce(int p, int way) {
  schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    step now;
    for (int r = 0; r < p; ++r) {
      dataflow::transfer message{r, around(r + way * distance, p), {}, true};
      for (int far = distance; far < p; far += 2 * distance) message.blocks.push_back(around(r + way * far, p));
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}
// What of it starts at the root: a block goes as far as the binary digits of its distance say, the lowest first.
schedule scatter_from(int p, int root, int way) {
  schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    dataflow::messages now(false);
    for (int far = 0; far < p; ++far) {
      if (far / distance % 2 == 0) continue;
      const int holder = around(root + way * (far % distance), p);
      now.add(holder, around(holder + way * distance, p), around(root + way * far, p));
    }
    steps.push_back(now.all());
  }
  return steps;
}
// NB's AllGather passes on the 1, 2, 4, ... blocks that a rank got last, and in the last step what is left.
schedule nb_gather(int p) {
  schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    step now;
    for (int r = 0; r < p; ++r) {
      dataflow::transfer message{r, around(r + distance, p), {}, false};
      for (int i = 0; i < distance && i < p - distance; ++i) message.blocks.push_back(around(r - i, p));
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}

template <class Model>
void check_operations(int p, int way, const schedule& collect) {
  using namespace collective;
  const schedule reducing = scatter_reduce(p, way);
  CHECK(count(reduce_scatter{}, reducing, p, p, fabric::port) == Model::cost(reduce_scatter{}, p));
  CHECK(count(all_gather{}, collect, p, p, fabric::port) == Model::cost(all_gather{}, p));
  CHECK(count(all_reduce{}, joined(reducing, collect), p, p, fabric::port) == Model::cost(all_reduce{}, p));
  for (const int root : {p / 3, p - 1}) {
    const schedule out = scatter_from(p, root, way);
    CHECK(count(scatter{}, out, p, p, fabric::port, root) == Model::cost(scatter{}, p));
    CHECK(count(broadcast{}, joined(out, collect), p, p, fabric::port, root) == Model::cost(broadcast{}, p));
  }
}
}  // namespace

TEST_CASE("nhr: every operation is what its messages add up to") {
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    check_operations<collective::nhr<>>(p, -1, mirrored(scatter_reduce(p, -1)));
  }
}

TEST_CASE("nb: every operation is what its messages add up to, in either order of its AllGather") {
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    check_operations<collective::nb<>>(p, 1, nb_gather(p));
    check_operations<collective::nb<>>(p, 1, mirrored(scatter_reduce(p, 1)));
  }
}

// HCCL's page, NB.md: for p not a power of two the last step carries p - 2^floor(lg p) blocks.
TEST_CASE("nhr, nb: documented block counts of a step") {
  for (int p = 2; p <= 129; ++p) {
    const schedule gathering = nb_gather(p);
    const schedule reducing = scatter_reduce(p, -1);
    CAPTURE(p);
    for (std::size_t k = 0; k < gathering.size(); ++k) {
      const bool last = k + 1 == gathering.size() && !is_power_of_two(p);
      CHECK(static_cast<int>(gathering[k][0].blocks.size()) == (last ? p - (1 << floor_log2(p)) : 1 << k));
      CHECK(static_cast<int>(reducing[k][0].blocks.size()) == (p - 1 + (1 << k)) / (2 << k));
    }
  }
}
