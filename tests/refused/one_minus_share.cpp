// expect: 1 - share is share\.complement\(\).*docs/errors\.md#E203
#include "traincost/units/fraction.hpp"

using namespace traincost;
#ifdef TRAINCOST_FIXED
constexpr auto rest = fraction{0.18}.complement();
#else
constexpr auto rest = 1.0 - fraction{0.18};
#endif
