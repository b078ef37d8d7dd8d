// expect: a mesh takes hardware::pair_link.*docs/errors\.md#E121
#include "traincost/collective/hccl_pipeline.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr auto inside = hardware::pair(5.0 * us, 18.3 * GB_per_s);
constexpr auto between = hardware::port(10.0 * us, 20.0 * GB_per_s);
#ifdef TRAINCOST_FIXED
constexpr collective::hccl_pipeline model{inside, between};
#else
constexpr collective::hccl_pipeline model{between, inside};
#endif
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 16);
