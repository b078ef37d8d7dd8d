// SPDX-License-Identifier: BSL-1.0
// What holds of every algorithm and every operation that it offers: lower bounds, limits, monotonicity, refusals.
#include <doctest/doctest.h>

#include <numeric>

#include "../support/collective.hpp"
#include "traincost/collective/ahc.hpp"
#include "traincost/collective/binomial.hpp"
#include "traincost/collective/bounds.hpp"
#include "traincost/collective/bruck.hpp"
#include "traincost/collective/chain.hpp"
#include "traincost/collective/contended.hpp"
#include "traincost/collective/ecmp.hpp"
#include "traincost/collective/half_exchange.hpp"
#include "traincost/collective/hccl_pipeline.hpp"
#include "traincost/collective/model.hpp"
#include "traincost/collective/nb.hpp"
#include "traincost/collective/one_shot_mesh.hpp"
#include "traincost/collective/p_norm.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/point_to_point.hpp"
#include "traincost/collective/power_tail.hpp"
#include "traincost/collective/recursive_doubling.hpp"
#include "traincost/collective/star.hpp"
#include "traincost/collective/two_tree.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using namespace traincost::collective;
using port = hardware::port_link<>;
using pair = hardware::pair_link<>;

template <class Check>
void for_all_operations(Check check) {
  check(all_reduce{});
  check(reduce_scatter{});
  check(all_gather{});
  check(broadcast{});
  check(reduce{});
  check(scatter{});
  check(gather{});
  check(all_to_all{});
  check(send_receive{});
}
template <class Model, class Check>
void for_offered(Check check) {
  for_all_operations([&](auto operation) {
    if constexpr (offers<Model, decltype(operation)>) check(operation);
  });
}
template <class Model, class Check>
void for_shaped(Check check) {
  for_all_operations([&](auto operation) {
    if constexpr (requires { Model::shape(operation, 2); }) check(operation);
  });
}

constexpr double exact = 1.0 - 1e-14;  // allows for rounding, which differs with the order of operations
bool same(seconds a, seconds b) { return relative_error(a.si(), b.si()) < rounding; }

// Never below `bound`, and not NaN.
void check_above(const bounds<double>& bound, seconds time, seconds start_up, seconds transfer, seconds reduction) {
  CHECK(start_up >= exact * bound.latency);
  CHECK(transfer >= exact * bound.bandwidth);
  CHECK(reduction >= exact * bound.reduction);
  CHECK(bound.distance(time) >= exact);
  CHECK(time.si() < std::numeric_limits<double>::infinity());
}
}  // namespace

// Algorithms by the kind of their link, and whether more ranks never cost less.
template <class Model, bool monotone_in_ranks>
struct subject {
  using model = Model;
  static constexpr bool monotone = monotone_in_ranks;
};

