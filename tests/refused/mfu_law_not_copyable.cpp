// expect: an MFU law must be copyable.*docs/errors\.md#E181
#include "traincost/collective/ring.hpp"
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr fraction<> mfu(seconds) const { return percent(44.0); }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr fraction<> mfu(seconds) const { return percent(44.0); }
};
#endif
using run = training<collective::ring<>, compute::roofline<>, step::serial, convergence::synchronous,
                     convergence::delay_law<>, mine>;
auto at(const run& model) { return model.mfu_direct(8.8 * ms); }
