// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/model.hpp"
#include "traincost/compute/roofline.hpp"
#include "traincost/step/breakdown.hpp"

namespace traincost::step {

// What one accelerator does in one data-parallel step. Everything is per accelerator.
template <class Rep>
struct load {
  basic_flops<Rep> work{};     // executed, recomputation included
  basic_bytes<Rep> traffic{};  // to and from its memory
  basic_bytes<Rep> reduced{};  // message_bytes of the step's AllReduce
  int ranks = 0;               // that take part in it; to be given where something is reduced
  int all_reduces = 1;         // exposed one after the other
};

// One step: the compute model and `all_reduces` AllReduces, joined by the overlap rule.
// Assumptions: (1) pure data parallelism; (2) equal accelerators; (3) no optimizer or input time.
// Valid: all_reduces >= 0 and what the three models accept.
template <eval_policy P = default_policy, class Collective, class Compute, class Overlap, class Rep>
[[nodiscard]] constexpr breakdown<Rep> compose(const Collective& collective, const Compute& compute,
                                               const Overlap& overlap, const load<Rep>& job) noexcept(never_throws<P>) {
  static_assert(collective::check_collective_model<Collective, Rep>());
  static_assert(compute::check_compute_model<Compute, Rep>());
  static_assert(check_overlap_rule<Overlap, Rep>());
  if (job.all_reduces < 0) {
    return detail::fail<P>("step: all_reduces must be >= 0 (docs/errors.md#E327)", job.all_reduces, breakdown<Rep>{});
  }
  const auto computing = [&] {
    if constexpr (requires { compute.template time<P>(job.work, job.traffic); }) {
      return compute.template time<P>(job.work, job.traffic);
    } else {
      return compute.time(job.work, job.traffic);
    }
  }();
  // A load that reduces nothing needs no ranks; one that does and names none is refused by the collective model.
  const bool alone = job.ranks == 0 && job.reduced == basic_bytes<Rep>{};
  const auto one = alone
                       ? basic_seconds<Rep>{}
                       : collective::policy_call::time<P>(collective, collective::all_reduce{}, job.reduced, job.ranks);
  const auto communicating = static_cast<Rep>(job.all_reduces) * one;
  if constexpr (requires { overlap.template operator()<P>(computing, communicating); }) {
    return overlap.template operator()<P>(computing, communicating);
  } else {
    return overlap(computing, communicating);
  }
}

}  // namespace traincost::step
