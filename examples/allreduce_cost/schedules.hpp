// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <traincost/collective/hccl_pipeline.hpp>
#include <traincost/collective/mesh.hpp>
#include <traincost/collective/overlapped_levels.hpp>
#include <traincost/collective/two_level.hpp>

// How a mesh inside the servers and an algorithm between them work together. A schedule is a collective model with one
// more question, `levels`: how long each level is busy. For stages one after the other, which is
// collective::two_level itself, that adds up to the time; where levels overlap it is more.
namespace allreduce_cost {

namespace collective = traincost::collective;

template <class Outer>
struct overlapped {
  collective::overlapped_levels<collective::mesh<>, Outer> model;

  template <class Operation>
  traincost::seconds time(Operation operation, traincost::bytes n, int ranks) const {
    return model.time(operation, n, ranks);
  }
  template <class Operation>
  collective::level_times<double> levels(Operation operation, traincost::bytes n, int ranks) const {
    const double chunks = model.best(operation, n, ranks);
    const auto one = model.levels.levels(operation, n / chunks, ranks);
    return {chunks * one.inner, chunks * one.outer};
  }
};

// A ring of M - 1 steps between the servers and a mesh of M steps inside them, on blocks of n/p.
struct pipeline {
  collective::hccl_pipeline<> model;

  template <class Operation>
  traincost::seconds time(Operation operation, traincost::bytes n, int ranks) const {
    return model.time(operation, n, ranks);
  }
  template <class Operation>
  collective::level_times<double> levels(Operation operation, traincost::bytes n, int ranks) const {
    if constexpr (std::same_as<Operation, collective::all_reduce>) {
      const auto down = levels(collective::reduce_scatter{}, n, ranks);
      const auto up = levels(collective::all_gather{}, n, ranks);
      return {down.inner + up.inner, down.outer + up.outer};
    } else {
      const int servers = ranks / model.group;
      return {servers * collective::mesh{model.inside}.time(operation, n / static_cast<double>(servers), model.group),
              collective::ring{model.between}.time(operation, n / static_cast<double>(model.group), servers)};
    }
  }
};

// What one level of a schedule does, as a model of its own, so that collective::buffered can add it up.
template <class Schedule>
struct busy {
  Schedule schedule;
  traincost::seconds collective::level_times<double>::*level;

  template <class Operation>
  traincost::seconds time(Operation operation, traincost::bytes n, int ranks) const {
    return schedule.levels(operation, n, ranks).*level;
  }
};

}  // namespace allreduce_cost
