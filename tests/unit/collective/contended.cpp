// SPDX-License-Identifier: BSL-1.0
// What `link | policy` does in models of every kind: which ranks a policy hears of, in which order it may stand, and
// how it refuses. The fabric's own policies have their tests beside them.
#include "traincost/collective/contended.hpp"

#include <doctest/doctest.h>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "traincost/collective/any_of.hpp"
#include "traincost/collective/buffered.hpp"
#include "traincost/collective/chain.hpp"
#include "traincost/collective/delayed.hpp"
#include "traincost/collective/fastest_of.hpp"
#include "traincost/collective/hccl_default.hpp"
#include "traincost/collective/overlapped_levels.hpp"
#include "traincost/collective/stretch_by.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

// A policy of one's own that knows nothing of the algorithm, and is not checked.
struct anything {
  static constexpr bool is_fabric_policy = true;
  double factor = 1.0;
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr double stretch() const noexcept(never_throws<P>) {
    return factor;
  }
};
// One that depends on who takes part: a stretch of as many ranks as there are.
struct counts_ranks {
  static constexpr bool is_fabric_policy = true;
  template <eval_policy P = default_policy, class Algorithm>
  [[nodiscard]] constexpr double stretch(const Algorithm&, int ranks) const noexcept(never_throws<P>) {
    return ranks;
  }
};
struct knows_rings {
  static constexpr bool is_fabric_policy = true;
  template <eval_policy P = default_policy, class Algorithm>
  [[nodiscard]] constexpr double stretch(const Algorithm&, int) const noexcept(never_throws<P>) {
    return Algorithm::cost(all_reduce{}, 8).steps == 14 ? 5.0 : 2.0;
  }
};
struct late {
  static constexpr bool is_delay_policy = true;
  seconds by{};
  template <eval_policy P = default_policy>
  [[nodiscard]] constexpr seconds delay() const noexcept(never_throws<P>) {
    return by;
  }
};
static_assert(fabric_policy<anything> && fabric_policy<counts_ranks> && !fabric_policy<late> && delay_policy<late>);
static_assert(!fabric_policy<int> && !fabric_policy<port_of>);

constexpr auto port = documented_between;
constexpr auto pair = documented_inside;
}  // namespace

TEST_CASE("contended: stretches multiply in any order, and leave start-up and reduction alone") {
  random_source draw(601);
  for (int i = 0; i < 500; ++i) {
    const anything a{draw.uniform(1.0, 10.0)};
    const stretch_by b{draw.uniform(1.0, 10.0)};
    const counts_ranks c{};
    const auto link = drawn_link<port_of>(draw);
    const int p = draw.integer(1, 100);
    const double product = a.factor * b.factor * p;
    const auto check = [&](auto contended_link) {
      static_assert(decltype(contended_link)::kind == hardware::link_kind::port);
      const auto seen = contended_link.resolved(nhr<>{}, p);
      CHECK(relative_error(seen.beta.si(), product * link.beta.si()) < rounding);
      CHECK(seen.alpha == link.alpha);
      CHECK(seen.gamma == link.gamma);
      const auto expected = nhr{link.stretched(product)}.time(all_reduce{}, GiB, p);
      CHECK(relative_error(nhr{contended_link}.time(all_reduce{}, GiB, p).si(), expected.si()) < rounding);
    };
    check(link | a | b | c);
    check(link | a | c | b);
    check(link | b | a | c);
    check(link | b | c | a);
    check(link | c | a | b);
    check(link | c | b | a);
  }
}

TEST_CASE("contended: delays add and stretches multiply, in any order") {
  random_source draw(602);
  for (int i = 0; i < 200; ++i) {
    const anything a{draw.uniform(1.0, 10.0)};
    const late b{draw.magnitude(1e-7, 1e-3) * s}, c{draw.magnitude(1e-7, 1e-3) * s};
    const auto link = drawn_link<port_of>(draw);
    const auto check = [&](auto fabric) {
      const auto seen = fabric.resolved(ring<>{}, 8);
      CHECK(relative_error(seen.alpha.si(), (link.alpha + b.by + c.by).si()) < rounding);
      CHECK(seen.beta == a.factor * link.beta);
      CHECK(seen.gamma == link.gamma);
    };
    check(link | a | b | c);
    check(link | b | a | c);
    check(link | c | b | a);
  }
}

