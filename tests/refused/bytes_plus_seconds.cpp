// expect: only quantities of one dimension add
// expect: docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr auto sum = 1.0 * ms + 2.0 * s;
#else
constexpr auto sum = 1.0 * ms + 2.0 * GB;
#endif
