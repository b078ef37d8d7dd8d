// expect: a bare number has no unit.*docs/errors\.md#E204
#include "traincost/units/constants.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr seconds latency = 2.1 * ms;
#else
constexpr seconds latency = 2.1;
#endif
