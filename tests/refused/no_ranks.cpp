// expect: collective: ranks must be >= 1 .*docs/errors\.md#E303
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 1);
#else
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 0);
#endif
