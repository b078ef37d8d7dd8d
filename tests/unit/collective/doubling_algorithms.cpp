// SPDX-License-Identifier: BSL-1.0
// Every operation of the algorithms that double a distance or a vector, against the data flow.
#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/bruck.hpp"
#include "traincost/collective/half_exchange.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/recursive_doubling.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;

std::vector<int> every(int from, int to) {
  std::vector<int> all;
  for (int b = from; b < to; ++b) all.push_back(b);
  return all;
}
int around(int rank, int p) { return (rank % p + p) % p; }

// Of the first 2 (p - p') ranks, every other one stands for its pair among the p' members: the even ones, or the odd
// ones if the root is one of those (HCCL's page).
struct folded {
  int p;
  int root = 0;
  int core = 1 << floor_log2(p);
  int pairs = p - core;
  int stands = root < 2 * pairs ? root % 2 : 0;

  [[nodiscard]] int rank(int member) const { return member < pairs ? 2 * member + stands : member + pairs; }
  [[nodiscard]] int member(int rank) const { return rank < 2 * pairs ? rank / 2 : rank - pairs; }
  [[nodiscard]] int folded_away(int member) const { return 2 * member + 1 - stands; }

  // One message from every rank that is folded away to the one that stands for it.
  template <class Blocks>
  [[nodiscard]] schedule fold(Blocks blocks, bool reduce = true) const {
    step now;
    for (int i = 0; i < pairs; ++i) now.push_back({folded_away(i), rank(i), blocks(folded_away(i)), reduce});
    return pairs == 0 ? schedule{} : schedule{now};
  }
  [[nodiscard]] std::vector<int> distances(bool near_first) const {
    std::vector<int> result;
    for (int d = 1; d < core; d *= 2) result.insert(near_first ? result.end() : result.begin(), d);
    return result;
  }
  // Members swap with the partner at each distance in turn; a member keeps the blocks whose owner agrees with it in the
  // binary digit of that distance, of those it has kept so far.
  template <class Owner>
  [[nodiscard]] schedule halving(int blocks, bool near_first, Owner owner) const {
    schedule steps;
    int done = 0;  // digits that owners and members agree in by now
    for (const int d : distances(near_first)) {
      step now;
      for (int j = 0; j < core; ++j) {
        dataflow::transfer message{rank(j), rank(j ^ d), {}, true};
        for (int b = 0; b < blocks; ++b) {
          if (((owner(b) ^ (j ^ d)) & (done | d)) == 0) message.blocks.push_back(b);
        }
        now.push_back(message);
      }
      done |= d;
      steps.push_back(now);
    }
    return steps;
  }
  // Blocks of the members, one each, to the root: far partners first, as the halving went near first.
  [[nodiscard]] schedule collect() const {
    schedule steps;
    const int to = member(root);
    int done = 0;
    for (const int d : distances(false)) {
      step now;
      for (int j = 0; j < core; ++j) {
        if (((j ^ to) & done) != 0 || ((j ^ to) & d) == 0) continue;
        dataflow::transfer message{rank(j), rank(j ^ d), {}, false};
        for (int b = 0; b < core; ++b) {
          if (((b ^ j) & ~done & (2 * d - 1)) == 0) message.blocks.push_back(b);
        }
        now.push_back(message);
      }
      done |= d;
      steps.push_back(now);
    }
    return steps;
  }

