// expect: quantity of another dimension than asked for.*docs/errors\.md#E201
#include "traincost/mfu/amdahl.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr mfu::amdahl<> law{percent(52.0), fraction{0.18}, 2.1 * ms};
#else
constexpr mfu::amdahl<> law{percent(52.0), fraction{0.18}, 2.1 * MB};
#endif
