// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/buffered.hpp"

#include <doctest/doctest.h>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "traincost/collective/binomial.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/overlapped_levels.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

constexpr ring around{documented_between};
constexpr buffered in_buffers{around, 1.0 * MiB};
// What the start-ups of one AllReduce of 8 ranks cost.
constexpr seconds start_up = 14.0 * documented_between.alpha;
}  // namespace

TEST_CASE("buffered: passes, and the start-ups they pay") {
  for (const auto& [n, passes] : {std::pair{0.0, 1},
                                  {1.0, 1},
                                  {1048575.0, 1},
                                  {1048576.0, 1},
                                  {1048577.0, 2},
                                  {1.5 * 1048576.0, 2},
                                  {2097152.0, 2},
                                  {2097153.0, 3},
                                  {10.0 * 1048576.0, 10},
                                  {10.0 * 1048576.0 + 1.0, 11},
                                  {1000.25 * 1048576.0, 1001}}) {
    CHECK(in_buffers.passes(n * B) == passes);
    const seconds whole = around.time(all_reduce{}, n * B, 8);
    const seconds extra = in_buffers.time(all_reduce{}, n * B, 8) - whole;
    CHECK(std::abs((extra - (passes - 1.0) * start_up).si()) <= 1e-14 * whole.si() * passes);
  }
  // HCCL's default, 200 MiB: 1 GiB goes in 6 passes.
  CHECK(buffered{around}.passes(GiB) == 6.0);
  CHECK(buffered{around}.passes(200.0 * MiB) == 1.0);
  CHECK(buffered{around}.passes(200.0 * MiB + 1.0 * B) == 2.0);
}

TEST_CASE("buffered: whole buffers and a rest, whatever the model") {
  random_source draw(301);
  for (int i = 0; i < 500; ++i) {
    const int group = draw.integer(1, 16);
    const int ranks = group * draw.integer(1, 64);
    const two_level levels{mesh{drawn_link<pair_of>(draw)}, ring{drawn_link<port_of>(draw)}, group};
    const bytes buffer = draw.magnitude(1.0, 1e9) * B;
    const bytes n = draw.magnitude(1e-3, 1e4) * buffer;
    const buffered model{levels, buffer};
    const double loops = std::floor(n / buffer);
    for_each_staged_operation([&](auto operation) {
      if constexpr (!std::same_as<decltype(operation), all_to_all>) {
        const seconds rest = levels.time(operation, n - loops * buffer, ranks);
        const seconds expected = loops > 0.0 ? loops * levels.time(operation, buffer, ranks) + rest : rest;
        CHECK(relative_error(model.time(operation, n, ranks).si(), expected.si()) < rounding);
        // A pass pays all start-ups again, and sends nothing twice.
        const seconds empty = levels.time(operation, 0.0 * B, ranks);
        const seconds once = levels.time(operation, n, ranks);
        const seconds again = once + (model.passes(n) - 1.0) * empty;
        CHECK(relative_error(model.time(operation, n, ranks).si(), again.si()) < golden);
        CHECK(model.time(operation, n, ranks) >= (1.0 - golden) * once);
      }
    });
    CHECK(buffered{levels, n}.time(all_reduce{}, n, ranks) == levels.time(all_reduce{}, n, ranks));
    CHECK(buffered{levels, 2.0 * n}.time(all_reduce{}, n, ranks) == levels.time(all_reduce{}, n, ranks));
  }
}

TEST_CASE("buffered: jumps up by a start-up after each buffer, and nowhere else; monotone") {
  const double slope = (around.time(all_reduce{}, 1.0 * MiB, 8) - start_up).si() / 1048576.0;
  seconds last = in_buffers.time(all_reduce{}, 0.0 * B, 8);
  int at_last = 0, jumps = 0;
  for (int n = 1; n <= 4 * 1048576; n += n % 1048576 < 1000 || n % 1048576 > 1047000 ? 1 : 777) {
    const seconds now = in_buffers.time(all_reduce{}, n * 1.0 * B, 8);
    const double rise = (now - last).si() - slope * (n - at_last);
    const bool full = at_last > 0 && at_last % 1048576 == 0;
    CHECK(std::abs(rise - (full ? start_up.si() : 0.0)) < 1e-15);
    jumps += full ? 1 : 0;
    last = now;
    at_last = n;
  }
  CHECK(jumps == 3);
  // The slope on either side of a buffer's end is the same.
  const auto at = [](double n) { return in_buffers.time(all_reduce{}, n * B, 8).si(); };
  CHECK(at(1048576.0) - at(1048575.0) == doctest::Approx(at(1048578.0) - at(1048577.0)).epsilon(1e-6));
}

