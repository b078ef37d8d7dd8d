// expect: a delay mode must be copyable.*docs/errors\.md#E151
#include "traincost/collective/ring.hpp"
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr convergence::delay<> age(seconds, seconds) const { return {2.0}; }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr convergence::delay<> age(seconds, seconds) const { return {2.0}; }
};
#endif
using run = training<collective::ring<>, compute::roofline<>, step::serial, mine>;
auto at(const run& model) { return model.step_ratio(8.8 * ms); }
