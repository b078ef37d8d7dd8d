// expect: a delay mode needs a const member age\(seconds latency, seconds compute\).*docs/errors\.md#E152
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr convergence::delay<> age(seconds, seconds) const { return {2.0}; }
};
#else
struct mine {
  constexpr convergence::delay<> age(seconds) const { return {2.0}; }
};
#endif
constexpr auto ratio = training{}.with_delay(mine{}).step_ratio(8.8 * ms, 80.0 * ms);