TEST_CASE_TEMPLATE("every algorithm: bounds, limits, monotonicity", Subject, subject<ring<>, true>,
                   subject<mesh<>, false>, subject<nhr<>, true>, subject<nb<>, true>,
                   subject<halving_doubling<>, false>, subject<half_exchange<>, false>,
                   subject<recursive_doubling<>, false>, subject<pairwise<>, true>, subject<bruck<>, false>,
                   subject<binomial<>, true>, subject<star<port>, true>, subject<star<pair>, false>,
                   subject<one_shot_mesh<>, true>, subject<point_to_point<port>, true>,
                   subject<point_to_point<pair>, true>) {
  using model = typename Subject::model;
  using link_type = decltype(model{}.link);
  constexpr start_ups starting = start_ups_of<model>();
  random_source draw(51);
  int operations = 0;
  for_offered<model>([&](auto operation) {
    ++operations;
    CAPTURE(operation.name);
    for (int i = 0; i < 400; ++i) {
      const int p = i < 130 ? i + 1 : draw.integer(2, 1 << 20);
      CAPTURE(p);
      const link_type link = random_link<link_type>(draw);
      const bytes n = draw.magnitude(1e-3, 1e13) * B;
      const seconds time = model{link}.time(operation, n, p);
      const auto part = [&](const link_type& one) { return model{one}.time(operation, n, p); };
      check_above(lower_bounds(operation, link, n, p, starting), time, part({link.alpha, {}, {}}),
                  part({{}, link.beta, {}}), part({{}, {}, link.gamma}));
      CHECK(model{link}.time(operation, n, 1) == 0.0 * s);
      if (p > 1) {
        const coefficients cost = model::cost(operation, p);
        const coefficients least = least_cost(operation, p);
        if (starting == start_ups::one_by_one) CHECK(cost.steps >= least.steps);
        if (model::kind == hardware::link_kind::port)
          CHECK(cost.bytes.template as<double>() >= least.bytes.template as<double>());
        CHECK(cost.reduced.template as<double>() >= least.reduced.template as<double>());
      }
      const double more = draw.uniform(1.0, 3.0);
      CHECK(model{link}.time(operation, more * n, p) >= exact * time);
      CHECK(part({more * link.alpha, link.beta, link.gamma}) >= exact * time);
      CHECK(part({link.alpha, more * link.beta, link.gamma}) >= exact * time);
      CHECK(part({link.alpha, link.beta, more * link.gamma}) >= exact * time);
      if constexpr (Subject::monotone) CHECK(model{link}.time(operation, n, p + 1) >= exact * time);
    }
    // The most ranks that an int can count do not overflow.
    constexpr int most = std::numeric_limits<int>::max();
    const coefficients cost = model::cost(operation, most);
    CHECK(cost.steps >= 1);
    CHECK(cost.bytes.numerator > 0);
    CHECK(cost.reduced.numerator >= 0);
    CHECK(cost.bytes.as<double>() <= static_cast<double>(most));
  });
  CHECK(operations >= 1);
}

TEST_CASE_TEMPLATE("every algorithm in chunks: bounds, limits, monotonicity, the best number of chunks", model, chain<>,
                   two_tree<>) {
  random_source draw(52);
  const auto check = [&](auto operation, bool single) {
    CAPTURE(operation.name);
    for (int i = 0; i < 400; ++i) {
      const int p = i < 130 ? i + 1 : draw.integer(2, 1 << 20);
      CAPTURE(p);
      const port link = random_link<port>(draw);
      const bytes n = draw.magnitude(1e-3, 1e13) * B;
      const seconds time = model{link}.time(operation, n, p);
      const auto part = [&](const port& one) { return model{one}.time(operation, n, p); };
      check_above(lower_bounds(operation, link, n, p), time, part({link.alpha, {}, {}}), part({{}, link.beta, {}}),
                  part({{}, {}, link.gamma}));
      CHECK(model{link}.time(operation, n, 1) == 0.0 * s);
      const double more = draw.uniform(1.0, 3.0);
      CHECK(model{link}.time(operation, more * n, p) >= exact * time);
      CHECK(part({more * link.alpha, link.beta, link.gamma}) >= exact * time);
      CHECK(part({link.alpha, more * link.beta, link.gamma}) >= exact * time);
      CHECK(part({link.alpha, link.beta, more * link.gamma}) >= exact * time);
      CHECK(model{link}.time(operation, n, p + 1) >= exact * time);
      if (!single || p == 1) continue;
      // No other number of chunks is faster.
      if constexpr (requires { model::shape(operation, 2); }) {
        const int best = model{link}.chunk_count(operation, n, p);
        CHECK(best >= 1);
        for (const int k : {1, best - 1, best + 1, best / 2, 2 * (best / 2), 17}) {
          if (k >= 1) CHECK(model(link, k).time(operation, n, p) >= exact * time);
        }
        CHECK(same(model(link, best).time(operation, n, p), time));
      }
    }
  };
  for_shaped<model>([&](auto operation) { check(operation, true); });
  if constexpr (std::same_as<model, two_tree<>>) check(all_reduce{}, false);
}

