// expect: mfu\(\.\.\.\) of an MFU law must return traincost::fraction, not a bare number: 52 and
// 0\.52.*docs/errors\.md#E183
#include "traincost/mfu/training.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr fraction<> mfu(seconds) const { return percent(44.0); }
};
#else
struct mine {
  constexpr double mfu(seconds) const { return 44.0; }
};
#endif
constexpr auto mfu = training{}.with_mfu_law(mine{}).mfu_direct(8.8 * ms);
