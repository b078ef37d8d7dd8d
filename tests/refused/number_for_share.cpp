// expect: a share is no bare number; write fraction\{0\.52\} or percent\(52\.0\).*docs/errors\.md#E203
#include "traincost/mfu/amdahl.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr mfu::amdahl<> law{fraction{0.52}, fraction{0.18}, 2.1 * ms};
#else
constexpr mfu::amdahl<> law{0.52, fraction{0.18}, 2.1 * ms};
#endif
