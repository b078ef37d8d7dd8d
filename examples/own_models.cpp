// SPDX-License-Identifier: BSL-1.0
// The smallest valid model of a user's own for every concept, put to use. docs/concepts.md quotes the marked parts.
#include <cstdio>
#include <numbers>

#include "traincost/traincost.hpp"

using namespace traincost;
using namespace traincost::units;

namespace {

// [algorithm]
// Reduce to one rank and broadcast from it, both along a binomial tree: few steps, the whole vector in each.
struct binomial_tree {
  static constexpr hardware::link_kind kind = hardware::link_kind::port;

  static constexpr collective::coefficients cost(collective::all_reduce, int ranks) {
    const int depth = ceil_log2(ranks);
    return {2 * depth, {2 * depth, 1}, {depth, 1}};
  }
};
static_assert(collective::algorithm<binomial_tree>);
// [/algorithm]

// [size_law]
// Start-up and transfer hide behind each other: the longer one counts.
struct longer {
  constexpr seconds operator()(seconds start_up, seconds transfer) const {
    return start_up < transfer ? transfer : start_up;
  }
};
static_assert(collective::size_law<longer>);
// [/size_law]

// [collective_model]
// A bus bandwidth as a benchmark prints it, held at every message size.
struct measured_bus {
  bandwidth bus{};

  constexpr seconds time(collective::all_reduce, bytes message_bytes, int ranks) const {
    return (2.0 * (ranks - 1) / ranks) * message_bytes / bus;
  }
};
static_assert(collective::collective_model<measured_bus>);
// [/collective_model]

// [fabric_policy]
// Other jobs take a share of every link.
struct shared_network {
  static constexpr bool is_fabric_policy = true;
  double taken = 0.0;

  template <eval_policy P = default_policy>
  constexpr double stretch() const {
    return 1.0 / (1.0 - taken);
  }
};
static_assert(collective::fabric_policy<shared_network>);
// [/fabric_policy]

// [delay_policy]
// Encryption in a box on the way.
struct encrypted {
  static constexpr bool is_delay_policy = true;
  seconds box{};

  template <eval_policy P = default_policy>
  constexpr seconds delay() const {
    return 2.0 * box;
  }
};
static_assert(collective::delay_policy<encrypted>);
// [/delay_policy]

// [straggler_law]
// The latest ever seen, whatever the number of workers.
struct latest_seen {
  seconds latest{};

  constexpr seconds expected_max(int /*workers*/) const { return latest; }
};
static_assert(collective::straggler_law<latest_seen>);
// [/straggler_law]

// [compute_model]
// A sustained rate as a profiler gave it; memory traffic is already in it.
struct sustained {
  flop_rate rate{};

  constexpr seconds time(flops work, bytes /*traffic*/) const { return work / rate; }
};
static_assert(compute::compute_model<sustained>);
// [/compute_model]

// [overlap_rule]
// Communication hides behind compute except for the last bucket, which starts when compute has ended.
struct last_bucket {
  int buckets = 1;

  constexpr step::breakdown<> operator()(seconds compute, seconds communication) const {
    const seconds may_hide = (1.0 - 1.0 / buckets) * communication;
    const seconds hidden = may_hide < compute ? may_hide : compute;
    return {compute, communication - hidden, hidden};
  }
};
static_assert(step::overlap_rule<last_bucket>);
// [/overlap_rule]

// [delay_mode]
// An asynchronous parameter server whose workers wait for their own answer: the others' updates come in between.
struct parameter_server {
  int workers = 1;

  constexpr convergence::delay<> age(seconds /*latency*/, seconds /*compute*/) const { return {workers - 1.0}; }
};
static_assert(convergence::delay_mode<parameter_server>);
// [/delay_mode]

// [penalty_shape]
// Plain SGD with the learning rate tuned at every delay: phi (R(tau) - 1), R(tau) = 1 / sin(pi / (4 tau + 2)).
struct tuned_rate {
  using rep = double;
  double noise_free_share = 1.0;  // phi

