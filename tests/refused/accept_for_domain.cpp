// expect: on_error::accept is for eval_policy::extrapolation.*docs/errors\.md#E101
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::ring model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
#ifdef TRAINCOST_FIXED
constexpr eval_policy policy{.extrapolation = on_error::accept};
#else
constexpr eval_policy policy{.domain = on_error::accept};
#endif
constexpr auto time = model.time<policy>(collective::all_reduce{}, 16.0 * MB, 8);
