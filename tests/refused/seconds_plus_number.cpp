// expect: a bare number has no unit.*docs/errors\.md#E204
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr auto sum = 2.1 * ms + 0.5 * ms;
#else
constexpr auto sum = 2.1 * ms + 0.5;
#endif
