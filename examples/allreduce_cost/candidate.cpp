// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/candidate.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <traincost/collective/binomial.hpp>
#include <traincost/collective/bruck.hpp>
#include <traincost/collective/buffered.hpp>
#include <traincost/collective/chain.hpp>
#include <traincost/collective/half_exchange.hpp>
#include <traincost/collective/hccl_default.hpp>
#include <traincost/collective/nb.hpp>
#include <traincost/collective/one_shot_mesh.hpp>
#include <traincost/collective/point_to_point.hpp>
#include <traincost/collective/recursive_doubling.hpp>
#include <traincost/collective/star.hpp>
#include <traincost/collective/two_tree.hpp>

#include "allreduce_cost/bound.hpp"
#include "allreduce_cost/contention.hpp"
#include "allreduce_cost/schedules.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using namespace traincost::collective;
using hccl_choice = allreduce_cost::hccl_choice;
using hardware::pair_link;
using hardware::port_link;

// [lists]
template <class... T>
struct types {};
using all_operations =
    types<all_reduce, reduce_scatter, all_gather, broadcast, reduce, scatter, gather, all_to_all, send_receive>;
using through_ports = types<ring<>, nhr<>, nb<>, halving_doubling<>, half_exchange<>, recursive_doubling<>, two_tree<>,
                            chain<>, binomial<>, pairwise<>, bruck<>, star<>, point_to_point<>>;
using over_pairs = types<mesh<>, one_shot_mesh<>>;
using inside_one_server = types<mesh<>, one_shot_mesh<>, star<pair_link<>>, point_to_point<pair_link<>>>;
// [/lists]

// A fixed (A, B, G), or a pipeline in chunks.
template <class Algorithm, class Operation>
constexpr bool in_chunks = requires(Operation operation) {
  Algorithm::shape(operation, 2);
};
template <class Algorithm, class Operation>
constexpr bool has = offers<Algorithm, Operation> || in_chunks<Algorithm, Operation>;
template <>
constexpr bool has<two_tree<>, all_reduce> = true;  // a Reduce and a Broadcast

template <class Algorithm>
constexpr bool always_in_chunks = in_chunks<Algorithm, broadcast>;

template <class Operation>
constexpr bool hccl_covers =
    is_one_of<Operation, all_reduce, reduce_scatter, all_gather, broadcast, reduce, scatter, all_to_all>;
template <class Operation>
constexpr bool pipeline_has = is_one_of<Operation, all_reduce, reduce_scatter, all_gather>;

constexpr const char* text_of(hardware::link_kind kind) { return kind == hardware::link_kind::port ? "port" : "pair"; }

bytes buffer_of(const machine& on) { return on.buffer.value_or(std::numeric_limits<double>::max() * B); }
bytes one_round(const machine& on, bytes n) { return std::min(n, buffer_of(on)); }

template <class Bounds>
void hold_against(const Bounds& bounds, cost& result) {
  result.lower_bound = bounds.largest();
  result.times_the_bound = bounds.distance(result.time);
}

// [one_level]
// An algorithm on one level. `wire` is the link without contention, which the bounds are of.
template <class Algorithm, class Operation, class Link>
candidate on_one_level(const machine& on, Operation operation, const char* level, Link wire, Link contended,
                       int ranks) {
  const buffered model{Algorithm{contended}, buffer_of(on)};
  const auto time = [=](bytes n) { return model.time(operation, n, ranks); };
  const auto price = [=](bytes n) {
    cost result{.message = n, .time = time(n), .rounds = static_cast<std::int64_t>(model.passes(n))};
    level_cost whole{level, text_of(Link::kind), ranks, result.time, {}};
    if constexpr (offers<Algorithm, Operation>) {
      const coefficients exact = ranks > 1 ? Algorithm::cost(operation, ranks) : coefficients{};
      whole.per_round = {static_cast<double>(exact.steps), exact.bytes.as<double>(), exact.reduced.as<double>()};
    } else if constexpr (in_chunks<Algorithm, Operation>) {
      result.chunks = model.model.chunk_count(operation, one_round(on, n), ranks);
    }
    result.fixed = offers<Algorithm, Operation>;
    result.levels = {whole};
    hold_against(lower_bounds(operation, wire, n, ranks, start_ups_of<Algorithm>()), result);
    return result;
  };
  return {Algorithm::name, text_of(Link::kind), price, time};
}
// [/one_level]

// [two_levels]
using levels_cost = level_times<double>;

// The steps, bytes and reduced bytes of each level: its time on links that have only one of the three.
template <class Make, class Operation>
std::array<factors, 2> factors_of(const Make& make, Operation operation, int ranks) {
  constexpr auto second_per_byte = s / B;
  const auto on = [&](seconds alpha, seconds_per_byte beta, seconds_per_byte gamma) {
    return make(pair_link<>{alpha, beta, gamma}, port_link<>{alpha, beta, gamma}).levels(operation, 1.0 * B, ranks);
  };
  const levels_cost steps = on(1.0 * s, {}, {});
  const levels_cost moved = on({}, second_per_byte, {});
  const levels_cost reduced = on({}, {}, second_per_byte);
  return {factors{steps.inner.si(), moved.inner.si(), reduced.inner.si()},
          factors{steps.outer.si(), moved.outer.si(), reduced.outer.si()}};
}

