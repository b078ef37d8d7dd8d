// expect: this algorithm does not offer this operation.*docs/errors\.md#E122
#include "traincost/collective/algorithm.hpp"

using namespace traincost;
using namespace traincost::units;
#ifdef TRAINCOST_FIXED
struct mine {
  static constexpr hardware::link_kind kind = hardware::link_kind::port;
  static constexpr collective::coefficients cost(collective::all_reduce, int p) { return {1, {p - 1, p}, {p - 1, p}}; }
  static constexpr collective::coefficients cost(collective::all_gather, int p) { return {1, {p - 1, p}, {0, 1}}; }
};
#else
struct mine {
  static constexpr hardware::link_kind kind = hardware::link_kind::port;
  static constexpr collective::coefficients cost(collective::all_reduce, int p) { return {1, {p - 1, p}, {p - 1, p}}; }
};
#endif
constexpr collective::flat<mine> model{hardware::port(60.0 * us, 20.0 * GB_per_s)};
constexpr auto time = model.time(collective::all_gather{}, 16.0 * MB, 8);
