// expect: traincost: a model takes part in an operation that it has no time\(\.\.\.\) for \(docs/errors\.md#E134\)
#include "traincost/collective/two_level.hpp"

using namespace traincost;
using namespace traincost::collective;

struct only_all_reduce {
  constexpr seconds time(all_reduce, bytes, int) const { return 1.0 * units::ms; }
#ifdef TRAINCOST_FIXED
  constexpr seconds time(reduce_scatter, bytes, int) const { return 1.0 * units::ms; }
  constexpr seconds time(all_gather, bytes, int) const { return 1.0 * units::ms; }
#endif
};

constexpr seconds whole = two_level{only_all_reduce{}, only_all_reduce{}, 8}.time(all_reduce{}, 1.0 * units::MB, 64);
