// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <traincost/units/constants.hpp>

#include "allreduce_cost/machine.hpp"

// The algorithms that offer an operation on a machine, and what they cost there.
namespace allreduce_cost {

// T = steps alpha + bytes n beta + reduced n gamma.
struct factors {
  double steps = 0.0;
  double bytes = 0.0;
  double reduced = 0.0;
};

// One level's part. Where levels overlap, the times of both add up to more than that of the whole.
struct level_cost {
  const char* name = "";  // flat, inside, between
  const char* link = "";  // port, pair
  int ranks = 0;
  traincost::seconds busy{};
  std::optional<factors> per_round{};  // of a chunk, where the message goes in chunks
};

struct cost {
  traincost::bytes message{};
  traincost::seconds time{};
  traincost::seconds lower_bound{};
  double times_the_bound = 1.0;
  bool fixed = true;            // T = steps alpha + bytes n beta + reduced n gamma, added up over the levels
  std::int64_t rounds = 1;      // through the buffer
  std::optional<int> chunks{};  // of a round, where the algorithm goes in chunks
  std::vector<level_cost> levels{};
};

struct candidate {
  std::string name;
  const char* link = "";  // flat: what --bandwidth is the bandwidth of
  std::function<cost(traincost::bytes)> price;
  std::function<traincost::seconds(traincost::bytes)> time;  // price(...).time, at a fraction of its cost
};

// What HCCL's rules choose: a candidate by its name, and the rule.
struct hccl_choice {
  std::string name;
  const char* reason = "";
};

// What is asked of a machine: an operation, the algorithms that have it, and what HCCL would run.
struct offer {
  std::string operation;
  std::vector<candidate> candidates;                  // in HCCL's order, which settles ties
  std::vector<std::string> uncounted;                 // left out, because nobody counted them under oversubscription
  std::function<hccl_choice(traincost::bytes)> hccl;  // empty where HCCL's rules are not modelled
};

// The operations' names, one of which `offers_on` takes.
std::vector<std::string> operations();
offer offers_on(const machine& on, const std::string& operation);

}  // namespace allreduce_cost
