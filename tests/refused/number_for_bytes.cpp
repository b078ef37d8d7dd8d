// expect: a bare number has no unit.*docs/errors\.md#E204
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_reduce{}, 16e6 * B, 8);
#else
constexpr auto time = model.time(collective::all_reduce{}, 16e6, 8);
#endif
