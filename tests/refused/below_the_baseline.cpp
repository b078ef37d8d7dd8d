// expect: mfu::documented: latency must be finite and >= the baseline latency.*docs/errors\.md#E322
#include "traincost/mfu/documented.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr mfu::documented<> law{percent(52.0), fraction{0.18}, 2.1 * ms};
#ifdef TRAINCOST_FIXED
constexpr auto mfu = law.mfu(8.8 * ms);
#else
constexpr auto mfu = law.mfu(1.0 * ms);
#endif
