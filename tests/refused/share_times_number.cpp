// expect: a fraction is no bare number; read it with \.value\(\).*docs/errors\.md#E203
#include "traincost/units/fraction.hpp"

using namespace traincost;
#ifdef TRAINCOST_FIXED
constexpr double twice = fraction{0.18}.value() * 2.0;
#else
constexpr auto twice = fraction{0.18} * 2.0;
#endif
