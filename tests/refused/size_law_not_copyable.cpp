// expect: a size law must be copyable.*docs/errors\.md#E111
#include "traincost/collective/ring.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  constexpr seconds operator()(seconds start_up, seconds transfer) const { return start_up + transfer; }
};
#else
struct mine {
  mine() = default;
  mine(const mine&) = delete;
  constexpr seconds operator()(seconds start_up, seconds transfer) const { return start_up + transfer; }
};
#endif
seconds time(const collective::ring<hardware::port_link<>, mine>& model) {
  return model.time(collective::all_reduce{}, 16.0 * MB, 8);
}
