// expect: every other algorithm hardware::port_link.*docs/errors\.md#E121
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr collective::ring model{hardware::port(5.0 * us, 18.3 * GB_per_s)};
#else
constexpr collective::ring model{hardware::pair(5.0 * us, 18.3 * GB_per_s)};
#endif
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 8);
