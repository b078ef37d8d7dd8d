// SPDX-License-Identifier: BSL-1.0
// A header of a user's own that only declares functions needs fwd.hpp alone: every name is known, with its default
// arguments. The other half of this file includes everything, and the declarations mean the same there.
#include "traincost/fwd.hpp"

namespace traincost::tests {

using time = quantity<dim{.time = 1}>;
using size = quantity<dim{.data = 1}>;
using rate = quantity<dim{.time = -1, .data = 1}>;

time all_reduce_time(const collective::ring<>& model, size message, int ranks);
time all_reduce_time(const collective::mesh<>& model, size message, int ranks);
time all_reduce_time(const collective::nhr<>& model, size message, int ranks);
time all_reduce_time(const collective::halving_doubling<>& model, size message, int ranks);
time all_reduce_time(const collective::two_level<>& model, size message, int ranks);
time all_reduce_time(const collective::fastest_of<>& model, size message, int ranks);
time all_reduce_time(const collective::any_of<collective::ring<>, collective::mesh<>>& model, size message, int ranks);
time all_reduce_time(const collective::ring<hardware::port_link<>, collective::pipelined>& model, size, int ranks);
time joined(collective::affine law, time start_up, time transfer);
template <class Algorithm>
time under(const collective::flat<Algorithm>& model, size message, int ranks);

rate goodput(const hardware::rocev2<>& network, const hardware::port_link<>& port, const hardware::pair_link<>& pair);
rate memory(const hardware::accelerator<>& npu, const hardware::cluster<>& cluster, hardware::link_kind kind);
time compute_time(const compute::roofline<>& model, const step::load<>& job);
step::breakdown<> step_of(step::serial, const step::overlapped<>& rule, const step::load<>& job);

convergence::delay<> age(convergence::synchronous, convergence::latency_driven, const convergence::delayed_by<>& mode);
estimate<double> step_ratio(const convergence::latency_law<>& law, const convergence::latency_point<>& point);
estimate<double> step_ratio(const convergence::delay_law<convergence::hyperbolic<>>& law, convergence::delay<> age);
double excess(const convergence::linear<>&, const convergence::power<>&, const convergence::quadratic<>&,
              const convergence::exponential<>&, const convergence::excess_point<>&);

fraction<> mfu_at(const mfu::amdahl<>&, const mfu::documented<>&, const mfu::overlapped<>&, time latency);
mfu::decomposition<> losses(const training<>& run, time latency);
outcome<> run(const training<>& run, time latency);
outcome<float> run(const training<collective::ring<>>& run, quantity<dim{.time = 1}, float> latency);

template <eval_policy P = default_policy>
outcome<> run_under(const training<>& run, time latency);

// Pointers to what is only declared are complete.
struct plan {
  const training<>* run = nullptr;
  const collective::two_level<>* collective = nullptr;
  eval_policy policy = batch_policy;
};
static_assert(plan{}.run == nullptr && plan{}.policy.domain == on_error::quiet_nan);

}  // namespace traincost::tests

#include "traincost/traincost.hpp"

namespace traincost::tests {

// Default arguments are those of the definitions, and what was declared above can be called.
static_assert(std::same_as<time, seconds> && std::same_as<size, bytes> && std::same_as<rate, bandwidth>);
static_assert(std::same_as<fraction<>, fraction<double>> && std::same_as<outcome<>, outcome<double>>);
static_assert(std::same_as<collective::ring<>, collective::ring<hardware::port_link<double>, collective::affine>>);
static_assert(std::same_as<collective::mesh<>, collective::mesh<hardware::pair_link<double>, collective::affine>>);
static_assert(std::same_as<collective::two_level<>, collective::two_level<collective::mesh<>, collective::ring<>>>);
static_assert(
    std::same_as<training<>, training<collective::two_level<collective::mesh<>, collective::nhr<>>, compute::roofline<>,
                                      step::serial, convergence::synchronous,
                                      convergence::delay_law<convergence::linear<double>>, mfu::amdahl<double>>>);
static_assert(std::same_as<decltype(all_reduce_time(collective::ring<>{}, bytes{}, 2)), seconds>);
static_assert(std::same_as<decltype(all_reduce_time(collective::two_level<>{}, bytes{}, 2)), seconds>);
static_assert(std::same_as<decltype(under(collective::ring<>{}, bytes{}, 2)), seconds>);
static_assert(std::same_as<decltype(run(training<>{}, seconds{})), outcome<>>);
static_assert(std::same_as<decltype(run(training<collective::ring<>>{}, basic_seconds<float>{})), outcome<float>>);
static_assert(std::same_as<decltype(run_under<batch_policy>(training<>{}, seconds{})), outcome<>>);
static_assert(std::same_as<decltype(losses(training<>{}, seconds{})), mfu::decomposition<double>>);

}  // namespace traincost::tests