TEST_CASE("chunks: brute force finds the same best number") {
  random_source draw(53);
  for (int i = 0; i < 60; ++i) {
    const int p = draw.integer(2, 200);
    const port link{10.0 * us, draw.magnitude(1e-11, 1e-9) * (s / B), 1e-11 * (s / B)};
    const bytes n = draw.magnitude(1e3, 1e8) * B;
    seconds best = chain(link, 1).time(reduce{}, n, p);
    seconds best_tree = two_tree(link, 1).time(broadcast{}, n, p);
    for (int k = 2; k < 3000; ++k) {
      const seconds now = chain(link, k).time(reduce{}, n, p);
      const seconds tree = two_tree(link, k).time(broadcast{}, n, p);
      best = now < best ? now : best;
      best_tree = tree < best_tree ? tree : best_tree;
    }
    CHECK(same(chain{link}.time(reduce{}, n, p), best));
    CHECK(same(two_tree{link}.time(broadcast{}, n, p), best_tree));
  }
}

TEST_CASE("chunks: the ends of the range") {
  constexpr port free_start{{}, 1e-10 * (s / B), {}};
  constexpr port link{10.0 * us, 1e-10 * (s / B), {}};
  constexpr int most = std::numeric_limits<int>::max();
  static_assert(chain{free_start}.chunk_count(broadcast{}, 1.0 * GB, 8) == most);
  static_assert(chain{free_start}.chunk_count(broadcast{}, 1.0 * GB, 2) == 1);
  static_assert(chain{link}.chunk_count(broadcast{}, 0.0 * B, 8) == 1);
  static_assert(chain{link}.chunk_count(broadcast{}, 1e30 * GB, 8) == most);
  static_assert(chain{link}.time(broadcast{}, 0.0 * B, 8) == 7.0 * (10.0 * us));
  static_assert(chain{link}.chunk_count(broadcast{}, 1.0 * GB, 1) == 1);
  CHECK(relative_error(chain{free_start}.time(broadcast{}, 1.0 * GB, 8).si(), 0.1) < 1e-8);
}

TEST_CASE("hccl_pipeline: bounds, limits, monotonicity") {
  random_source draw(54);
  const auto check = [&](auto operation) {
    for (int i = 0; i < 400; ++i) {
      const int group = draw.integer(2, 16);
      const int servers = draw.integer(2, 300);
      const int p = group * servers;
      const pair inside = random_link<pair>(draw);
      const port between = random_link<port>(draw);
      const bytes n = draw.magnitude(1e-3, 1e13) * B;
      const hccl_pipeline model{inside, between, group};
      const seconds time = model.time(operation, n, p);
      CHECK(time.si() < std::numeric_limits<double>::infinity());
      // A rank has its port and its group - 1 links; all of them together carry what every algorithm must move.
      const double rate = 1.0 / between.beta.si() + (group - 1) / inside.beta.si();
      CHECK(time.si() >= exact * least_cost(operation, p).bytes.template as<double>() * n.si() / rate);
      // Servers alone: between them an algorithm must move 1/group of the message a port.
      const bounds<double> outer = lower_bounds(operation, between, n / static_cast<double>(group), servers);
      CHECK(time >= exact * outer.bandwidth);
      const double gamma = between.gamma < inside.gamma ? between.gamma.si() : inside.gamma.si();
      CHECK(time.si() >= exact * least_cost(operation, p).reduced.template as<double>() * n.si() * gamma);
      CHECK(model.time(operation, n, 1) == 0.0 * s);
      const double more = draw.uniform(1.0, 3.0);
      CHECK(model.time(operation, more * n, p) >= exact * time);
      const hccl_pipeline starting_slower{pair{more * inside.alpha, inside.beta, inside.gamma}, between, group};
      const hccl_pipeline sending_slower{inside, port{between.alpha, more * between.beta, between.gamma}, group};
      CHECK(starting_slower.time(operation, n, p) >= exact * time);
      CHECK(sending_slower.time(operation, n, p) >= exact * time);
    }
  };
  check(all_reduce{});
  check(reduce_scatter{});
  check(all_gather{});
}

