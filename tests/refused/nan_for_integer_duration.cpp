// expect: an integer duration has no NaN; use on_error::raise or on_error::clamp.*docs/errors\.md#E103
#include "traincost/interop/chrono.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr eval_policy policy{.domain = on_error::clamp};
#else
constexpr eval_policy policy = batch_policy;
#endif
constexpr auto duration = interop::to_chrono<std::chrono::nanoseconds, policy>(2.1 * ms);
