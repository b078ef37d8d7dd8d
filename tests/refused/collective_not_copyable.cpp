// expect: a collective model must be copyable.*docs/errors\.md#E131
#include "traincost/collective/fastest_of.hpp"
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr seconds time(collective::all_reduce, bytes, int) const { return 2.1 * ms; }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr seconds time(collective::all_reduce, bytes, int) const { return 2.1 * ms; }
};
#endif
seconds time(const collective::fastest_of<mine, collective::ring<>>& model) {
  return model.time(collective::all_reduce{}, 16.0 * MB, 8);
}
