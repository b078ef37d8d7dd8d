// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/mesh.hpp"
#include "traincost/collective/ring.hpp"

namespace traincost::collective {

// HCCL's Pipeline: a ring between M servers whose every step overlaps with a full mesh inside them. While a rank passes
// a block of x = n/p on to the next server, it hands the block before to the D-1 others of its own.
//
//   ReduceScatter   T = (M-1) max(alpha_b + x beta_b, alpha_i + x beta_i) + alpha_i + x beta_i + x R
//   AllGather       the same without R
//   AllReduce       the sum of both
//   R = (M-1) gamma_b + M (D-1) gamma_i        of `between` (a port) and `inside` (one link of a pair), p = M D
//
// Assumptions: (1) ring and mesh run at the same time at full rate; (2) every rank has its own port; (3) reduction is
// not hidden. HCCL's page has no gamma, which is right for its in-line reduction: gamma = 0.
// Valid: ranks a multiple of group >= 2, two groups or more (HCCL's newer code asks for group > 2).
// For small messages its M steps are too many. Source: HCCL documentation, Pipeline.md; R from the data flow.
template <class Inside, class Between>
struct hccl_pipeline {
  using rep = typename Inside::rep;
  static constexpr const char* name = "hccl_pipeline";
  Inside inside{};
  Between between{};
  int group = 8;

  template <eval_policy P = default_policy, class Operation>
  [[nodiscard]] constexpr basic_seconds<rep> time(Operation, basic_bytes<rep> message_bytes, int ranks) const
      noexcept(never_throws<P>) {
    static_assert(Inside::kind == hardware::link_kind::pair && Between::kind == hardware::link_kind::port,
                  "traincost: a mesh takes hardware::pair_link (beta of one pairwise link), every other algorithm "
                  "hardware::port_link (beta of the rank's port) (docs/errors.md#E121)");
    static_assert(passes<Operation> > 0,
                  "traincost: this algorithm does not offer this operation (docs/errors.md#E122)");
    if (group < 2) {
      return detail::fail<P>("collective::hccl_pipeline: group must be >= 2 ranks (docs/errors.md#E346)", group,
                             basic_seconds<rep>{});
    }
    const int servers = ranks / group;
    if (ranks > 1 && (servers < 2 || ranks % group != 0)) {
      return detail::fail<P>(
          "collective::hccl_pipeline: ranks must be a multiple of the group, two groups or more (docs/errors.md#E347)",
          ranks, [&] { return between_groups<P, Operation>(message_bytes, servers < 2 ? 2 : servers); });
    }
    return between_groups<P, Operation>(message_bytes, ranks > 1 ? servers : ranks);
  }

 private:
  template <class Operation>
  static constexpr int passes = std::same_as<Operation, all_reduce>                                              ? 2
                                : std::same_as<Operation, reduce_scatter> || std::same_as<Operation, all_gather> ? 1
                                                                                                                 : 0;

  // `servers` = 1 stands for one rank, which costs nothing.
  template <eval_policy P, class Operation>
  constexpr basic_seconds<rep> between_groups(basic_bytes<rep> message_bytes, int servers) const
      noexcept(never_throws<P>) {
    const auto mesh_link = mesh<Inside>{inside}.template resolved<P>(group);
    const auto ring_link = ring<Between>{between}.template resolved<P>(servers);
    return checked_time<P>(mesh_link, message_bytes, servers, [&](basic_bytes<rep> valid_bytes) {
      return checked_time<P>(ring_link, valid_bytes, servers, [&](basic_bytes<rep> n) {
        const auto block = n / (static_cast<rep>(servers) * static_cast<rep>(group));
        const auto intra = mesh_link.alpha + block * mesh_link.beta;
        const auto inter = ring_link.alpha + block * ring_link.beta;
        const auto one_pass = static_cast<rep>(servers - 1) * (intra < inter ? inter : intra) + intra;
        const auto reduction = static_cast<rep>(servers - 1) * (block * ring_link.gamma) +
                               static_cast<rep>(servers) * static_cast<rep>(group - 1) * (block * mesh_link.gamma);
        const auto moved = static_cast<rep>(passes<Operation>) * one_pass;
        return std::same_as<Operation, all_gather> ? moved : moved + reduction;
      });
    });
  }
};

template <class Inside, class Between>
hccl_pipeline(Inside, Between) -> hccl_pipeline<Inside, Between>;
template <class Inside, class Between>
hccl_pipeline(Inside, Between, int) -> hccl_pipeline<Inside, Between>;

}  // namespace traincost::collective