  [[nodiscard]] schedule all_reduce() const {
    const schedule halves = halving(core, true, [](int b) { return b; });
    const schedule whole = fold([this](int) { return every(0, core); });
    return joined(joined(whole, halves), joined(mirrored(halves), mirrored(whole)));
  }
  [[nodiscard]] schedule reduce() const {
    const schedule whole = fold([this](int) { return every(0, core); });
    return joined(joined(whole, halving(core, true, [](int b) { return b; })), collect());
  }
  // Blocks of n / p: a member also works for the rank it stands for.
  [[nodiscard]] schedule reduce_scatter(bool near_first) const {
    const schedule whole = fold([this](int) { return every(0, p); });
    const schedule own = mirrored(fold([](int away) { return std::vector<int>{away}; }));
    return joined(joined(whole, halving(p, near_first, [this](int b) { return member(b); })), own);
  }
  // A binomial tree among the members, far partners first, then one message to each of the others.
  [[nodiscard]] schedule broadcast() const {
    schedule steps;
    const int from = member(root);
    int done = 0;
    for (const int d : distances(false)) {
      step now;
      for (int j = 0; j < core; ++j) {
        if (((j ^ from) & ~done) == 0) now.push_back({rank(j), rank(j ^ d), {0}, false});
      }
      done |= d;
      steps.push_back(now);
    }
    return joined(steps, mirrored(fold([](int) { return std::vector<int>{0}; })));
  }
  // Rabenseifner: the even rank of a pair reduces the first half of both vectors, the odd one the second, which it
  // hands back.
  [[nodiscard]] schedule half_exchange() const {
    if (pairs == 0) return all_reduce();
    step swap;
    step hand_back;
    for (int i = 0; i < pairs; ++i) {
      swap.push_back({2 * i, 2 * i + 1, every(core / 2, core), true});
      swap.push_back({2 * i + 1, 2 * i, every(0, core / 2), true});
      hand_back.push_back({2 * i + 1, 2 * i, every(core / 2, core), false, true});
    }
    const schedule halves = halving(core, true, [](int b) { return b; });
    const schedule whole = fold([this](int) { return every(0, core); });
    return joined(joined({swap, hand_back}, halves), joined(mirrored(halves), mirrored(whole)));
  }
  [[nodiscard]] schedule recursive_doubling() const {
    const schedule whole = fold([](int) { return std::vector<int>{0}; });
    schedule steps = whole;
    for (const int d : distances(true)) {
      step now;
      for (int j = 0; j < core; ++j) now.push_back({rank(j), rank(j ^ d), {0}, true});
      steps.push_back(now);
    }
    return joined(steps, mirrored(whole));
  }
};

// Step k: rank r passes all it has to r - 2^k, or what that one still lacks.
schedule bruck_gather(int p) {
  schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    step now;
    for (int r = 0; r < p; ++r) {
      dataflow::transfer message{r, around(r - distance, p), {}, false};
      for (int i = 0; i < distance && i < p - distance; ++i) message.blocks.push_back(around(r + i, p));
      now.push_back(message);
    }
    steps.push_back(now);
  }
  return steps;
}
// Step k: every block whose distance from its source to its owner has bit k goes 2^k ranks on.
schedule bruck_exchange(int p) {
  schedule steps;
  for (int distance = 1; distance < p; distance *= 2) {
    dataflow::messages now(false);
    for (int source = 0; source < p; ++source) {
      for (int far = 0; far < p; ++far) {
        if (far / distance % 2 == 0) continue;
        const int holder = around(source + far % distance, p);
        now.add(holder, around(holder + distance, p), source * p + around(source + far, p));
      }
    }
    steps.push_back(now.all());
  }
  return steps;
}
}  // namespace

TEST_CASE("halving_doubling: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::halving_doubling<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const folded ranks{p};
    const schedule near = ranks.reduce_scatter(true);
    CHECK(count(all_reduce{}, ranks.all_reduce(), p, ranks.core, fabric::port) == model::cost(all_reduce{}, p));
    CHECK(count(reduce_scatter{}, near, p, p, fabric::port) == model::cost(reduce_scatter{}, p));
    CHECK(count(all_gather{}, mirrored(near), p, p, fabric::port) == model::cost(all_gather{}, p));
    for (const int root : {0, 1, p / 2, p - 1}) {
      CAPTURE(root);
      const folded around_root{p, root};
      CHECK(count(reduce{}, around_root.reduce(), p, around_root.core, fabric::port, root) == model::cost(reduce{}, p));
      CHECK(count(broadcast{}, around_root.broadcast(), p, 1, fabric::port, root) == model::cost(broadcast{}, p));
    }
  }
}

