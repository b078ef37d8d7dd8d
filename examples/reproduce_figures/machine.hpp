// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <traincost/solve/root.hpp>
#include <traincost/traincost.hpp>

// From the hardware to the latency, and back: which message takes a documented latency, what stretches it to another.
namespace reproduce_figures {

using namespace traincost;
using namespace traincost::units;

// [machine]
// 256 x 910B2: 32 servers of 8, a full mesh of HCCS links inside, one 200 Gbps RoCEv2 port per NPU between.
inline constexpr hardware::cluster<> machine = hardware::atlas_a2(32);
inline constexpr hardware::rocev2<> port{.line_rate = 200.0 * Gbit_per_s, .mtu = 4096};

// HCCL's AllReduce on it: ReduceScatter and AllGather in the mesh of a server, between them an NHR over the servers.
// `stretch` is what congestion does to the transfer between servers.
constexpr auto all_reduce(double stretch = 1.0) {
  return collective::two_level{collective::mesh{machine.inside}, collective::nhr{machine.between.stretched(stretch)},
                               machine.per_server};
}
constexpr seconds latency_of(bytes message, double stretch = 1.0) {
  return all_reduce(stretch).time(collective::all_reduce{}, message, machine.ranks());
}
// [/machine]

// [message]
// The message whose AllReduce takes `latency`; no_solution below the start-up time.
inline solve::root<bytes> message_of(seconds latency) {
  return solve::find_root([&](bytes message) { return (latency_of(message) - latency).in(ms); }, 0.0 * B, 1.0 * TB);
}
// [/message]

// [congestion]
// How many times longer the transfer between servers takes when the same message takes `latency`.
inline solve::root<double> stretch_to(seconds latency, bytes message) {
  return solve::find_root([&](double x) { return (latency_of(message, x) - latency).in(ms); }, 1.0, 1e6);
}

// The oversubscription of racks of `rack` servers that does it: each NHR step stretches by what leaves the rack.
inline solve::root<double> oversubscription_to(seconds latency, bytes message, int rack) {
  const auto time = [&](double ratio) {
    const collective::oversubscribed fabric{.ratio = ratio, .rack = rack};
    return latency_of(message, fabric.stretch(all_reduce().outer, machine.servers));
  };
  return solve::find_root([&](double ratio) { return (time(ratio) - latency).in(ms); }, 1.0, 1e6);
}

// The flows of one rail, one per server, hashed onto as many links, and the latency that is then to be expected.
constexpr collective::ecmp hashing(int queue_pairs) {
  return {.flows = machine.servers, .links = machine.servers, .queue_pairs = queue_pairs};
}
inline seconds with_collisions(bytes message, int queue_pairs) {
  return latency_of(message, hashing(queue_pairs).stretch());
}
inline constexpr std::array racks{4, 8};  // servers
inline constexpr std::array queue_pair_counts{1, 4, 8};
// [/congestion]

// What the compute model says about a step. The document's model is not public: GLM-130B stands in for it.
struct compute_view {
  static constexpr workload::transformer model = workload::glm_130b;
  static constexpr int sequence = 2048;   // tokens
  static constexpr int sequences = 1024;  // of one step
  static constexpr auto counted = workload::attention::full;

  fraction<> mfu{};

  [[nodiscard]] static constexpr flops_per_token per_token() { return model.training_flops(sequence, counted); }
  [[nodiscard]] static constexpr tokens batch() { return static_cast<double>(sequence * sequences) * token; }
  [[nodiscard]] static constexpr flops work() { return batch() * per_token(); }

  // [compute]
  [[nodiscard]] constexpr token_rate rate() const { return mfu * machine.peak() / per_token(); }
  [[nodiscard]] constexpr seconds step() const { return batch() / rate(); }

  // One accelerator's part of the step. A weight of 2 B does 2 FLOP a token, so that a sequence does one FLOP per byte
  // and token; `all_reduces` of `message` bytes each follow one after the other.
  [[nodiscard]] static constexpr step::load<> load(bytes message, int all_reduces) {
    const flops share = work() / machine.ranks();
    return {share, share / (static_cast<double>(sequence) * (FLOP / B)), message, machine.ranks(), all_reduces};
  }
  [[nodiscard]] static constexpr step::breakdown<> fastest_step(bytes message, int all_reduces) {
    const training<> run{.collective = all_reduce(), .compute = compute::roofline<>::of(machine.accelerator)};
    return run.step(load(message, all_reduces));
  }
  // [/compute]

  // How many exposed AllReduces of `latency` make up `share` of the step.
  [[nodiscard]] constexpr double all_reduces(fraction<> share, seconds latency) const {
    return share * step() / latency;
  }
};

}  // namespace reproduce_figures
