// SPDX-License-Identifier: BSL-1.0
#include "traincost/units/constants.hpp"

#include <initializer_list>
#include <type_traits>

#include <doctest/doctest.h>

#include "unit/support/compare.hpp"

namespace {

using namespace traincost;
using namespace traincost::units;

// The prefixes once more, from their definition: each is that power of the one before.
template <dim D>
void check_steps(double step, std::initializer_list<quantity<D>> units) {
  const quantity<D>* before = nullptr;
  for (const quantity<D>& unit : units) {
    if (before != nullptr) CHECK(test::relative_error(unit / *before, step) <= 3e-16);
    before = &unit;
  }
}

TEST_CASE("decimal prefixes are steps of a thousand, binary ones of 1024") {
  check_steps(1e-3, {s, ms, us, ns});
  check_steps(1e3, {B, KB, MB, GB, TB});
  check_steps(1024.0, {B, KiB, MiB, GiB, TiB});
  check_steps(1e3, {bit, Kbit, Mbit, Gbit});
  check_steps(1e3, {MHz, GHz});
  check_steps(1e6, {Hz, MHz});
  check_steps(1e3, {MB_per_s, GB_per_s, TB_per_s});
  check_steps(1e3, {Mbit_per_s, Gbit_per_s});
  check_steps(1e9, {FLOP, GFLOP});
  check_steps(1e3, {GFLOP, TFLOP, PFLOP});
  check_steps(1e3, {GFLOP_per_s, TFLOP_per_s, PFLOP_per_s});
  check_steps(1e3, {W, kW});
  check_steps(60.0, {s, minute, hour});
  check_steps(24.0, {hour, day});
  check_steps(8.0, {bit, B});
}

TEST_CASE("a rate is its amount a second") {
  CHECK(GB / s == GB_per_s);
  CHECK(GiB / s == GiB_per_s);
  CHECK(Gbit / s == Gbit_per_s);
  CHECK(TFLOP / s == TFLOP_per_s);
  CHECK(token / s == token_per_s);
  CHECK(J / s == W);
  CHECK(1.0 / s == Hz);
  CHECK(kW * hour == kWh);
}

TEST_CASE("the pairs that are mixed up are apart") {
  CHECK(GB != GiB);
  CHECK(test::relative_error(GiB / GB, 1.073741824) <= 3e-16);
  CHECK(GB_per_s / Gbit_per_s == 8.0);
  CHECK((200.0 * Gbit_per_s).in(GB_per_s) == 25.0);
  CHECK((200.0 * Gbit_per_s).si() == 25e9);
}

TEST_CASE("constants are of double and everyday names are their types") {
  static_assert(std::is_same_v<decltype(ms), const seconds> && std::is_same_v<decltype(GB), const bytes>);
  static_assert(std::is_same_v<decltype(Gbit_per_s), const bandwidth> && std::is_same_v<decltype(TFLOP), const flops>);
  static_assert(std::is_same_v<decltype(TFLOP_per_s), const flop_rate> &&
                std::is_same_v<decltype(token), const tokens>);
  static_assert(std::is_same_v<decltype(kWh), const energy> && std::is_same_v<decltype(kW), const electric_power>);
  static_assert(std::is_same_v<decltype(GHz), const frequency> && std::is_same_v<decltype(currency), const money>);
  static_assert(std::is_same_v<basic_bytes<>, bytes> && std::is_same_v<basic_bytes<float>::rep, float>);
  CHECK(currency.si() == 1.0);
  CHECK(token.si() == 1.0);
}

}  // namespace