TEST_CASE("ahc: bounds, limits, monotonicity; equal groups of one link are two levels of nhr") {
  random_source draw(55);
  constexpr all_reduce all{};
  for (int i = 0; i < 400; ++i) {
    const int groups = draw.integer(1, 16);
    const int smallest = draw.integer(1, 64);
    const int largest = smallest + draw.integer(0, 64);
    const int p = draw.integer(groups * smallest, groups * largest);
    const port link = random_link<port>(draw);
    const bytes n = draw.magnitude(1e-3, 1e13) * B;
    const ahc<> model{link, groups, smallest, largest, draw.uniform(1.0, 8.0)};
    const seconds time = model.time(all, n, p);
    const auto part = [&](const port& one) {
      return ahc<>{one, groups, smallest, largest, model.convergence}.time(all, n, p);
    };
    check_above(lower_bounds(all, link, n, p), time, part({link.alpha, {}, {}}), part({{}, link.beta, {}}),
                part({{}, {}, link.gamma}));
    CHECK(model.time(all, n, 1) == 0.0 * s);
    CHECK(model.time(all, 2.0 * n, p) >= exact * time);
    const ahc<> slower{link, groups, smallest, largest, 1.5 * model.convergence};
    CHECK(slower.time(all, n, p) >= exact * time);
    const ahc<> ring{link, groups, smallest, largest, model.convergence, ahc<>::between::ring};
    CHECK(ring.time(all, n, p) >= exact * time);

    const ahc<> even{link, groups, smallest, smallest};
    const seconds in = nhr{link}.time(reduce_scatter{}, n, smallest) + nhr{link}.time(all_gather{}, n, smallest);
    const seconds out = nhr{link}.time(all, n / static_cast<double>(smallest), groups);
    if (groups * smallest > 1) {
      CHECK(relative_error(even.time(all, n, groups * smallest).si(), (in + out).si()) < rounding);
    }
  }
}

TEST_CASE("bounds: which algorithms reach them") {
  constexpr port link{10.0 * us, 1.0 / (20.0 * GB_per_s), 1.0 / (500.0 * GB_per_s)};
  constexpr pair links{10.0 * us, 1.0 / (20.0 * GB_per_s), {}};
  constexpr bytes n = 1.0 * GB;
  constexpr auto close = [](double a, double b) { return relative_error(a, b) < rounding; };
  constexpr port moving{{}, link.beta, {}};
  constexpr pair moving_links{{}, links.beta, {}};
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    CHECK(close(lower_bounds(all_reduce{}, moving, n, p).distance(ring{moving}.time(all_reduce{}, n, p)), 1.0));
    CHECK(close(lower_bounds(all_reduce{}, moving_links, n, p).distance(mesh{moving_links}.time(all_reduce{}, n, p)),
                1.0));
    CHECK(close(lower_bounds(all_to_all{}, moving, n, p).distance(pairwise{moving}.time(all_to_all{}, n, p)), 1.0));
    CHECK(close(lower_bounds(scatter{}, moving, n, p).distance(binomial{moving}.time(scatter{}, n, p)), 1.0));
    CHECK(close(lower_bounds(gather{}, moving, n, p).distance(star{moving}.time(gather{}, n, p)), 1.0));
    // Without bytes only the start-up counts.
    CHECK(lower_bounds(broadcast{}, link, 0.0 * B, p).distance(binomial{link}.time(broadcast{}, 0.0 * B, p)) == 1.0);
    CHECK(lower_bounds(all_to_all{}, link, 0.0 * B, p).distance(bruck{link}.time(all_to_all{}, 0.0 * B, p)) == 1.0);
    CHECK(lower_bounds(reduce{}, links, 0.0 * B, p).distance(star{links}.time(reduce{}, 0.0 * B, p)) == 1.0);
  }
  // 2(p-1)/p n beta = 1.75 x 50 ms; the ring adds 14 steps and 7/8 of the vector reduced.
  const bounds<double> eight = lower_bounds(all_reduce{}, link, n, 8);
  CHECK(close(eight.latency.in(us), 30.0));
  CHECK(close(eight.bandwidth.in(ms), 87.5));
  CHECK(close(eight.reduction.in(ms), 1.75));
  CHECK(eight.largest() == eight.bandwidth);
  CHECK(close(eight.distance(ring{link}.time(all_reduce{}, n, 8)), (87.5 + 1.75 + 0.14) / 87.5));
}

