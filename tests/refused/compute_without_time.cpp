// expect: a compute model needs a const member time\(flops work, bytes traffic\).*docs/errors\.md#E142
#include "traincost/collective/ring.hpp"
#include "traincost/step/composed.hpp"
#include "traincost/step/serial.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr seconds time(flops work, bytes) const { return work / (300.0 * TFLOP_per_s); }
};
#else
struct mine {
  constexpr seconds time(flops work) const { return work / (300.0 * TFLOP_per_s); }
};
#endif
constexpr step::load<> job{.work = 10.0 * TFLOP, .reduced = 16.0 * MB, .ranks = 8};
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
constexpr auto result = step::compose(model, mine{}, step::serial{}, job);
