// expect: message_bytes must be bytes, such as 16\.0 \* MB.*docs/errors\.md#E201
#include "traincost/collective/buffered.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/overlapped_levels.hpp"

using namespace traincost;
using namespace traincost::units;
constexpr collective::overlapped_levels levels{
    collective::two_level{collective::mesh{hardware::pair(5.0 * us, 18.3 * GB_per_s)},
                          collective::nhr{hardware::port(60.0 * us, 20.0 * GB_per_s)}, 8}};
constexpr collective::buffered model{levels};
#ifdef TRAINCOST_FIXED
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 64);
#else
constexpr auto time = model.time(collective::all_reduce{}, 16e6, 64);
#endif