TEST_CASE("bounds: nothing to do, and a bound of nothing") {
  constexpr port link{10.0 * us, {}, {}};
  static_assert(lower_bounds(all_reduce{}, link, 1.0 * GB, 1).largest() == 0.0 * s);
  static_assert(lower_bounds(all_reduce{}, link, 1.0 * GB, 1).distance(0.0 * s) == 1.0);
  CHECK(lower_bounds(all_reduce{}, link, 1.0 * GB, 1).distance(1.0 * s) == std::numeric_limits<double>::infinity());
  const auto refused = lower_bounds<batch_policy>(all_reduce{}, link, 1.0 * GB, 0);
  CHECK(math::is_nan(refused.largest().si()));
  CHECK(math::is_nan(refused.distance(1.0 * s)));
  CHECK_THROWS_AS((void)lower_bounds(all_reduce{}, link, -1.0 * B, 8), domain_failure);
}

namespace {
constexpr eval_policy clamping{.domain = on_error::clamp};
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

// Raises, gives NaN, or gives `clamped`, as the policy says; never throws under the last two.
template <class Call>
void check_refused(const char* number, seconds clamped, Call call) {
  CAPTURE(number);
  try {
    (void)call.template operator()<default_policy>();
    FAIL_CHECK("not refused");
  } catch (const domain_failure& failure) {
    CHECK(std::string(failure.what()).find(number) != std::string::npos);
  }
  CHECK(math::is_nan(call.template operator()<batch_policy>().si()));
  CHECK(same(call.template operator()<clamping>(), clamped));
}
}  // namespace

TEST_CASE("refusals: chunks, groups and ranks") {
  constexpr port link{10.0 * us, 1e-10 * (s / B), {}};
  constexpr pair links{5.0 * us, 1e-10 * (s / B), {}};
  constexpr bytes n = 64.0 * MiB;
  const seconds best = chain{link}.time(broadcast{}, n, 8);
  check_refused("#E343", best,
                [&]<eval_policy P>() { return policy_call::time<P>(chain(link, -1), broadcast{}, n, 8); });
  const seconds tree = two_tree{link}.time(all_reduce{}, n, 8);
  check_refused("#E343", tree,
                [&]<eval_policy P>() { return policy_call::time<P>(two_tree(link, -1), all_reduce{}, n, 8); });

  for (const auto& bad :
       {ahc<>{link, 0, 2, 3}, ahc<>{link, 2, 0, 3}, ahc<>{link, 2, 3, 2}, ahc<>{link, 2, 2, 3, 0.0},
        ahc<>{link, 2, 2, 3, -1.0}, ahc<>{link, 2, 2, 3, not_a_number}, ahc<>{link, 2, 2, 3, infinite}}) {
    check_refused("#E344", {}, [&]<eval_policy P>() { return policy_call::time<P>(bad, all_reduce{}, n, 5); });
  }
  constexpr ahc<> uneven{link, 2, 2, 3};
  const seconds five = uneven.time(all_reduce{}, n, 5);
  for (const int p : {2, 3, 7, std::numeric_limits<int>::max()}) {
    check_refused("#E345", five, [&]<eval_policy P>() { return policy_call::time<P>(uneven, all_reduce{}, n, p); });
  }
  check_refused("#E303", {}, [&]<eval_policy P>() { return policy_call::time<P>(uneven, all_reduce{}, n, 0); });

  for (const int group : {1, 0, -8}) {
    const hccl_pipeline bad{links, link, group};
    check_refused("#E346", {}, [&]<eval_policy P>() { return policy_call::time<P>(bad, all_reduce{}, n, 16); });
  }
  constexpr hccl_pipeline eights{links, link, 8};
  const seconds sixteen = eights.time(all_reduce{}, n, 16);
  for (const int p : {2, 8, 15, 17, 23}) {
    check_refused("#E347", sixteen, [&]<eval_policy P>() { return policy_call::time<P>(eights, all_reduce{}, n, p); });
  }
  for (const int p : {0, -1, std::numeric_limits<int>::min()}) {
    check_refused("#E303", {}, [&]<eval_policy P>() { return policy_call::time<P>(eights, all_reduce{}, n, p); });
    check_refused("#E303", {}, [&]<eval_policy P>() { return policy_call::time<P>(chain{link}, reduce{}, n, p); });
  }
}

