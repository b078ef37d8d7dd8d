// SPDX-License-Identifier: BSL-1.0
// Levels, overlap, buffers and HCCL's choice over other numbers than double: float, long double, 50 decimal digits with
// and without expression templates. The 50-digit results are the reference.
#if __has_include(<boost/multiprecision/cpp_bin_float.hpp>)

#include <doctest/doctest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <string>
#include <vector>

#include "../support/compare.hpp"
#include "traincost/collective/buffered.hpp"
#include "traincost/collective/contended.hpp"
#include "traincost/collective/hccl_default.hpp"
#include "traincost/collective/overlapped_levels.hpp"
#include "traincost/collective/stretch_by.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
namespace mp = boost::multiprecision;
using plain = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using expressions = mp::number<mp::cpp_bin_float<50>, mp::et_on>;

struct result {
  std::string name;
  double value;
};

// Inputs are ratios of integers, so that each representation rounds them itself.
template <class Rep>
std::vector<result> results() {
  const auto seconds_of = [](int x, int parts) { return from_si<dim{.time = 1}>(Rep(Rep(x) / Rep(parts))); };
  const auto per_byte = [](double rate) { return from_si<dim{.time = 1, .data = -1}>(Rep(Rep(1) / Rep(rate))); };
  const auto bytes_of = [](int x) { return from_si<dim{.data = 1}>(Rep(x)); };
  const hardware::pair_link<Rep> inside{seconds_of(5, 1000000), per_byte(183e8), per_byte(5e11)};
  const hardware::port_link<Rep> between{seconds_of(1, 100000), per_byte(2e10), per_byte(5e11)};
  std::vector<result> all;
  const auto add = [&](const char* name, basic_seconds<Rep> time) {
    all.push_back({name, static_cast<double>(time.si())});
  };

  const two_level levels{mesh{inside}, ring{between}, 8};
  const two_level outer_first{mesh{inside}, ring{between}, 8, staging::outer_first};
  const auto n = bytes_of(1 << 24), large = bytes_of(1 << 30);
  add("two_level, all_reduce", levels.time(all_reduce{}, n, 48));
  add("two_level, reduce_scatter", outer_first.time(reduce_scatter{}, n, 48));
  add("two_level, broadcast", levels.time(broadcast{}, n, 48));
  add("two_level, reduce", levels.time(reduce{}, n, 48));
  add("two_level, scatter", levels.time(scatter{}, n, 48));
  add("two_level, all_to_all", two_level{mesh{inside}, pairwise{between}, 8}.time(all_to_all{}, n, 48));
  add("three levels", two_level{mesh{inside}, two_level{ring{between}, nhr{between}, 3}, 8}.time(all_reduce{}, n, 48));

  const overlapped_levels overlapped{two_level{mesh{inside}, nhr{between}, 8}};
  CHECK(overlapped.best(all_reduce{}, large, 48) == 34);
  add("overlapped_levels", overlapped.time(all_reduce{}, large, 48));
  add("overlapped_levels, 7 chunks", overlapped_levels{levels, 7}.time(reduce{}, n, 48));

  const buffered in_buffers{nhr{between}, 1.0 * units::MiB};
  const auto odd = bytes_of((10 << 20) + 4096);
  CHECK(in_buffers.passes(odd) == Rep(11));
  add("buffered", in_buffers.time(all_reduce{}, odd, 6));

  const hccl_default hccl{inside, between, 8};
  for (const auto& size : {bytes_of(4096), n, large}) {
    add("hccl_default, all_reduce", hccl.time(all_reduce{}, size, 48));
    add("hccl_default, all_gather", hccl.choose(all_gather{}, size, 48).time);
    add("hccl_default, reduce", hccl.time(reduce{}, size, 48));
    add("hccl_default, all_to_all", hccl.time(all_to_all{}, size, 48));
    add("hccl_default, one server", hccl.time(all_reduce{}, size, 8));
  }
  add("contended", hccl_default{inside, between | stretch_by{3.0}, 8}.time(all_reduce{}, n, 48));
  return all;
}

template <class Rep>
void check_against(const std::vector<result>& reference, double tolerance) {
  const auto all = results<Rep>();
  REQUIRE(all.size() == reference.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].name);
    CHECK(test::relative_error(all[i].value, reference[i].value) < tolerance);
  }
}
}  // namespace

TEST_CASE("hierarchy: every model over every number") {
  const auto reference = results<plain>();
  check_against<expressions>(reference, 1e-16);
  check_against<long double>(reference, 1e-15);
  check_against<double>(reference, test::rounding);
  check_against<float>(reference, 2e-6);
  CHECK(test::relative_error(reference[7].value, 0.017283196665005465) < 1e-15);
}

#endif