  constexpr double excess(double tau) const {
    return noise_free_share * (1.0 / math::sin(std::numbers::pi / (4.0 * tau + 2.0)) - 1.0);
  }
  constexpr bool valid() const { return noise_free_share >= 0.0 && noise_free_share <= 1.0; }
};
static_assert(convergence::penalty_shape<tuned_rate>);
// [/penalty_shape]

// [penalty_law]
// A loss gap per step of delay, turned into steps by a scaling law whose reducible loss falls as steps^-exponent.
struct loss_gap {
  double gap = 0.0;
  double reducible_loss = 1.0;
  double exponent = 1.0;

  constexpr estimate<double> step_ratio(convergence::delay<> age) const {
    return {math::pow(1.0 + gap * age.steps / reducible_loss, 1.0 / exponent), status::ok};
  }
};
static_assert(convergence::penalty_law<loss_gap>);
// [/penalty_law]

// [mfu_law]
// What the hardware does while it computes, and nothing while it waits.
struct blocking {
  fraction<> computing{};
  seconds compute{};

  constexpr fraction<> mfu(seconds latency) const {
    return fraction{computing.value() * (compute / (compute + latency))};
  }
};
static_assert(mfu::mfu_law<blocking>);
// [/mfu_law]

}  // namespace

int main() {
  // [use]
  const auto port = hardware::port(60.0 * us, 20.0 * GB_per_s);
  const collective::flat<binomial_tree> tree{port};
  const collective::ring hidden_start_up{port, longer{}};
  const collective::two_level servers{collective::mesh{hardware::hccs::link()}, tree};
  const collective::fastest_of best{tree, hidden_start_up};

  const auto mine = training{}
                        .with_collective(measured_bus{12.0 * GB_per_s})
                        .with_compute(sustained{280.0 * TFLOP_per_s})
                        .with_overlap(last_bucket{10})
                        .with_delay(parameter_server{8})
                        .with_penalty(convergence::delay_law<tuned_rate>{tuned_rate{0.05}})
                        .with_mfu_law(blocking{percent(55.0), 100.0 * ms});
  // [/use]

  std::printf("AllReduce of 1 MB on 32 ranks\n");
  std::printf("  binomial_tree              %9.4f ms\n", tree.time(collective::all_reduce{}, 1.0 * MB, 32).in(ms));
  std::printf("  ring with size law longer  %9.4f ms\n",
              hidden_start_up.time(collective::all_reduce{}, 1.0 * MB, 32).in(ms));
  std::printf("  the faster of both         %9.4f ms\n", best.time(collective::all_reduce{}, 1.0 * MB, 32).in(ms));
  std::printf("  mesh in 4 servers of 8, binomial_tree between them %.4f ms\n",
              servers.time(collective::all_reduce{}, 1.0 * MB, 32).in(ms));

  const auto step = mine.step(step::load<>{.work = 28.0 * TFLOP, .reduced = 1.0 * GB, .ranks = 256});
  std::printf("a step with sustained, measured_bus and last_bucket\n");
  std::printf("  compute %.2f ms, exposed %.2f ms, hidden %.2f ms\n", step.compute.in(ms),
              step.exposed_communication.in(ms), step.hidden_communication.in(ms));

  const auto run = mine.at(10.0 * ms);
  std::printf("at a latency of 10 ms with blocking, parameter_server and tuned_rate\n");
  std::printf("  MFU %.2f %%, step ratio %.4f (%s), goodput MFU %.2f %%\n", run.mfu_direct.percent(),
              run.step_ratio.value, name(run.step_ratio.state), run.goodput_mfu.percent());
  std::printf(
      "  step ratio by loss_gap     %9.4f\n",
      mine.with_penalty(loss_gap{.gap = 0.01, .reducible_loss = 0.5, .exponent = 0.3}).at(10.0 * ms).step_ratio.value);
}
