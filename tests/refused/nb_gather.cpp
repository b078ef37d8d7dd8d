// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/binomial.hpp"
#include "traincost/collective/nb.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr collective::binomial model{hardware::port(5.0 * us, 20.0 * GB_per_s)};
#else
constexpr collective::nb model{hardware::port(5.0 * us, 20.0 * GB_per_s)};
#endif
constexpr auto time = model.time(collective::gather{}, 16.0 * MB, 8);
