// expect: a fraction lies in \[0, 1\]; write percent\(52\.0\) for a percentage.*docs/errors\.md#E202
#include "traincost/units/fraction.hpp"

using namespace traincost;
#ifdef TRAINCOST_FIXED
constexpr auto mfu = percent(52.0);
#else
constexpr fraction mfu{52.0};
#endif