namespace {
// Not ==: a multiplication may be contracted with an addition in one of the two, and not in the other.
bool same(seconds a, seconds b) { return a == b || relative_error(a.si(), b.si()) < rounding; }
}  // namespace

TEST_CASE("contended: a policy hears of the ranks of its own level") {
  const auto out = port | counts_ranks{};
  const auto in = pair | counts_ranks{};
  const bytes n = 64.0 * MiB;
  const auto p_times = [](auto link, double p) { return link.stretched(p); };
  // Alone, and in both levels: 8 ranks inside, 6 between.
  CHECK(same(ring{out}.time(all_reduce{}, n, 6), ring{p_times(port, 6.0)}.time(all_reduce{}, n, 6)));
  const two_level busy{mesh{in}, ring{out}, 8};
  const two_level known{mesh{p_times(pair, 8.0)}, ring{p_times(port, 6.0)}, 8};
  for_each_staged_operation([&](auto operation) {
    if constexpr (!std::same_as<decltype(operation), all_to_all>) {
      CHECK(same(busy.time(operation, n, 48), known.time(operation, n, 48)));
      CHECK(same(overlapped_levels{busy}.time(operation, n, 48), overlapped_levels{known}.time(operation, n, 48)));
      CHECK(same(buffered{busy, 1.0 * MiB}.time(operation, n, 48), buffered{known, 1.0 * MiB}.time(operation, n, 48)));
    }
  });
  // Three levels: 2, 3 and 4.
  const two_level three{mesh{in}, two_level{ring{out}, nhr{out}, 3}, 2};
  const two_level three_known{mesh{p_times(pair, 2.0)}, two_level{ring{p_times(port, 3.0)}, nhr{p_times(port, 4.0)}, 3},
                              2};
  CHECK(same(three.time(all_reduce{}, n, 24), three_known.time(all_reduce{}, n, 24)));
  // Models that choose.
  const hccl_default chooses{in, out, 8};
  const hccl_default chooses_known{p_times(pair, 8.0), p_times(port, 6.0), 8};
  for (const bytes size : {1.0 * KiB, 1.0 * MiB, 512.0 * MiB}) {
    CHECK(same(chooses.time(all_reduce{}, size, 48), chooses_known.time(all_reduce{}, size, 48)));
    CHECK(same(chooses.time(all_gather{}, size, 48), chooses_known.time(all_gather{}, size, 48)));
  }
  const fastest_of best{ring{out}, nhr{out}};
  CHECK(same(best.time(all_reduce{}, n, 6),
             fastest_of{ring{p_times(port, 6.0)}, nhr{p_times(port, 6.0)}}.time(all_reduce{}, n, 6)));
  any_of one{ring{out}, nhr{out}};
  one.chosen = 1;
  CHECK(same(one.time(all_reduce{}, n, 6), nhr{p_times(port, 6.0)}.time(all_reduce{}, n, 6)));
  CHECK(same(chain{out}.time(broadcast{}, n, 6), chain{p_times(port, 6.0)}.time(broadcast{}, n, 6)));
}

TEST_CASE("contended: a policy may ask which algorithm it is") {
  const auto link = port | knows_rings{};
  CHECK(same(ring{link}.time(all_reduce{}, GiB, 8), ring{port.stretched(5.0)}.time(all_reduce{}, GiB, 8)));
  CHECK(same(nhr{link}.time(all_reduce{}, GiB, 8), nhr{port.stretched(2.0)}.time(all_reduce{}, GiB, 8)));
  CHECK(same(nhr{link | stretch_by{2.0}}.time(all_reduce{}, GiB, 8),
             nhr{port.stretched(4.0)}.time(all_reduce{}, GiB, 8)));
}

