// expect: a bare number has no unit.*docs/errors\.md#E204
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr bool negative = 2.1 * ms < 0.0 * s;
#else
constexpr bool negative = 2.1 * ms < 0;
#endif
