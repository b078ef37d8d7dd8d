// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/buffered.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/hccl_pipeline.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/one_shot_mesh.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

namespace traincost::collective {

enum class hccl_algorithm : unsigned char { one_shot_mesh, mesh, pipeline, ring, nhr, halving_doubling, pairwise };

constexpr const char* name(hccl_algorithm algorithm) noexcept {
  constexpr const char* names[] = {"one_shot_mesh", "mesh", "pipeline", "ring", "nhr", "halving_doubling", "pairwise"};
  return names[static_cast<unsigned char>(algorithm)];
}

// What HCCL would run between servers (inside one: within it), the rule that decided, and what it costs.
template <class Rep>
struct hccl_choice {
  hccl_algorithm algorithm = hccl_algorithm::mesh;
  const char* reason = "";
  basic_seconds<Rep> time{};

  [[nodiscard]] static constexpr hccl_choice not_a_number() noexcept {
    return {hccl_algorithm::mesh, "refused", basic_seconds<Rep>::not_a_number()};
  }
};

// HCCL's own choice on Atlas A2 (910B, CANN of July 2025), single-operator mode, and what it costs on the given links.
//
//   one server                  mesh; AllReduce up to 256 KiB one-shot
//   Pipeline, servers of two    ReduceScatter, AllGather: a rank's block >= 32 KiB; AllReduce: >= 1 MiB (both 2 MiB
//     ranks or more             without RDMA-Lite), while its FFTS contexts fit into 65535: M (5(D-1) + 8) + 5, twice
//                               that for AllReduce
//   AllReduce, ReduceScatter,   the cheapest of ring, NHR and halving-doubling by HCCL's constants (60 us a step,
//     AllGather otherwise       20 x 2^30 B/s, for two servers PCIe's 54.4 x 2^30), ties in that order; it comes out
//                               as a ring for two and three servers and as NHR from four on, whatever the size
//   Reduce                      halving-doubling for 8 servers and more or a power of two, else ring
//   Broadcast, Scatter          always halving-doubling, always ring: they do not run the other
//   AllToAll                    pairwise between servers
//
// The constants only choose; the time is that of the chosen algorithm on `inside` and `between`, in whole buffers.
// Assumptions: (1) default environment, not deterministic, no AIV; (2) sums and types that reduce in line.
// Valid: group >= 1, ranks <= group or a multiple of it. Newer releases moved thresholds and do not run Pipeline in
// servers of two: say which one you plan for.
// Source: gitee ascend/cann-hccl, coll_alg_operator.cc, alg_configurator.cc and the operators' own files (facts only);
// HCCL documentation for the environment.
template <class Inside, class Between>
struct hccl_default {
  using rep = typename Between::rep;
  using choice = hccl_choice<rep>;
  Inside inside{};
  Between between{};
  int group = 8;
  bool rdma_lite = true;
  bytes buffer = 200.0 * units::MiB;

  static constexpr seconds step = 60.0 * units::us;
  static constexpr bandwidth network = 20.0 * units::GiB_per_s;
  static constexpr bandwidth two_servers = 54.4 * units::GiB_per_s;
  static constexpr bytes one_shot_limit = 256.0 * units::KiB;
  static constexpr std::int64_t pipeline_contexts = 65535;

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr basic_seconds<rep> time(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    return choose<P>(operation, message_bytes, ranks).time;
  }

