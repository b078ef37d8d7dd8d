// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/hccl_default.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::hccl_default model{hardware::pair(5.0 * us, 18.3 * GB_per_s),
                                         hardware::port(60.0 * us, 20.0 * GB_per_s)};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::scatter{}, 16.0 * MB, 64);
#else
constexpr auto time = model.time(collective::send_receive{}, 16.0 * MB, 64);
#endif