TEST_CASE("contended: never faster for a longer stretch, and free for one rank") {
  random_source draw(603);
  for (int i = 0; i < 300; ++i) {
    const auto link = drawn_link<port_of>(draw);
    const double factor = draw.uniform(1.0, 10.0);
    const int p = draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e11) * B;
    const seconds clean = ring{link}.time(all_reduce{}, n, p);
    const seconds busy = ring{link | anything{factor}}.time(all_reduce{}, n, p);
    CHECK(busy >= clean);
    CHECK(busy <= (1.0 + rounding) * factor * clean);
    CHECK(ring{link | anything{factor}}.time(all_reduce{}, n, 1) == 0.0 * s);
    CHECK(
        same(ring{link | anything{factor}}.time(all_reduce{}, 0.0 * B, p), ring{link}.time(all_reduce{}, 0.0 * B, p)));
    CHECK(same(ring{link | anything{1.0}}.time(all_reduce{}, n, p), clean));
  }
}

TEST_CASE("contended: what is refused") {
  for (const double x : odd_numbers) {
    CAPTURE(x);
    // An unchecked policy that makes no link: the link is refused. A stretch of no effect on no transfer is one.
    const bool no_link = !(x >= 0.0 && x * port.beta.si() <= 1e308);
    const two_level model{mesh{pair}, nhr{port | anything{x}}, 8};
    CHECK(check_policies([&]<eval_policy P> { return model.time<P>(all_reduce{}, 1.0 * MB, 64).si(); }) == no_link);
    CHECK(refuses("E304", [&] { return model.time(all_reduce{}, 1.0 * MB, 64); }) == no_link);
    // The library's own says itself what is wrong.
    const bool no_stretch = !(x >= 1.0 && x <= 1e308);
    const ring own{port | stretch_by{2.0} | stretch_by{x}};
    CHECK(check_policies([&]<eval_policy P> { return own.time<P>(all_reduce{}, 1.0 * B, 64).si(); }) == no_stretch);
    CHECK(refuses("E356", [&] { return own.time(all_reduce{}, 1.0 * B, 64); }) == no_stretch);
    const ring delayed_ring{port | late{x * s}};
    const bool no_delay = !(x >= 0.0 && x <= 1e308);
    if (x >= 0.0)
      CHECK(check_policies([&]<eval_policy P> { return delayed_ring.time<P>(all_reduce{}, 1.0 * B, 2).si(); }) ==
            no_delay);
  }
  static_assert(!noexcept(ring{port | stretch_by{2.0}}.time<raise_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept(ring{port | stretch_by{2.0}}.time<nan_policy>(all_reduce{}, 1.0 * B, 8)));
  static_assert(noexcept((port | stretch_by{2.0}).resolved<clamp_policy>(ring<>{}, 8)));
}

TEST_CASE("contended: at compile time, and over other numbers") {
  constexpr ring busy{port | stretch_by{2.0} | anything{3.0}};
  static_assert(busy.time(all_reduce{}, 1.0 * MiB, 8) > ring{port}.time(all_reduce{}, 1.0 * MiB, 8));
  static_assert(collective_model<ring<contended<port_of, stretch_by>>>);
  static_assert(std::same_as<contended<hardware::port_link<float>, stretch_by>::rep, float>);
  const hardware::port_link<float> narrow{
      from_si<dim{.time = 1}>(1e-5F), from_si<dim{.time = 1, .data = -1}>(5e-11F), {}};
  const basic_seconds<float> time = ring{narrow | stretch_by{3.0}}.time(all_reduce{}, basic_bytes<float>{1.0 * MiB}, 8);
  CHECK(relative_error(static_cast<double>(time.si()),
                       ring{hardware::port(10.0 * us, 20.0 / 3.0 * GB_per_s)}.time(all_reduce{}, 1.0 * MiB, 8).si()) <
        1e-6);
}

namespace {
struct shared {
  static constexpr bool is_fabric_policy = true;
  [[nodiscard]] constexpr double stretch() const { return 2.0; }
};
struct switching {
  static constexpr bool is_delay_policy = true;
  [[nodiscard]] constexpr seconds delay() const { return 3.0 * us; }
};
}  // namespace

TEST_CASE("contended, delayed: a user's policy need not know about policies") {
  constexpr auto link = hardware::port(10.0 * us, 20.0 * GB_per_s);
  constexpr auto resolved = (link | shared{} | switching{}).resolved(ring<>{}, 8);
  CHECK(resolved.beta == 2.0 * link.beta);
  CHECK(resolved.alpha == link.alpha + 3.0 * us);
}
