// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/chain.hpp"
#include "traincost/collective/two_tree.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
constexpr collective::two_tree model{hardware::port(5.0 * us, 20.0 * GB_per_s)};
#else
constexpr collective::chain model{hardware::port(5.0 * us, 20.0 * GB_per_s)};
#endif
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 8);
