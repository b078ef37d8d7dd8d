// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allreduce_cost/candidate.hpp"
#include "support/gnuplot.hpp"

// What is printed, as text, as JSON and as a picture.
namespace allreduce_cost {

struct report {
  machine on;
  offer offered;                        // the algorithms asked for, or all
  bool automatic = true;                // all, with HCCL's choice among them
  std::vector<traincost::bytes> sizes;  // ascending
};

// Candidates that compete, by their indices. On one level these are those through ports and those over pairs, because
// --bandwidth is the bandwidth of another link in each; else it is all of them.
using contest = std::vector<std::size_t>;
std::vector<contest> contests(const report& all);

// The fastest of a contest, the first of those that tie.
std::size_t fastest(const report& all, const contest& among, traincost::bytes n);
// But for rounding.
inline bool as_fast(traincost::seconds time, traincost::seconds best) { return time <= (1.0 + 1e-12) * best; }
// All that are as fast as the fastest.
std::vector<std::string> all_fastest(const report& all, const contest& among, traincost::bytes n);
// The smallest bound of all: some algorithms start several messages at once, which is bound by less.
traincost::seconds least_bound(const report& all, const contest& among, traincost::bytes n);
// The contest in groups whose times never differ.
std::vector<contest> alike(const report& all, const contest& among);

std::vector<std::string> names_of(const report& all, const contest& among);
std::string joined(const std::vector<std::string>& names, const std::string& by = ", ");

// HCCL's choice, where its rules are modelled: what it runs, why, and which candidate that is, if it is priced.
struct hccl_run {
  std::string name;
  std::string reason;
  std::optional<std::size_t> candidate;
};
std::optional<hccl_run> hccl_runs(const report& all, traincost::bytes n);

// Where another algorithm becomes the fastest of its contest, between the first and the last size.
struct crossover {
  traincost::bytes at{};
  std::vector<std::string> before;
  std::vector<std::string> after;
};
std::vector<crossover> crossovers(const report& all, const contest& among, traincost::bytes from, traincost::bytes to);

// What the numbers rest on, a sentence each.
std::vector<std::string> assumptions(const report& all);
// "all_reduce on 256 ranks: 32 servers of 8 (atlas_a2.csv)"
std::string title(const report& all);

std::string to_text(const report& all);
std::string to_json(const report& all);
support::picture to_picture(const report& all, const std::string& file);

}  // namespace allreduce_cost
