// expect: collective::two_level: ranks must be a multiple of the group.*docs/errors\.md#E306
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::two_level model{collective::mesh{hardware::pair(5.0 * us, 18.3 * GB_per_s)},
                                      collective::ring{hardware::port(60.0 * us, 20.0 * GB_per_s)}, 8};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 256);
#else
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 250);
#endif
