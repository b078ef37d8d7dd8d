// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/hccs.hpp"

#include <doctest/doctest.h>

#include "../support/compare.hpp"

TEST_CASE("hccs: seven links of 28 GB/s, of which HCCL reaches 18.3") {
  using namespace traincost;
  using namespace traincost::units;
  using hardware::hccs;
  CHECK(test::relative_error(((hccs::largest_group - 1.0) * hccs::nominal_per_link).in(GB_per_s), 196.0) <
        test::rounding);
  CHECK(test::relative_error(hccs::effective_per_link / hccs::nominal_per_link, 0.65) < 0.01);
  constexpr auto link = hccs::link(3.0 * us);
  static_assert(link.alpha == 3.0 * us && link.gamma == 0.0 * (s / B) && link.valid());
  static_assert(link.kind == hardware::link_kind::pair);
  CHECK(test::relative_error(link.bandwidth().in(GB_per_s), 18.3) < test::rounding);
}
