// expect: only quantities of one dimension compare.*docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr bool shorter = 2.1 * ms < 1.0 * s;
#else
constexpr bool shorter = 2.1 * ms < 1.0 * GB;
#endif
