// expect: at\(latency\) takes a time, such as 8\.8 \* ms.*docs/errors\.md#E204
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
auto at(const training<>& run) { return run.at(8.8 * ms); }
#else
auto at(const training<>& run) { return run.at(8.8); }
#endif
