// expect: quantity of another dimension than asked for.*docs/errors\.md#E201
#include "traincost/units/constants.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
void set(seconds& latency) { latency = 2.1 * ms; }
#else
void set(seconds& latency) { latency = 2.1 * MB; }
#endif
