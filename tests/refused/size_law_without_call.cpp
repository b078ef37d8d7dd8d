// expect: a size law needs a const operator\(\)\(seconds start_up, seconds transfer\).*docs/errors\.md#E112
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr seconds operator()(seconds start_up, seconds transfer) const { return start_up + transfer; }
};
#else
struct mine {
  constexpr seconds join(seconds start_up, seconds transfer) const { return start_up + transfer; }
};
#endif
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s), mine{}};
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 8);
