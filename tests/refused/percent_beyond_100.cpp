// expect: a percentage lies in \[0, 100\].*docs/errors\.md#E202
#include "traincost/units/fraction.hpp"

using namespace traincost;
#ifdef TRAINCOST_FIXED
constexpr auto mfu = percent(52.0);
#else
constexpr auto mfu = percent(5200.0);
#endif