TEST_CASE("buffered: buffers of every size") {
  // A buffer of a byte: a start-up a byte.
  const buffered bytewise{around, 1.0 * B};
  CHECK(relative_error(bytewise.time(all_reduce{}, 1000.0 * B, 8).si(),
                       1000.0 * around.time(all_reduce{}, 1.0 * B, 8).si()) < golden);
  // So small that the number of passes overflows: still a number, and nothing is still free.
  const buffered tiny{around, 5e-324 * B};
  CHECK(tiny.time(all_reduce{}, 1.0 * GB, 8).si() > 0.0);
  CHECK(tiny.time(all_reduce{}, 1.0 * GB, 1) == 0.0 * s);
  CHECK(tiny.time(all_reduce{}, 0.0 * B, 8) == around.time(all_reduce{}, 0.0 * B, 8));
  CHECK(buffered{ring{port_of{{}, {}, {}}}, 5e-324 * B}.time(all_reduce{}, 1e300 * B, 8) == 0.0 * s);
  CHECK(buffered{ring{port_of{{}, {}, {}}}, 0.5 * B}.time(all_reduce{}, 1.7e308 * B, 8) == 0.0 * s);
  CHECK(tiny.passes(1e300 * B) == std::numeric_limits<double>::max());
  CHECK(buffered{around, 1e308 * B}.time(all_reduce{}, 1.0 * GB, 8) == around.time(all_reduce{}, 1.0 * GB, 8));
  // A message that is a multiple of an inexact buffer gets no pass for the rounding of the quotient.
  for (int k = 1; k <= 1000; ++k) {
    const bytes odd = 0.1 * B;
    const double passes = buffered{around, odd}.passes(static_cast<double>(k) * odd);
    CHECK(passes >= k - 1.0);
    CHECK(passes <= k + 1.0);
  }
}

TEST_CASE("buffered: one rank is free; monotone in links; never below a bound; any model inside") {
  random_source draw(302);
  for (int i = 0; i < 200; ++i) {
    const auto inside = drawn_link<pair_of>(draw);
    const auto between = drawn_link<port_of>(draw);
    const int group = draw.integer(1, 16), ranks = group * draw.integer(1, 64);
    const bytes buffer = draw.magnitude(1.0, 1e9) * B, n = draw.magnitude(1.0, 1e12) * B;
    const auto with = [&](pair_of a, port_of b) { return buffered{two_level{mesh{a}, nhr{b}, group}, buffer}; };
    const auto check = [&](auto operation) {
      const seconds base = with(inside, between).time(operation, n, ranks);
      CHECK(with(inside, between).time(operation, n, 1) == 0.0 * s);
      CHECK(base >= (1.0 - golden) * least_time(operation, inside, between, group, n, ranks));
      CHECK(with(inside, between).time(operation, draw.uniform(1.0, 3.0) * n, ranks) >= (1.0 - golden) * base);
      CHECK(with({2.0 * inside.alpha, inside.beta, inside.gamma}, between).time(operation, n, ranks) >= base);
      CHECK(with(inside, {between.alpha, 2.0 * between.beta, between.gamma}).time(operation, n, ranks) >= base);
    };
    check(all_reduce{});
    check(reduce_scatter{});
    check(all_gather{});
    check(broadcast{});
    check(scatter{});
    // Inside another model, and around one that chooses its chunks.
    const two_level outer{mesh{inside}, buffered{nhr{between}, buffer}, group};
    CHECK(outer.time(all_reduce{}, n, ranks) <= (1.0 + golden) * with(inside, between).time(all_reduce{}, n, ranks));
    const buffered chunks{overlapped_levels{two_level{mesh{inside}, nhr{between}, group}}, buffer};
    CHECK(chunks.time(all_reduce{}, n, ranks) <= (1.0 + golden) * with(inside, between).time(all_reduce{}, n, ranks));
    CHECK(buffered{binomial{between}, buffer}.time(gather{}, buffer, ranks) ==
          binomial{between}.time(gather{}, buffer, ranks));
  }
}

TEST_CASE("buffered: what is refused") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    const bool bad = !(x >= 0.0 && x <= 1e308);
    CHECK(check_policies([&]<eval_policy P> { return in_buffers.time<P>(all_reduce{}, x * B, 8).si(); }) == bad);
    CHECK(refuses("E301", [&] { return in_buffers.time(all_reduce{}, x * B, 8); }) == bad);
    const buffered model{around, x * B};
    const bool no_buffer = !(x > 0.0 && x <= 1e308);
    CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 8).si(); }) == no_buffer);
    CHECK(refuses("E374", [&] { return model.time(all_reduce{}, 1.0 * MB, 8); }) == no_buffer);
    // Without a buffer there is nothing to pay again.
    if (no_buffer) CHECK(model.time<clamp_policy>(all_reduce{}, 1.0 * MB, 8) == around.time(all_reduce{}, 1.0 * MB, 8));
    auto link = documented_between;
    link.beta = x * (s / B);
    CHECK(check_policies([&]<eval_policy P> { return buffered{ring{link}}.time<P>(all_reduce{}, 1.0 * GB, 8).si(); }) ==
          bad);
  }
  for (const int x : odd_counts) {
    CAPTURE(x);
    CHECK(check_policies([&]<eval_policy P> { return in_buffers.time<P>(all_reduce{}, 1.0 * GB, x).si(); }) == (x < 1));
  }
  CHECK(in_buffers.time<clamp_policy>(all_reduce{}, -1.0 * B, 8) == in_buffers.time(all_reduce{}, 0.0 * B, 8));
  CHECK(buffered{ring{port_of{}}}.time<clamp_policy>(all_reduce{}, unlimited * B, 8) == 0.0 * s);
  static_assert(!noexcept(in_buffers.time<raise_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept(in_buffers.time<nan_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept(in_buffers.time<clamp_policy>(all_reduce{}, 1.0 * B, 8)));
}

TEST_CASE("buffered: at compile time") {
  static_assert(in_buffers.time(all_reduce{}, 2.0 * MiB, 8) == 2.0 * around.time(all_reduce{}, 1.0 * MiB, 8));
  static_assert(in_buffers.passes(2.5 * MiB) == 3.0);
  static_assert(collective_model<buffered<>> && collective_model<buffered<ring<>>>);
}
