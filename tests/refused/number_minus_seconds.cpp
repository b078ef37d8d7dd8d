// expect: a bare number has no unit.*docs/errors\.md#E204
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr auto rest = 15.3 * ms - 2.1 * ms;
#else
constexpr auto rest = 15.3 - 2.1 * ms;
#endif
