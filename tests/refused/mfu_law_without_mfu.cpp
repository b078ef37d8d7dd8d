// expect: an MFU law needs a const member mfu\(seconds latency\).*docs/errors\.md#E182
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr fraction<> mfu(seconds) const { return percent(44.0); }
};
#else
struct mine {
  constexpr fraction<> mfu(double) const { return percent(44.0); }
};
#endif
constexpr auto mfu = training{}.with_mfu_law(mine{}).mfu_direct(8.8 * ms);
