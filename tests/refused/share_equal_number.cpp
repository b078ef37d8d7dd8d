// expect: a share is no bare number; write fraction\{0\.52\} or percent\(52\.0\).*docs/errors\.md#E203
#include "traincost/units/fraction.hpp"

using namespace traincost;
#ifdef TRAINCOST_FIXED
constexpr bool same = percent(52.0) == fraction{0.52};
#else
constexpr bool same = percent(52.0) == 0.52;
#endif