TEST_CASE("refusals: messages and links") {
  constexpr port link{10.0 * us, 1e-10 * (s / B), {}};
  constexpr pair links{5.0 * us, 1e-10 * (s / B), {}};
  for (const double bad : {not_a_number, -1.0, -infinite}) {
    const seconds nothing = chain{link}.time(broadcast{}, 0.0 * B, 8);
    check_refused("#E301", nothing,
                  [&]<eval_policy P>() { return policy_call::time<P>(chain{link}, broadcast{}, bad * B, 8); });
    const seconds still = hccl_pipeline{links, link}.time(all_gather{}, 0.0 * B, 16);
    check_refused("#E301", still, [&]<eval_policy P>() {
      return policy_call::time<P>(hccl_pipeline{links, link}, all_gather{}, bad * B, 16);
    });
    const seconds no_bytes = ahc<>{link, 2, 2, 3}.time(all_reduce{}, 0.0 * B, 5);
    check_refused("#E301", no_bytes, [&]<eval_policy P>() {
      return policy_call::time<P>(ahc<>{link, 2, 2, 3}, all_reduce{}, bad * B, 5);
    });
  }
  for (const double bad : {not_a_number, -1.0, infinite}) {
    const port slow{10.0 * us, bad * (s / B), {}};
    const pair slow_links{bad * s, 1e-10 * (s / B), {}};
    check_refused("#E304", {},
                  [&]<eval_policy P>() { return policy_call::time<P>(two_tree{slow}, broadcast{}, 1.0 * GB, 8); });
    check_refused("#E304", {},
                  [&]<eval_policy P>() { return policy_call::time<P>(star{slow}, broadcast{}, 1.0 * GB, 8); });
    check_refused("#E304", {}, [&]<eval_policy P>() {
      return policy_call::time<P>(hccl_pipeline{slow_links, link}, all_reduce{}, 1.0 * GB, 16);
    });
    check_refused("#E304", {}, [&]<eval_policy P>() {
      return policy_call::time<P>(hccl_pipeline{links, slow}, all_reduce{}, 1.0 * GB, 16);
    });
    CHECK_THROWS_AS((void)chain{slow}.chunk_count(broadcast{}, 1.0 * GB, 8), domain_failure);
    CHECK(chain{slow}.chunk_count<batch_policy>(broadcast{}, 1.0 * GB, 8) == 1);
  }
}

TEST_CASE("refusals: parameters of a size law, under the caller's policy") {
  constexpr port link{10.0 * us, 1e-10 * (s / B), {}};
  constexpr bytes n = 1.0 * MB;
  const seconds plain = nhr{link}.time(all_reduce{}, n, 8);
  for (const double bad : {0.0, -1.0, -infinite, not_a_number}) {
    const nhr model{link, p_norm{bad}};
    check_refused("#E340", plain, [&]<eval_policy P>() { return policy_call::time<P>(model, all_reduce{}, n, 8); });
  }
  for (const auto& bad : {power_tail{-1.0, 0.5}, power_tail{not_a_number, 0.5}, power_tail{infinite, 0.5},
                          power_tail{1.0, 0.0}, power_tail{1.0, 1.0}, power_tail{1.0, not_a_number}}) {
    const nhr model{link, bad};
    check_refused("#E341", plain, [&]<eval_policy P>() { return policy_call::time<P>(model, all_reduce{}, n, 8); });
    const ahc<port, power_tail> uneven{link, 2, 2, 3, 1.0, ahc<port, power_tail>::between::nb, bad};
    const seconds affine_law = ahc<>{link, 2, 2, 3}.time(all_reduce{}, n, 5);
    check_refused("#E341", affine_law,
                  [&]<eval_policy P>() { return policy_call::time<P>(uneven, all_reduce{}, n, 5); });
  }
}

