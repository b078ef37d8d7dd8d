// expect: a penalty law fitted to latencies goes with convergence::latency_driven.*docs/errors\.md#E191
#include "traincost/convergence/latency_law.hpp"
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr convergence::latency_law<> law{.shape = {0.1}, .baseline = 2.1 * ms, .calibrated_to = 15.3 * ms};
#ifdef TRAINCOST_FIXED
constexpr convergence::latency_driven mode{};
#else
constexpr convergence::delayed_by mode{1};
#endif
constexpr auto ratio = training{}.with_delay(mode).with_penalty(law).step_ratio(8.8 * ms, 80.0 * ms);
