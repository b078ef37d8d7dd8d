// expect: a penalty law must be copyable.*docs/errors\.md#E161
#include "traincost/collective/ring.hpp"
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency / (50.0 * ms), status::ok}; }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency / (50.0 * ms), status::ok}; }
};
#endif
using run = training<collective::ring<>, compute::roofline<>, step::serial, convergence::synchronous, mine>;
auto at(const run& model) { return model.step_ratio(8.8 * ms); }