TEST_CASE("a contended link reaches every model") {
  constexpr port link{10.0 * us, 1e-10 * (s / B), {}};
  constexpr pair links{5.0 * us, 1e-12 * (s / B), {}};
  constexpr ecmp hashing{.flows = 8, .links = 8};
  const double stretch = hashing.stretch();
  const port slower{link.alpha, stretch * link.beta, {}};
  constexpr bytes n = 1.0 * GB;
  CHECK(same(chain{link | hashing}.time(broadcast{}, n, 8), chain{slower}.time(broadcast{}, n, 8)));
  CHECK(same(two_tree{link | hashing}.time(all_reduce{}, n, 8), two_tree{slower}.time(all_reduce{}, n, 8)));
  CHECK(same(bruck{link | hashing}.time(all_to_all{}, n, 8), bruck{slower}.time(all_to_all{}, n, 8)));
  CHECK(same(nb{link | hashing}.time(all_reduce{}, n, 8), nb{slower}.time(all_reduce{}, n, 8)));
  CHECK(same(star{link | hashing}.time(gather{}, n, 8), star{slower}.time(gather{}, n, 8)));
  CHECK(same(hccl_pipeline{links, link | hashing}.time(all_reduce{}, n, 16),
             hccl_pipeline{links, slower}.time(all_reduce{}, n, 16)));
  using contended_link = decltype(link | hashing);
  CHECK(same(ahc<contended_link>{link | hashing, 2, 2, 3}.time(all_reduce{}, n, 5),
             ahc<>{slower, 2, 2, 3}.time(all_reduce{}, n, 5)));
}

TEST_CASE("every model works in other representations") {
  const auto check = [](auto number, double tolerance) {
    using rep = decltype(number);
    using link_type = hardware::port_link<rep>;
    const link_type link{basic_seconds<rep>{10.0 * us}, basic_seconds_per_byte<rep>{1e-10 * (s / B)},
                         basic_seconds_per_byte<rep>{1e-11 * (s / B)}};
    const port plain{10.0 * us, 1e-10 * (s / B), 1e-11 * (s / B)};
    const basic_bytes<rep> n{64.0 * MiB};
    const auto close = [&](auto a, seconds b) {
      return relative_error(static_cast<double>(a.si()), b.si()) < tolerance;
    };
    CHECK(close(chain{link}.time(reduce{}, n, 8), chain{plain}.time(reduce{}, 64.0 * MiB, 8)));
    CHECK(close(two_tree{link}.time(all_reduce{}, n, 8), two_tree{plain}.time(all_reduce{}, 64.0 * MiB, 8)));
    CHECK(close(bruck{link}.time(all_to_all{}, n, 7), bruck{plain}.time(all_to_all{}, 64.0 * MiB, 7)));
    CHECK(close(nhr{link, p_norm{0.55}}.time(all_reduce{}, n, 7),
                nhr{plain, p_norm{0.55}}.time(all_reduce{}, 64.0 * MiB, 7)));
    CHECK(close(nhr{link, power_tail{0.5, 0.3}}.time(all_reduce{}, n, 7),
                nhr{plain, power_tail{0.5, 0.3}}.time(all_reduce{}, 64.0 * MiB, 7)));
    CHECK(close(ahc<link_type>{link, 2, 2, 3, rep(4)}.time(all_reduce{}, n, 5),
                ahc<>{plain, 2, 2, 3, 4.0}.time(all_reduce{}, 64.0 * MiB, 5)));
    const hardware::pair_link<rep> links{link.alpha, link.beta, link.gamma};
    CHECK(close(hccl_pipeline{links, link}.time(all_reduce{}, n, 16),
                hccl_pipeline{pair{plain.alpha, plain.beta, plain.gamma}, plain}.time(all_reduce{}, 64.0 * MiB, 16)));
    CHECK(close(lower_bounds(all_reduce{}, link, n, 8).largest(),
                lower_bounds(all_reduce{}, plain, 64.0 * MiB, 8).largest()));
  };
  check(1.0f, 1e-5);
  check(1.0L, 1e-14);
}
