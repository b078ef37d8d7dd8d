// expect: a collective model needs a const member time\(all_reduce, bytes message_bytes, int
// ranks\).*docs/errors\.md#E132
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  template <class Operation>
  constexpr seconds time(Operation, bytes, int) const {
    return 2.1 * ms;
  }
};
#else
struct mine {
  template <class Operation>
  constexpr seconds time(Operation, double, int) const {
    return 2.1 * ms;
  }
};
#endif
constexpr collective::two_level model{mine{}, collective::ring{hardware::port(60.0 * us, 20.0 * GB_per_s)}, 8};
constexpr auto time = model.time(collective::all_reduce{}, 16.0 * MB, 16);