  // The algorithm, why, and its time. Thresholds look at the whole message, the selector's costs at one buffer of it.
  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr choice choose(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(covers<Operation>, "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
    if (group < 1) {
      return detail::fail<P>("collective::hccl_default: group must be >= 1 rank (docs/errors.md#E375)", group,
                             choice{});
    }
    if (ranks > group && ranks % group != 0) {
      return detail::fail<P>(
          "collective::hccl_default: ranks must be a multiple of the group, or fit into one (docs/errors.md#E376)",
          ranks, [&] { return priced<P>(operation, message_bytes, ranks / group * group); });
    }
    if (!detail::finite_non_negative(message_bytes.si())) {
      return detail::fail<P>("collective: message_bytes must be finite and >= 0 (docs/errors.md#E301)",
                             message_bytes.si(), [&] { return priced<P>(operation, message_bytes, ranks); });
    }
    return priced<P>(operation, message_bytes, ranks);
  }

 private:
  template <class Operation>
  static constexpr bool all = std::same_as<Operation, all_reduce>;
  template <class Operation>
  static constexpr bool one_way = std::same_as<Operation, reduce_scatter> || std::same_as<Operation, all_gather>;
  template <class Operation>
  static constexpr bool covers =
      all<Operation> || one_way<Operation> || std::same_as<Operation, broadcast> || std::same_as<Operation, reduce> ||
      std::same_as<Operation, scatter> || std::same_as<Operation, all_to_all>;

  // For a group and ranks that fit; a message that does not is the nearest that does.
  template <eval_policy P, class Operation>
  constexpr choice priced(Operation operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    const rep most = (std::numeric_limits<rep>::max)();
    const auto n = from_si<dim{.data = 1}>(detail::clamped(message_bytes.si(), rep(0), most));
    choice result = decide(operation, bytes{n}, ranks);
    result.time = buffered{one_pass{this, result.algorithm}, buffer}.template time<P>(operation, n, ranks);
    return result;
  }

  template <class Operation>
  constexpr choice decide(Operation, bytes n, int ranks) const noexcept {
    if (ranks <= group) {
      return all<Operation> && n <= one_shot_limit ? because(hccl_algorithm::one_shot_mesh, "one server, up to 256 KiB")
                                                   : because(hccl_algorithm::mesh, "one server: full mesh");
    }
    const int servers = ranks / group;
    if constexpr (all<Operation> || one_way<Operation>) {
      const bytes block = n / static_cast<double>(ranks);
      const bytes least = !rdma_lite ? 2.0 * units::MiB : all<Operation> ? 1.0 * units::MiB : 32.0 * units::KiB;
      const std::int64_t contexts = (all<Operation> ? 2 : 1) * (servers * (5 * (std::int64_t{group} - 1) + 8) + 5);
      if (group > 1 && block >= least && contexts <= pipeline_contexts) {
        return because(hccl_algorithm::pipeline, "the block per rank reaches the pipeline's threshold");
      }
      const bytes loop = n < buffer ? n : buffer;
      return cheapest(servers, all<Operation> ? loop / static_cast<double>(group) : loop, all<Operation> ? 2.0 : 1.0);
    } else if constexpr (std::same_as<Operation, all_to_all>) {
      return because(hccl_algorithm::pairwise, "AllToAll between servers");
    } else if constexpr (std::same_as<Operation, broadcast>) {
      return because(hccl_algorithm::halving_doubling, "Broadcast does not run a ring between servers");
    } else if constexpr (std::same_as<Operation, scatter>) {
      return because(hccl_algorithm::ring, "Scatter does not run halving-doubling between servers");
    } else {
      return servers >= 8 || is_power_of_two(servers)
                 ? because(hccl_algorithm::halving_doubling, "Reduce: 8 servers or more, or a power of two")
                 : because(hccl_algorithm::ring, "Reduce: fewer than 8 servers, not a power of two");
    }
  }
  static constexpr choice because(hccl_algorithm algorithm, const char* reason) noexcept {
    return {algorithm, reason, {}};
  }

  // HCCL's selector: start-up and transfer of `passes` ReduceScatter-like passes over n.
  static constexpr choice cheapest(int servers, bytes n, double passes) noexcept {
    const bandwidth rate = servers == 2 ? two_servers : network;
    const auto cost = [&](int steps, double share) { return passes * (steps * step + (share * n) / rate); };
    const double share = (servers - 1.0) / servers;
    const seconds by_ring = cost(servers - 1, share);
    const seconds by_nhr = cost(ceil_log2(servers), share);
    const seconds by_halving = cost(ceil_log2(servers), is_power_of_two(servers) ? share : 1.0 + share);
    if (by_ring <= by_nhr && by_ring <= by_halving) {
      return because(hccl_algorithm::ring, "the selector's cheapest: ring");
    }
    return by_nhr <= by_halving
               ? because(hccl_algorithm::nhr, "the selector's cheapest: NHR")
               : because(hccl_algorithm::halving_doubling, "the selector's cheapest: halving-doubling");
  }

  // The chosen algorithm on one buffer of the message, for `buffered`.
  struct one_pass {
    const hccl_default* self;
    hccl_algorithm chosen;

    template <eval_policy P = default_policy, class Operation>
    [[nodiscard]] constexpr basic_seconds<rep> time(Operation operation, basic_bytes<rep> n, int ranks) const
        noexcept(never_throws<P>) {
      const auto staged = [&](auto outer) {
        const two_level levels{mesh{self->inside}, outer, self->group, staging::outer_first};
        return levels.template time<P>(operation, n, ranks);
      };
      if constexpr (std::same_as<Operation, all_to_all>) {
        return staged(pairwise{self->between});
      } else if constexpr (std::same_as<Operation, scatter>) {
        return staged(ring{self->between});
      } else if constexpr (std::same_as<Operation, broadcast>) {
        return staged(halving_doubling{self->between});
      } else {
        if constexpr (all<Operation>) {
          if (chosen == hccl_algorithm::one_shot_mesh) {
            return one_shot_mesh{self->inside}.template time<P>(operation, n, ranks);
          }
        }
        if constexpr (all<Operation> || one_way<Operation>) {
          if (chosen == hccl_algorithm::pipeline) {
            return hccl_pipeline{self->inside, self->between, self->group}.template time<P>(operation, n, ranks);
          }
          if (chosen == hccl_algorithm::nhr) return staged(nhr{self->between});
        }
        return chosen == hccl_algorithm::halving_doubling ? staged(halving_doubling{self->between})
                                                          : staged(ring{self->between});
      }
    }
  };
};

template <class Inside, class Between>
hccl_default(Inside, Between) -> hccl_default<Inside, Between>;
template <class Inside, class Between>
hccl_default(Inside, Between, int) -> hccl_default<Inside, Between>;
template <class Inside, class Between>
hccl_default(Inside, Between, int, bool) -> hccl_default<Inside, Between>;
template <class Inside, class Between>
hccl_default(Inside, Between, int, bool, bytes) -> hccl_default<Inside, Between>;

}  // namespace traincost::collective
