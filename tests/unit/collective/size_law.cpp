// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/size_law.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "../support/collective.hpp"
#include "traincost/collective/nhr.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;
using collective::affine, collective::pipelined;
}  // namespace

TEST_CASE("size laws: alpha alone for an empty message, beta alone for an endless one") {
  random_source draw(21);
  for (int i = 0; i < 500; ++i) {
    const seconds x = draw.magnitude(1e-9, 1e3) * s;
    CHECK(affine{}(x, 0.0 * s) == x);
    CHECK(affine{}(0.0 * s, x) == x);
    CHECK(relative_error(pipelined{}(x, 0.0 * s).si(), x.si()) < rounding);
    CHECK(relative_error(pipelined{}(0.0 * s, x).si(), x.si()) < rounding);
  }
}

// (sqrt x + sqrt y)^2 lies between x + y and twice that, and meets the latter at x = y.
TEST_CASE("size laws: pipelined costs at most twice the affine law") {
  random_source draw(22);
  for (int i = 0; i < 500; ++i) {
    const seconds x = draw.magnitude(1e-9, 1e3) * s;
    const seconds y = draw.magnitude(1e-9, 1e3) * s;
    CHECK(pipelined{}(x, y) >= affine{}(x, y));
    CHECK(pipelined{}(x, y) <= 2.0 * (1.0 + rounding) * affine{}(x, y));
    CHECK(pipelined{}(x, y) == pipelined{}(y, x));
    CHECK(relative_error(pipelined{}(x, x).si(), 4.0 * x.si()) < rounding);
  }
}

// Chain broadcast: the best number of chunks k of (p - 2 + k)(alpha + n beta / k), n = 64 MiB, 10 us, 20 GB/s.
TEST_CASE("size laws: pipelined is the best chunking of a chain") {
  for (const auto& [hops, microseconds] : {std::pair{2.0, 3893.551}, {6.0, 4312.832}, {14.0, 4866.227}}) {
    const seconds transfer = 64.0 * MiB / (20.0 * GB_per_s);
    const double closed = pipelined{}(hops * 10.0 * us, transfer).in(us);
    CHECK(closed == doctest::Approx(microseconds).epsilon(2e-7));
    double best = std::numeric_limits<double>::infinity();
    for (double k = 1.0; k < 200.0; ++k) best = std::min(best, (hops + k) * (10.0 + transfer.in(us) / k));
    CHECK(best >= closed * (1.0 - rounding));
    CHECK(best <= closed * (1.0 + 1e-4));
  }
}

TEST_CASE("size laws: an algorithm joins its start-up and transfer by its law, and its reduction by a sum") {
  random_source draw(23);
  for (int i = 0; i < 200; ++i) {
    const auto link = random_link<hardware::port_link<>>(draw);
    const int p = draw.integer(2, 500);
    const bytes n = draw.magnitude(1.0, 1e12) * B;
    for_each_operation([&](auto operation) {
      using plain = collective::nhr<>;
      using port = hardware::port_link<>;
      const seconds x = plain{port{link.alpha, {}, {}}}.time(operation, n, p);
      const seconds y = plain{port{{}, link.beta, {}}}.time(operation, n, p);
      const seconds z = plain{port{{}, {}, link.gamma}}.time(operation, n, p);
      const collective::nhr chunked{link, pipelined{}};
      CHECK(relative_error(chunked.time(operation, n, p).si(), (pipelined{}(x, y) + z).si()) < rounding);
      CHECK(relative_error(plain{link}.time(operation, n, p).si(), (x + y + z).si()) < rounding);
    });
  }
}

namespace {
// A user's law: the longer of start-up and transfer.
struct hidden_start_up {
  constexpr seconds operator()(seconds x, seconds y) const { return x < y ? y : x; }
};
}  // namespace

TEST_CASE("size laws: a user's law works in every algorithm") {
  static_assert(collective::size_law<hidden_start_up>);
  constexpr collective::nhr model{hardware::port(10.0 * us, 20.0 * GB_per_s), hidden_start_up{}};
  static_assert(model.time(collective::all_reduce{}, 0.0 * B, 8) == 6.0 * (10.0 * us));
  CHECK(relative_error(model.time(collective::all_reduce{}, 8.0 * GB, 8).si(), 0.7) < rounding);
}
