// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"
#include "traincost/core/check.hpp"
#include "traincost/core/integer.hpp"

namespace traincost::collective {

enum class nccl_algorithm : unsigned char { ring, tree };
enum class nccl_protocol : unsigned char { ll, ll128, simple };
enum class nccl_generation : unsigned char { volta, ampere, hopper, blackwell };

constexpr const char* name(nccl_algorithm algorithm) noexcept {
  return algorithm == nccl_algorithm::ring ? "ring" : "tree";
}
constexpr const char* name(nccl_protocol protocol) noexcept {
  return protocol == nccl_protocol::ll ? "LL" : protocol == nccl_protocol::ll128 ? "LL128" : "Simple";
}

// What NCCL would run, and what its own model says that takes.
struct nccl_choice {
  nccl_algorithm algorithm = nccl_algorithm::ring;
  nccl_protocol protocol = nccl_protocol::simple;
  seconds time{};
  [[nodiscard]] static constexpr nccl_choice not_a_number() noexcept {
    return {nccl_algorithm::ring, nccl_protocol::simple, seconds::not_a_number()};
  }
};

// NCCL's own tuning model, as a peer: ring and tree x LL, LL128, Simple on NVLink inside a node. R ranks on N nodes of
// ppn each; bandwidth is that of the algorithm, n the full vector:
//
//   time = latency + n / bandwidth
//   ring latency = base + (steps - inter) max(intra, overhead) + inter net
//   tree latency = base + 2 [(ppn-1) intra + floor(lg N) net]
//
// steps = R-1 and inter = N-1, for AllReduce twice that. Two corrections are for AllReduce only: the plateau of a
// Simple ring between nodes (latency x 1.4, on Volta 1.9, from 64 bytes per channel and rank on), and the bandwidth of
// a tree by message size.
// Assumptions: (1) the tuner's constants hold for the machine; (2) CollNet, NVLS and PAT are off, LL128 is on; (3) one
// operation at a time, balanced trees.
// Valid: ranks_per_node >= 1, ranks >= 1 in one node or a multiple of it, channels >= 1, bandwidths > 0; AllReduce,
// ReduceScatter and AllGather. A tuner ranks algorithms: its absolute times are rough, and they fall for a larger
// message where a tree's correction steps up.
// Source: NVIDIA/nccl 2.30.7, src/graph/tuning.cc (constants only).
struct nccl_tuning {
  int ranks_per_node = 8;
  int channels = 8;
  bandwidth intra_per_channel{};  // used on one and two nodes
  bandwidth inter_per_channel{};  // used from three nodes on
  seconds net_latency{};          // of the network, on top of the tuner's constants
  nccl_generation generation = nccl_generation::ampere;
  bool amd_host = false;

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr seconds time(Operation operation, bytes message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    return choose<P>(operation, message_bytes, ranks).time;
  }

  // The faster of all that apply.
  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr nccl_choice choose(Operation operation, bytes message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    if (ranks < 1) {
      return detail::fail<P>("collective: ranks must be >= 1 (docs/errors.md#E303)", ranks, nccl_choice{});
    }
    if (ranks_per_node < 1 || channels < 1) {
      return detail::fail<P>("collective::nccl_tuning: ranks_per_node and channels must be >= 1 (docs/errors.md#E371)",
                             ranks_per_node < 1 ? ranks_per_node : channels, nccl_choice{});
    }
    if (!detail::finite_positive(intra_per_channel.si()) || !detail::finite_positive(inter_per_channel.si()) ||
        !detail::finite_non_negative(net_latency.si())) {
      return detail::fail<P>(
          "collective::nccl_tuning: both bandwidths per channel must be finite and > 0, net_latency finite and >= 0 "
          "(docs/errors.md#E372)",
          !detail::finite_positive(intra_per_channel.si())   ? intra_per_channel.si()
          : !detail::finite_positive(inter_per_channel.si()) ? inter_per_channel.si()
                                                             : net_latency.si(),
          nccl_choice{});
    }
    if (ranks > ranks_per_node && ranks % ranks_per_node != 0) {
      return detail::fail<P>(
          "collective::nccl_tuning: ranks must be a multiple of ranks_per_node, or fit into one node "
          "(docs/errors.md#E370)",
          ranks, [&] { return fastest(operation, nearest(message_bytes), ranks / ranks_per_node * ranks_per_node); });
    }
    if (!detail::finite_non_negative(message_bytes.si())) {
      return detail::fail<P>("collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)",
                             message_bytes.si(), [&] { return fastest(operation, nearest(message_bytes), ranks); });
    }
    return fastest(operation, message_bytes, ranks);
  }

