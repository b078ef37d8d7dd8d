// SPDX-License-Identifier: BSL-1.0
// Nanoseconds a call of the models that a planner puts into its inner loop.
#include <benchmark/benchmark.h>

#include "traincost/solve/root.hpp"
#include "traincost/traincost.hpp"

namespace {

using namespace traincost;
using namespace traincost::units;

constexpr auto cluster = hardware::atlas_a2(32);
constexpr collective::two_level all_reduce_model{collective::mesh{cluster.inside}, collective::nhr{cluster.between},
                                                 cluster.per_server};
constexpr auto documented = mfu::documented<>::fit(percent(52.0), 2.1 * ms, percent(44.0), 15.3 * ms);
constexpr auto penalty =
    convergence::latency_law<convergence::power<>>::fit(2.1 * ms, {8.8 * ms, 1.32}, {15.3 * ms, 1.65});
constexpr auto run =
    training{}.with_mfu_law(documented).with_delay(convergence::latency_driven{}).with_penalty(penalty);

void all_reduce_flat(benchmark::State& state) {
  constexpr collective::nhr model{cluster.between};
  bytes message = 64.0 * MiB;
  int ranks = 32;
  for (auto _ : state) {
    benchmark::DoNotOptimize(message);
    benchmark::DoNotOptimize(ranks);
    benchmark::DoNotOptimize(model.time<batch_policy>(collective::all_reduce{}, message, ranks));
  }
}
BENCHMARK(all_reduce_flat);

void all_reduce_two_level(benchmark::State& state) {
  bytes message = 64.0 * MiB;
  for (auto _ : state) {
    benchmark::DoNotOptimize(message);
    benchmark::DoNotOptimize(all_reduce_model.time(collective::all_reduce{}, message, 256));
  }
}
BENCHMARK(all_reduce_two_level);

void mfu_and_steps_at_latency(benchmark::State& state) {
  seconds latency = 8.8 * ms;
  for (auto _ : state) {
    benchmark::DoNotOptimize(latency);
    benchmark::DoNotOptimize(run.at(latency));
  }
}
BENCHMARK(mfu_and_steps_at_latency);

void step_breakdown(benchmark::State& state) {
  constexpr auto job = training{}
                           .with_collective(all_reduce_model)
                           .with_compute(compute::roofline<>::of(cluster.accelerator));
  step::load<> load{.work = 1e15 * FLOP, .traffic = 10.0 * GB, .reduced = 1.0 * GiB, .ranks = 256};
  for (auto _ : state) {
    benchmark::DoNotOptimize(load);
    benchmark::DoNotOptimize(job.step(load));
  }
}
BENCHMARK(step_breakdown);

void latency_for_an_mfu(benchmark::State& state) {
  double target = 0.46;
  for (auto _ : state) {
    benchmark::DoNotOptimize(target);
    benchmark::DoNotOptimize(solve::find_root(
        [&](seconds latency) { return run.mfu_direct(latency).value() - target; }, 2.1 * ms, 50.0 * ms));
  }
}
BENCHMARK(latency_for_an_mfu);

}  // namespace

BENCHMARK_MAIN();
