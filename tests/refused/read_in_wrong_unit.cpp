// expect: \.in\(unit\) takes a unit of the quantity's own dimension.*docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr double number = (2.1 * ms).in(us);
#else
constexpr double number = (2.1 * ms).in(MB);
#endif
