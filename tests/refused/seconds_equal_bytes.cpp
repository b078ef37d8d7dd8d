// expect: only quantities of one dimension compare.*docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr bool same = 2.1 * ms == 2100.0 * us;
#else
constexpr bool same = 2.1 * ms == 2100.0 * B;
#endif
