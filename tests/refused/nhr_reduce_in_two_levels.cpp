// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/two_level.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::two_level model{collective::mesh{hardware::pair(5.0 * us, 18.3 * GB_per_s)},
                                      collective::nhr{hardware::port(60.0 * us, 20.0 * GB_per_s)}, 8};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::broadcast{}, 16.0 * MB, 64);
#else
constexpr auto time = model.time(collective::reduce{}, 16.0 * MB, 64);
#endif
