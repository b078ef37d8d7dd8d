// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/nccl_tuning.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::nccl_tuning model{.intra_per_channel = 20.0 * GB_per_s, .inter_per_channel = 12.0 * GB_per_s};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_gather{}, 16.0 * MB, 64);
#else
constexpr auto time = model.time(collective::broadcast{}, 16.0 * MB, 64);
#endif
