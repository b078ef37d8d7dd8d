// expect: under -ffinite-math-only a NaN may be optimised away.*docs/errors\.md#E102
// flags: -ffast-math
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
#ifdef TRAINCOST_FIXED
constexpr eval_policy policy{.domain = on_error::clamp};
#else
constexpr eval_policy policy = batch_policy;
#endif
constexpr auto time = model.time<policy>(collective::all_reduce{}, 16.0 * MB, 8);
