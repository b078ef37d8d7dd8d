// expect: a mesh takes hardware::pair_link.*docs/errors\.md#E121
#include "traincost/collective/chain.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr collective::chain model{hardware::port(5.0 * us, 18.3 * GB_per_s)};
#else
constexpr collective::chain model{hardware::pair(5.0 * us, 18.3 * GB_per_s)};
#endif
constexpr auto time = model.time(collective::broadcast{}, 16.0 * MB, 8);