// A schedule with `Outer` between the servers. `make` makes it from the links, `plain` the one whose factors it has.
template <class Outer, class Make, class Plain, class Operation>
candidate on_two_levels(const machine& on, Operation operation, const char* name, double factor, bool fixed,
                        const Make& make, const Plain& plain) {
  const auto schedule = make(on.inside.pair(), on.between.port().stretched(factor));
  const bytes buffer = buffer_of(on);
  const buffered model{schedule, buffer};
  const int ranks = on.ranks();
  const auto time = [=](bytes n) { return model.time(operation, n, ranks); };
  const auto price = [=](bytes n) {
    cost result{.message = n, .time = time(n), .fixed = fixed, .rounds = static_cast<std::int64_t>(model.passes(n))};
    const auto part = [&](const char* level, const char* link, int of, seconds levels_cost::*which) {
      const busy<decltype(make(on.inside.pair(), on.between.port()))> one{schedule, which};
      result.levels.push_back({level, link, of, buffered{one, buffer}.time(operation, n, ranks), {}});
    };
    const auto each = factors_of(plain, operation, ranks);
    if (on.per_server > 1) {
      part("inside", "pair", on.per_server, &levels_cost::inner);
      result.levels.back().per_round = each[0];
    }
    part("between", "port", on.servers, &levels_cost::outer);
    if constexpr (!always_in_chunks<Outer>) result.levels.back().per_round = each[1];
    if constexpr (requires { schedule.model.best(operation, n, ranks); }) {
      result.chunks = schedule.model.best(operation, one_round(on, n), ranks);
    }
    hold_against(bounds_of_two_levels(operation, on, n, start_ups_of<Outer>()), result);
    return result;
  };
  return {name, "", price, time};
}

// The mesh inside, `Outer` between, in stages or overlapping.
template <class Outer, class Operation>
candidate staged(const machine& on, Operation operation, double factor) {
  const staging order = on.inside_first ? staging::inner_first : staging::outer_first;
  const auto stages = [group = on.per_server, order](pair_link<> inside, port_link<> between) {
    return two_level{mesh<>{inside}, Outer{between}, group, order};
  };
  if (!on.overlapping) {
    return on_two_levels<Outer>(on, operation, Outer::name, factor, !always_in_chunks<Outer>, stages, stages);
  }
  const auto overlapping = [stages](pair_link<> inside, port_link<> between) {
    return overlapped<Outer>{{stages(inside, between)}};
  };
  return on_two_levels<Outer>(on, operation, Outer::name, factor, false, overlapping, stages);
}

template <class Operation>
candidate by_pipeline(const machine& on, Operation operation, double factor) {
  const auto make = [group = on.per_server](pair_link<> inside, port_link<> between) {
    return pipeline{{inside, between, group}};
  };
  return on_two_levels<ring<>>(on, operation, hccl_pipeline<>::name, factor, false, make, make);
}
// [/two_levels]

template <class Operation, class... Algorithm>
void add_on_pairs(offer& to, const machine& on, Operation operation, const char* level, pair_link<> link, int ranks,
                  types<Algorithm...>) {
  const auto add = [&]<class One>(One) {
    if constexpr (has<One, Operation>) {
      to.candidates.push_back(on_one_level<One>(on, operation, level, link, link, ranks));
    }
  };
  (add(Algorithm{}), ...);
}

template <class Operation, class... Algorithm>
void add_on_ports(offer& to, const machine& on, Operation operation, types<Algorithm...>) {
  const auto add = [&]<class One>(One) {
    if constexpr (has<One, Operation>) {
      const auto wire = on.between.port();
      const auto factor = stretch<One>(on.network, operation, on.servers);
      if (!factor) {
        to.uncounted.emplace_back(One::name);
      } else if (on.flat) {
        to.candidates.push_back(on_one_level<One>(on, operation, "flat", wire, wire.stretched(*factor), on.servers));
      } else if constexpr (!std::same_as<Operation, send_receive>) {  // which knows no levels
        to.candidates.push_back(staged<One>(on, operation, *factor));
      }
    }
  };
  (add(Algorithm{}), ...);
  if constexpr (pipeline_has<Operation>) {
    const auto factor = stretch<ring<>>(on.network, operation, on.servers);
    if (factor && !on.flat && on.per_server > 1) to.candidates.push_back(by_pipeline(on, operation, *factor));
  }
}

template <class Operation>
offer offer_of(const machine& on, Operation operation) {
  offer result;
  result.operation = Operation::name;
  if (on.flat) {
    add_on_ports(result, on, operation, through_ports{});
    add_on_pairs(result, on, operation, "flat", on.between.pair(), on.servers, over_pairs{});
    return result;
  }
  if (on.servers == 1) {
    add_on_pairs(result, on, operation, "inside", on.inside.pair(), on.per_server, inside_one_server{});
  } else {
    add_on_ports(result, on, operation, through_ports{});
  }
  if constexpr (hccl_covers<Operation>) {
    const hccl_default rules{on.inside.pair(), on.between.port(), on.per_server, on.rdma_lite, buffer_of(on)};
    result.hccl = [=, ranks = on.ranks()](bytes n) {
      const auto made = rules.choose(operation, n, ranks);
      const bool is_pipeline = made.algorithm == hccl_algorithm::pipeline;
      return hccl_choice{is_pipeline ? hccl_pipeline<>::name : name(made.algorithm), made.reason};
    };
  }
  return result;
}

template <class Function, class... Operation>
void each_operation(const Function& function, types<Operation...>) {
  (function(Operation{}), ...);
}

}  // namespace

std::vector<std::string> operations() {
  std::vector<std::string> names;
  each_operation([&](auto operation) { names.emplace_back(operation.name); }, all_operations{});
  return names;
}

offer offers_on(const machine& on, const std::string& operation) {
  offer result;
  each_operation(
      [&](auto one) {
        if (one.name == operation) result = offer_of(on, one);
      },
      all_operations{});
  return result;
}

}  // namespace allreduce_cost