  // One cell of the tuner's table. Arguments as for choose(), already valid.
  template <class Operation>
  [[nodiscard]] constexpr seconds of(Operation, nccl_algorithm algorithm, nccl_protocol protocol, bytes message_bytes,
                                     int ranks) const noexcept {
    static_assert(
        is_all_reduce<Operation> || std::same_as<Operation, reduce_scatter> || std::same_as<Operation, all_gather>,
        "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
    const bool several = ranks > ranks_per_node;
    const shape s{static_cast<double>(ranks), several ? ranks / ranks_per_node : 1, several ? ranks_per_node : ranks,
                  is_all_reduce<Operation> ? 2.0 : 1.0};
    const bool ring = algorithm == nccl_algorithm::ring;
    double latency_us = ring ? ring_latency_us(s, protocol) : tree_latency_us(s, protocol);
    double rate = ring ? ring_rate(s, protocol) : tree_rate(s, protocol);
    const double n = message_bytes.si();
    if (ring && protocol == nccl_protocol::simple && is_all_reduce<Operation> && s.nodes > 1 &&
        n / (static_cast<double>(channels) * ranks) >= 64.0) {
      latency_us *= generation == nccl_generation::volta ? 1.9 : 1.4;
    }
    if (!ring) rate *= tree_correction(protocol, n);
    return latency_us * units::us + n / rate * units::s;
  }

  // Start-up of one cell of AllReduce on `nodes` full nodes, >= 1, without the plateau.
  [[nodiscard]] constexpr seconds latency(nccl_algorithm algorithm, nccl_protocol protocol, int nodes) const noexcept {
    const shape s{static_cast<double>(nodes) * ranks_per_node, nodes, ranks_per_node, 2.0};
    return (algorithm == nccl_algorithm::ring ? ring_latency_us(s, protocol) : tree_latency_us(s, protocol)) *
           units::us;
  }

 private:
  struct shape {
    double ranks;
    int nodes, per_node;
    double passes;  // over the ring
  };
  template <class Operation>
  static constexpr bool is_all_reduce = std::same_as<Operation, all_reduce>;

  static constexpr bytes nearest(bytes n) noexcept {
    return detail::clamped(n.si(), 0.0, (std::numeric_limits<double>::max)()) * units::B;
  }
  template <class Operation>
  constexpr nccl_choice fastest(Operation operation, bytes n, int ranks) const noexcept {
    if (ranks == 1) return {};
    nccl_choice best{};
    for (int cell = is_all_reduce<Operation> ? 0 : 3; cell < 6; ++cell) {  // trees first: NCCL's order, for ties
      const auto algorithm = cell < 3 ? nccl_algorithm::tree : nccl_algorithm::ring;
      const auto protocol = static_cast<nccl_protocol>(cell % 3);
      const seconds time = of(operation, algorithm, protocol, n, ranks);
      if (best.time == seconds{} || time < best.time) best = {algorithm, protocol, time};
    }
    return best;
  }

  // Tables are indexed by protocol LL, LL128, Simple; microseconds and GB/s.
  static constexpr double ring_base[3] = {6.6, 14.0, 8.4}, tree_base[3] = {6.8, 14.0, 8.4};
  static constexpr double ring_nvlink[3] = {0.6, 1.9, 3.4}, tree_nvlink[3] = {0.6, 1.25, 4.0};
  static constexpr double ring_net[3] = {2.7, 4.0, 14.0}, tree_net[3] = {5.0, 8.5, 14.0};
  // By generation, and by one node, two, more.
  static constexpr double ll_most[4][3] = {
      {39.0, 39.0, 20.4}, {87.7, 22.5, 19.0}, {141.0, 45.0, 35.0}, {282.0, 90.0, 70.0}};
  static constexpr double ring_ll128_most[4] = {20.0, 20.0, 36.7, 40.0};
  static constexpr double tree_ll128_most[4][3] = {
      {20.0, 20.0, 20.0}, {20.0, 20.0, 20.0}, {36.7, 36.7, 29.0}, {55.6, 31.67, 20.0}};
  static constexpr double tree_most[4][3] = {
      {26.5, 18.5, 10.0}, {24.0, 23.6, 17.8}, {38.7, 41.4, 36.0}, {70.0, 42.8, 24.0}};
  // Tree bandwidth by floor(lg(n / 64 B)).
  static constexpr double correction[3][23] = {
      {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1},
      {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
      {.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9}};

  static constexpr int row(int nodes) noexcept { return nodes == 1 ? 0 : nodes == 2 ? 1 : 2; }
  static constexpr double lesser(double a, double b) noexcept { return b < a ? b : a; }

  [[nodiscard]] constexpr double inter_us(shape s, const double (&net)[3], nccl_protocol protocol) const noexcept {
    const auto i = static_cast<int>(protocol);
    const double flush = protocol == nccl_protocol::simple ? 2.0 : 1.0;  // Simple flushes: the network counts once more
    // With one rank a node nothing hides the network: NCCL takes the tree's latency for the ring too.
    return (s.per_node == 1 ? tree_net[i] : net[i]) + flush * net_latency.in(units::us);
  }
  [[nodiscard]] constexpr double ring_latency_us(shape s, nccl_protocol protocol) const noexcept {
    const auto i = static_cast<int>(protocol);
    const double steps = s.passes * (s.ranks - 1.0);
    const double inter = s.passes * (s.nodes - 1.0);
    const double host = (amd_host ? 2.0 : 1.0) * (protocol == nccl_protocol::simple ? 3.0 : 1.0);
    const double intra = s.nodes > 1 && host > ring_nvlink[i] ? host : ring_nvlink[i];
    return ring_base[i] + (steps - inter) * intra + inter * inter_us(s, ring_net, protocol);
  }
  [[nodiscard]] constexpr double tree_latency_us(shape s, nccl_protocol protocol) const noexcept {
    const auto i = static_cast<int>(protocol);
    return tree_base[i] +
           2.0 * ((s.per_node - 1.0) * tree_nvlink[i] + floor_log2(s.nodes) * inter_us(s, tree_net, protocol));
  }

  [[nodiscard]] constexpr double bus_rate(shape s) const noexcept {
    return channels * (s.nodes <= 2 ? intra_per_channel : inter_per_channel).si();
  }
  [[nodiscard]] constexpr double ll_rate(shape s) const noexcept {
    const int by = s.nodes == 1 ? static_cast<int>(generation) : amd_host ? 1 : 0;
    return ll_most[by][row(s.nodes)] * 1e9;
  }
  [[nodiscard]] constexpr double ring_rate(shape s, nccl_protocol protocol) const noexcept {
    double bus = bus_rate(s);
    if (protocol == nccl_protocol::ll) bus = lesser(ll_rate(s), 0.5 * bus);
    if (protocol == nccl_protocol::ll128) {
      bus = lesser(0.92 * bus, channels * ring_ll128_most[static_cast<int>(generation)] * 1e9);
    }
    return bus * s.ranks / (s.passes * (s.ranks - 1.0));
  }
  [[nodiscard]] constexpr double tree_rate(shape s, nccl_protocol protocol) const noexcept {
    const auto by = static_cast<int>(generation);
    double bus = lesser(0.92 * bus_rate(s), channels * tree_most[by][row(s.nodes)] * 1e9);
    if (protocol == nccl_protocol::ll) bus = lesser(bus / 3.8, ll_rate(s));
    if (protocol == nccl_protocol::ll128) {
      bus =
          lesser(bus * (s.nodes == 1 ? 7.0 / 9.0 : 120.0 / 128.0), channels * tree_ll128_most[by][row(s.nodes)] * 1e9);
    }
    return 0.5 * bus;
  }
  static constexpr double tree_correction(nccl_protocol protocol, double n) noexcept {
    if (!(n >= 64.0 && n < 64.0 * (1 << 23))) return 1.0;  // the table's ends: 64 B and 512 MiB
    return correction[static_cast<int>(protocol)][floor_log2(static_cast<std::int64_t>(n) / 64)];
  }
};

}  // namespace traincost::collective
