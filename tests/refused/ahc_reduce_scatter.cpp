// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/ahc.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::ahc model{hardware::port(5.0 * us, 20.0 * GB_per_s), 2, 2, 3, 4.0};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 5);
#else
constexpr auto time = model.time(collective::reduce_scatter{}, 16.0 * MB, 5);
#endif
