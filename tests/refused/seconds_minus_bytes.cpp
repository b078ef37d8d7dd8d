// expect: only quantities of one dimension subtract.*docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr auto rest = 16.0 * GB - 2.0 * MB;
#else
constexpr auto rest = 16.0 * GB - 2.0 * ms;
#endif
