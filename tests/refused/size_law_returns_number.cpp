// expect: a size law must return seconds, not a bare number.*docs/errors\.md#E113
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr seconds operator()(seconds start_up, seconds transfer) const { return start_up + transfer; }
};
#else
struct mine {
  constexpr double operator()(seconds start_up, seconds transfer) const { return start_up.si() + transfer.si(); }
};
#endif
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s), mine{}};
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 8);
