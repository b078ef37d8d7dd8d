// expect: an overlap rule must be copyable.*docs/errors\.md#E171
#include "traincost/collective/ring.hpp"
#include "traincost/hardware/ascend910b.hpp"
#include "traincost/step/composed.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr step::breakdown<> operator()(seconds compute, seconds communication) const {
    return {compute, communication, {}};
  }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr step::breakdown<> operator()(seconds compute, seconds communication) const {
    return {compute, communication, {}};
  }
};
#endif
constexpr step::load<> job{.work = 10.0 * TFLOP, .reduced = 16.0 * MB, .ranks = 8};
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
constexpr auto npu = compute::roofline<>::of(hardware::ascend910b2);
constexpr auto result = step::compose(model, npu, mine{}, job);
