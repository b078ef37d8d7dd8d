// SPDX-License-Identifier: BSL-1.0
// Odd arguments, members and links under every policy: the models that are no fixed (A, B, G) of ranks alone.
#include <doctest/doctest.h>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "traincost/collective/ahc.hpp"
#include "traincost/collective/chain.hpp"
#include "traincost/collective/chunked.hpp"
#include "traincost/collective/hccl_pipeline.hpp"
#include "traincost/collective/two_tree.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

// `model` in every message, every number of ranks, and on every link that `on(x)` makes.
template <class Operation, class Model>
void walk(Operation operation, const Model& model, int ranks) {
  int refused = 0;
  for (const double x : odd_numbers) {
    refused += check_policies([=]<eval_policy P> { return model.template time<P>(operation, x * B, ranks).si(); });
  }
  CHECK(refused == 5);  // NaN, both infinities, -1 and -1e308
  int no_ranks = 0;
  for (const int p : {0, -1, std::numeric_limits<int>::min()}) {
    no_ranks += check_policies([=]<eval_policy P> { return model.template time<P>(operation, 1.0 * MiB, p).si(); });
  }
  CHECK(no_ranks == 3);
}

constexpr hardware::port_link<> with_beta(double x) {
  return {documented_between.alpha, x * documented_between.beta, documented_between.gamma};
}
}  // namespace

TEST_CASE("chunked: chain and two_tree refuse what they cannot cost") {
  walk(broadcast{}, chain{documented_between}, 8);
  walk(reduce{}, chain{documented_between, 4}, 8);
  walk(all_reduce{}, two_tree{documented_between}, 8);
  walk(broadcast{}, two_tree{documented_between, 3}, 9);
  for (const double x : odd_numbers) {
    const bool refused = check_policies(
        [=]<eval_policy P> { return chain{with_beta(x)}.template time<P>(broadcast{}, 1.0 * MiB, 8).si(); });
    CHECK(refused == !(x >= 0.0 && x <= std::numeric_limits<double>::max()));
  }
  for (const int chunks : odd_counts) {
    const bool refused = check_policies([=]<eval_policy P> {
      return chain{documented_between, chunks}.template time<P>(broadcast{}, MiB, 8).si();
    });
    CHECK(refused == (chunks < 0));
    CHECK(check_policies([=]<eval_policy P> {
            return two_tree{documented_between, chunks}.template time<P>(all_reduce{}, MiB, 8).si();
          }) == refused);
  }
}

TEST_CASE("hccl_pipeline: refuses what it cannot cost") {
  walk(all_reduce{}, hccl_pipeline{documented_inside, documented_between, 8}, 64);
  walk(reduce_scatter{}, hccl_pipeline{documented_inside, documented_between, 8}, 16);
  for (const int group : {0, -1, 1, std::numeric_limits<int>::min()}) {
    CHECK(check_policies([=]<eval_policy P> {
      return hccl_pipeline{documented_inside, documented_between, group}.template time<P>(all_reduce{}, MiB, 64).si();
    }));
  }
  for (const int ranks : {2, 8, 12, 33}) {
    CHECK(check_policies([=]<eval_policy P> {
      return hccl_pipeline{documented_inside, documented_between, 8}.template time<P>(all_reduce{}, MiB, ranks).si();
    }));
  }
}

TEST_CASE("ahc: refuses what it cannot cost") {
  const auto model = [](int groups, int smallest, int largest, double convergence) {
    return ahc{documented_between, groups, smallest, largest, convergence};
  };
  walk(all_reduce{}, model(2, 2, 3, 4.0), 5);
  for (const double x : odd_numbers) {
    const bool refused =
        check_policies([=]<eval_policy P> { return model(2, 2, 3, x).template time<P>(all_reduce{}, MiB, 5).si(); });
    CHECK((refused || (x >= 0.0 && x <= std::numeric_limits<double>::max())));
  }
  for (const int groups : {0, -1, 3, std::numeric_limits<int>::max()}) {
    CHECK(check_policies(
        [=]<eval_policy P> { return model(groups, 2, 3, 4.0).template time<P>(all_reduce{}, MiB, 5).si(); }));
  }
  for (const int ranks : {2, 3, 7, std::numeric_limits<int>::max()}) {
    CHECK(check_policies(
        [=]<eval_policy P> { return model(2, 2, 3, 4.0).template time<P>(all_reduce{}, MiB, ranks).si(); }));
  }
}
