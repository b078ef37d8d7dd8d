// expect: a penalty law needs a const member step_ratio\(seconds latency\) or step_ratio\(convergence::delay
// age\).*docs/errors\.md#E162
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr estimate<double> step_ratio(seconds latency) const { return {1.0 + latency / (50.0 * ms), status::ok}; }
};
#else
struct mine {
  constexpr estimate<double> penalty(seconds latency) const { return {1.0 + latency / (50.0 * ms), status::ok}; }
};
#endif
constexpr auto ratio = training{}.with_penalty(mine{}).step_ratio(8.8 * ms, 80.0 * ms);
