// expect: message_bytes must be bytes, such as 16\.0 \* MB.*docs/errors\.md#E201
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
seconds time(const collective::two_level<>& model) { return model.time(collective::all_reduce{}, 16.0 * MB, 16); }
#else
seconds time(const collective::two_level<>& model) { return model.time(collective::all_reduce{}, 16.0 * ms, 16); }
#endif
