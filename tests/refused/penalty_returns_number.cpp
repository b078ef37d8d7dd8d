// expect: step_ratio\(\.\.\.\) of a penalty law must return traincost::estimate.*docs/errors\.md#E163
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency / (50.0 * ms), status::ok}; }
};
#else
struct mine {
  constexpr double step_ratio(seconds latency) const { return 1.0 + latency / (50.0 * ms); }
};
#endif
constexpr auto ratio = training{}.with_penalty(mine{}).step_ratio(8.8 * ms, 80.0 * ms);