// HCCL's reduce_scatter_recursive_hd.cc starts with the far partner, to keep the blocks in order. Its members then hold
// uneven parts, so that a step is as long as its largest: the page's formula is a lower bound of it.
TEST_CASE("halving_doubling: far partners first move more than documented where p is no power of two") {
  using namespace collective;
  using model = collective::halving_doubling<>;
  int dearer = 0;
  double most = 0.0;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const folded ranks{p};
    const schedule far = ranks.reduce_scatter(false);
    const coefficients counted = count(reduce_scatter{}, far, p, p, fabric::port);
    const coefficients documented = model::cost(reduce_scatter{}, p);
    CHECK(counted.steps == documented.steps);
    std::int64_t blocks = ranks.core - 1;
    for (int d = 1; d < ranks.core; d *= 2) blocks += ranks.pairs < d ? ranks.pairs : d;
    const bool folding = ranks.pairs > 0;
    CHECK(counted.bytes == ratio{blocks + (folding ? p + 1 : 0), p});
    CHECK(counted.reduced == ratio{blocks + (folding ? p : 0), p});
    CHECK(count(all_gather{}, mirrored(far), p, p, fabric::port).bytes == counted.bytes);
    const double excess = counted.bytes.as<double>() / documented.bytes.as<double>();
    CHECK(excess >= 1.0);
    CHECK((folding || excess == 1.0));
    dearer += excess > 1.0 ? 1 : 0;
    most = excess > most ? excess : most;
  }
  CHECK(dearer == 109);  // of 121
  CHECK(most == doctest::Approx(1.186).epsilon(1e-3));
}

TEST_CASE("half_exchange: the coefficients are what the messages add up to") {
  using collective::all_reduce;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const folded ranks{p};
    CHECK(count(all_reduce{}, ranks.half_exchange(), p, ranks.core, fabric::port) ==
          collective::half_exchange<>::cost(all_reduce{}, p));
  }
}

TEST_CASE("half_exchange: pays where reduction is slow and messages are long, and equals the fold on powers of two") {
  using namespace units;
  constexpr collective::all_reduce all{};
  constexpr auto slow = hardware::port(10.0 * us, 20.0 * GB_per_s, 20.0 * GB_per_s);
  constexpr auto in_line = hardware::port(10.0 * us, 20.0 * GB_per_s);
  static_assert(collective::half_exchange{slow}.time(all, 1.0 * GB, 6) <
                collective::halving_doubling{slow}.time(all, 1.0 * GB, 6));
  static_assert(collective::half_exchange{in_line}.time(all, 1.0 * GB, 6) >
                collective::halving_doubling{in_line}.time(all, 1.0 * GB, 6));
  for (int p = 2; p < 1 << 30; p *= 2) {
    CHECK(collective::half_exchange<>::cost(all, p) == collective::halving_doubling<>::cost(all, p));
  }
}

TEST_CASE("recursive_doubling: the coefficients are what the messages add up to") {
  using collective::all_reduce;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    CHECK(count(all_reduce{}, folded{p}.recursive_doubling(), p, 1, fabric::port) ==
          collective::recursive_doubling<>::cost(all_reduce{}, p));
  }
}

TEST_CASE("bruck: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::bruck<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    CHECK(count(all_gather{}, bruck_gather(p), p, p, fabric::port) == model::cost(all_gather{}, p));
    CHECK(count(all_to_all{}, bruck_exchange(p), p, fabric::port) == model::cost(all_to_all{}, p));
    if (is_power_of_two(p)) CHECK(model::cost(all_to_all{}, p).bytes == ratio{floor_log2(p), 2});
  }
}
