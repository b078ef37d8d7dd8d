// SPDX-License-Identifier: BSL-1.0
#include "traincost/collective/hccl_default.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../support/hierarchy.hpp"
#include "../support/odd_values.hpp"
#include "traincost/collective/contended.hpp"
#include "traincost/collective/stretch_by.hpp"

namespace {
using namespace traincost;
using namespace traincost::collective;
using namespace traincost::test;
using namespace traincost::units;

constexpr hccl_default documented{documented_inside, documented_between};

hccl_default<> servers_of(int group, bool rdma_lite = true, bytes buffer = 1e15 * B) {
  return {documented_inside, documented_between, group, rdma_lite, buffer};
}
template <class Operation>
hccl_algorithm chosen(const hccl_default<>& model, Operation operation, bytes n, int ranks) {
  const auto choice = model.choose(operation, n, ranks);
  CHECK(std::string(choice.reason).size() > 5);
  CHECK(choice.time == model.time(operation, n, ranks));
  return choice.algorithm;
}
bytes below(bytes n) { return std::nextafter(n.si(), 0.0) * B; }
bytes above(bytes n) { return std::nextafter(n.si(), 1e300) * B; }

/// Every operation that hccl_default covers.
template <class Check>
void for_each_hccl_operation(Check check) {
  check(all_reduce{});
  check(reduce_scatter{});
  check(all_gather{});
  check(broadcast{});
  check(reduce{});
  check(scatter{});
  check(all_to_all{});
}

// The selector, as its table is printed: latency 60 us, "20 GB/s" of 2^30 bytes, 54.4 for two servers, per NPU.
hccl_algorithm by_the_table(bool all_reducing, int m, double n, int d) {
  const double latency = 60e-6, rate = (m == 2 ? 54.4 : 20.0) * 1073741824.0;
  const double passes = all_reducing ? 2.0 : 1.0, moved = all_reducing ? n / d : n;
  const bool power = std::log2(m) == std::floor(std::log2(m));
  const double ring = passes * (m - 1) * latency + passes * (m - 1) / m * moved / rate;
  const double nhr = passes * std::ceil(std::log2(m)) * latency + passes * (m - 1) / m * moved / rate;
  const double hd = power ? passes * std::log2(m) * latency + passes * (m - 1) / m * moved / rate
                          : passes * std::ceil(std::log2(m)) * latency + passes * (2.0 * m - 1.0) / m * moved / rate;
  if (ring <= nhr && ring <= hd) return hccl_algorithm::ring;
  return nhr <= hd ? hccl_algorithm::nhr : hccl_algorithm::halving_doubling;
}

// What the chosen algorithm's own model takes for the message, in whole buffers.
template <class Operation>
seconds own_model(const hccl_default<>& model, hccl_algorithm algorithm, Operation operation, bytes n, int ranks) {
  const auto in_passes = [&](const auto& one) { return buffered{one, model.buffer}.time(operation, n, ranks); };
  const auto staged = [&](auto outer) {
    return in_passes(two_level{mesh{model.inside}, outer, model.group, staging::outer_first});
  };
  switch (algorithm) {
    case hccl_algorithm::mesh:
      return in_passes(mesh{model.inside});
    case hccl_algorithm::one_shot_mesh:
      if constexpr (std::same_as<Operation, all_reduce>) return in_passes(one_shot_mesh{model.inside});
      break;
    case hccl_algorithm::pipeline:
      if constexpr (std::same_as<Operation, all_reduce> || std::same_as<Operation, reduce_scatter> ||
                    std::same_as<Operation, all_gather>) {
        return in_passes(hccl_pipeline{model.inside, model.between, model.group});
      }
      break;
    case hccl_algorithm::ring:
      if constexpr (!std::same_as<Operation, all_to_all>) return staged(ring{model.between});
      break;
    case hccl_algorithm::nhr:
      if constexpr (offers<nhr<>, Operation>) return staged(nhr{model.between});
      break;
    case hccl_algorithm::halving_doubling:
      if constexpr (offers<halving_doubling<>, Operation>) return staged(halving_doubling{model.between});
      break;
    case hccl_algorithm::pairwise:
      if constexpr (std::same_as<Operation, all_to_all>) return staged(pairwise{model.between});
      break;
  }
  FAIL("an algorithm that does not run this operation");
  return {};
}
}  // namespace

TEST_CASE("hccl_default: one server is a full mesh, one-shot up to 256 KiB of AllReduce") {
  for (int p = 1; p <= 8; ++p) {
    CHECK(chosen(documented, all_reduce{}, 0.0 * B, p) == hccl_algorithm::one_shot_mesh);
    CHECK(chosen(documented, all_reduce{}, below(256.0 * KiB), p) == hccl_algorithm::one_shot_mesh);
    CHECK(chosen(documented, all_reduce{}, 256.0 * KiB, p) == hccl_algorithm::one_shot_mesh);
    CHECK(chosen(documented, all_reduce{}, above(256.0 * KiB), p) == hccl_algorithm::mesh);
    CHECK(chosen(documented, all_reduce{}, 1.0 * GiB, p) == hccl_algorithm::mesh);
    for_each_hccl_operation([&](auto operation) {
      if constexpr (!std::same_as<decltype(operation), all_reduce>) {
        for (const bytes n : {0.0 * B, 256.0 * KiB, 1.0 * GiB})
          CHECK(chosen(documented, operation, n, p) == hccl_algorithm::mesh);
      }
    });
  }
  CHECK(chosen(documented, all_reduce{}, 1.0 * KiB, 16) != hccl_algorithm::one_shot_mesh);
}

TEST_CASE("hccl_default: Pipeline from 32 KiB, 1 MiB or 2 MiB a rank on, at, below and above") {
  for (const int group : {2, 4, 8, 16}) {
    for (const int servers : {2, 3, 4, 7, 16, 64, 100}) {
      const int p = group * servers;
      CAPTURE(p);
      const auto check = [&](auto operation, bool rdma_lite, bytes block) {
        const auto model = servers_of(group, rdma_lite);
        const bytes n = static_cast<double>(p) * block;
        CHECK(chosen(model, operation, n, p) == hccl_algorithm::pipeline);
        CHECK(chosen(model, operation, above(n), p) == hccl_algorithm::pipeline);
        CHECK(chosen(model, operation, 1000.0 * n, p) == hccl_algorithm::pipeline);
        CHECK(chosen(model, operation, below(n), p) != hccl_algorithm::pipeline);
        CHECK(chosen(model, operation, 0.0 * B, p) != hccl_algorithm::pipeline);
      };
      check(reduce_scatter{}, true, 32.0 * KiB);
      check(all_gather{}, true, 32.0 * KiB);
      check(all_reduce{}, true, 1.0 * MiB);
      check(reduce_scatter{}, false, 2.0 * MiB);
      check(all_gather{}, false, 2.0 * MiB);
      check(all_reduce{}, false, 2.0 * MiB);
    }
  }
  // Servers of 8: the sizes of a whole AllReduce.
  for (const auto& [servers, size] :
       {std::pair{2, 16.0}, {4, 32.0}, {8, 64.0}, {16, 128.0}, {32, 256.0}, {64, 512.0}}) {
    CHECK(chosen(documented, all_reduce{}, size * MiB, 8 * servers) == hccl_algorithm::pipeline);
    CHECK(chosen(documented, all_reduce{}, below(size * MiB), 8 * servers) != hccl_algorithm::pipeline);
  }
  // Servers of one rank have no mesh to overlap with.
  CHECK(chosen(servers_of(1), all_reduce{}, 1e12 * B, 64) == hccl_algorithm::nhr);
  CHECK(chosen(servers_of(1), all_gather{}, 1e12 * B, 3) == hccl_algorithm::ring);
}

TEST_CASE("hccl_default: Pipeline while its contexts fit") {
  const bytes large = 1e12 * B;
  CHECK(chosen(documented, all_reduce{}, large, 8 * 761) == hccl_algorithm::pipeline);
  CHECK(chosen(documented, all_reduce{}, large, 8 * 762) == hccl_algorithm::nhr);
  CHECK(chosen(documented, reduce_scatter{}, large, 8 * 1523) == hccl_algorithm::pipeline);
  CHECK(chosen(documented, reduce_scatter{}, large, 8 * 1524) == hccl_algorithm::nhr);
  CHECK(chosen(documented, all_gather{}, large, 8 * 1523) == hccl_algorithm::pipeline);
  CHECK(chosen(documented, all_gather{}, large, 8 * 1524) == hccl_algorithm::nhr);
  for (const int group : {2, 3, 8, 16, 64}) {
    for (int servers = 2; servers < 4000; ++servers) {
      const int contexts = servers * (5 * (group - 1) + 7 + 1) + 5;
      CHECK((chosen(servers_of(group), all_gather{}, 1e13 * B, group * servers) == hccl_algorithm::pipeline) ==
            (contexts <= 65535));
      CHECK((chosen(servers_of(group), all_reduce{}, 1e13 * B, group * servers) == hccl_algorithm::pipeline) ==
            (2 * contexts <= 65535));
    }
  }
  // Far beyond any cluster the count does not overflow.
  CHECK(chosen(servers_of(1 << 29), all_gather{}, 1e18 * B, 3 << 29) == hccl_algorithm::ring);
  CHECK(chosen(servers_of(2), all_gather{}, 1e18 * B, std::numeric_limits<int>::max() - 1) == hccl_algorithm::nhr);
}

TEST_CASE("hccl_default: otherwise a ring for two and three servers, NHR from four on, halving-doubling never") {
  for (const int group : {1, 8}) {
    for (int servers = 2; servers <= 64; ++servers) {
      const auto expected = servers <= 3 ? hccl_algorithm::ring : hccl_algorithm::nhr;
      CAPTURE(servers);
      for (double n = 65536.0; n <= 268435456.0; n *= 2.0) {
        // Servers of one rank never pipeline, so that all sizes come to the selector; both readings of a size agree.
        const int p = group * servers;
        const auto check = [&](auto operation, bool all) {
          const auto got = chosen(servers_of(group, true, 200.0 * MiB), operation, n * B, p);
          if (got == hccl_algorithm::pipeline) {
            CHECK(group > 1);
          } else {
            CHECK(got == expected);
          }
          CHECK(by_the_table(all, servers, n, group) == expected);
        };
        check(all_reduce{}, true);
        check(reduce_scatter{}, false);
        check(all_gather{}, false);
      }
    }
  }
}

TEST_CASE("hccl_default: Broadcast, Reduce, Scatter and AllToAll") {
  for (int servers = 2; servers <= 200; ++servers) {
    CAPTURE(servers);
    const bool power = (servers & (servers - 1)) == 0;
    for (const bytes n : {0.0 * B, 1.0 * KiB, 1.0 * MiB, 1.0 * GiB}) {
      const int p = 8 * servers;
      CHECK(chosen(documented, reduce{}, n, p) ==
            (servers >= 8 || power ? hccl_algorithm::halving_doubling : hccl_algorithm::ring));
      CHECK(chosen(documented, broadcast{}, n, p) == hccl_algorithm::halving_doubling);
      CHECK(chosen(documented, scatter{}, n, p) == hccl_algorithm::ring);
      CHECK(chosen(documented, all_to_all{}, n, p) == hccl_algorithm::pairwise);
    }
  }
}

TEST_CASE("hccl_default: the time is that of the chosen algorithm, in whole buffers") {
  random_source draw(401);
  for (int i = 0; i < 1000; ++i) {
    auto model = documented;
    model.group = draw.integer(1, 16);
    model.rdma_lite = draw.integer(0, 1) == 1;
    model.buffer = draw.magnitude(1e4, 1e9) * B;
    model.inside = drawn_link<pair_of>(draw);
    model.between = drawn_link<port_of>(draw);
    const int ranks = i % 4 == 0 ? draw.integer(1, model.group) : model.group * draw.integer(1, 100);
    const bytes n = draw.magnitude(1.0, 1e11) * B;
    CAPTURE(ranks);
    CAPTURE(n.si());
    for_each_hccl_operation([&](auto operation) {
      const std::string operation_name = operation.name;
      CAPTURE(operation_name);
      const auto choice = model.choose(operation, n, ranks);
      CHECK(choice.time == own_model(model, choice.algorithm, operation, n, ranks));
      CHECK(model.time(operation, n, 1) == 0.0 * s);
      CHECK(choice.time >= (1.0 - golden) * least_time(operation, model.inside, model.between, model.group, n, ranks));
    });
  }
  // HCCL_BUFFSIZE by default: the largest AllReduce in one pass, and one in six.
  const auto passes = [](bytes n) {
    auto in_one = documented;
    in_one.buffer = 1e15 * B;
    return (documented.time(all_reduce{}, n, 256) - in_one.time(all_reduce{}, n, 256)) /
           in_one.time(all_reduce{}, 0.0 * B, 256);
  };
  CHECK(passes(200.0 * MiB) == 0.0);
  CHECK(passes(201.0 * MiB) > 0.5);
}

TEST_CASE("hccl_default: grows with the message but where the choice changes; monotone in the links") {
  random_source draw(402);
  for (int i = 0; i < 60; ++i) {
    auto model = documented;
    model.group = draw.integer(1, 16);
    model.rdma_lite = draw.integer(0, 1) == 1;
    model.buffer = draw.magnitude(1e6, 1e9) * B;
    model.inside = drawn_link<pair_of>(draw);
    model.between = drawn_link<port_of>(draw);
    const int ranks =
        i % 4 == 0 ? draw.integer(2, 16) / model.group * model.group + model.group : model.group * draw.integer(1, 100);
    for_each_hccl_operation([&](auto operation) {
      auto last = model.choose(operation, 0.0 * B, ranks);
      int changes = 0;
      for (double n = 1.0; n < 1e11; n *= 1.05) {
        const auto now = model.choose(operation, n * B, ranks);
        if (now.algorithm == last.algorithm) {
          CHECK(now.time >= (1.0 - rounding) * last.time);
        } else {
          // A threshold of bytes lies in between; the jump there may go either way.
          ++changes;
          const double block = (ranks > model.group) ? ranks : 1.0;
          const double threshold = ranks <= model.group                            ? 262144.0
                                   : !model.rdma_lite                              ? 2097152.0 * block
                                   : std::same_as<decltype(operation), all_reduce> ? 1048576.0 * block
                                                                                   : 32768.0 * block;
          CHECK(n >= threshold);
          CHECK(n / 1.05 <= threshold * (1.0 + golden));
        }
        last = now;
      }
      CHECK(changes <= 1);
      const bytes n = draw.magnitude(1.0, 1e10) * B;
      const seconds base = model.time(operation, n, ranks);
      auto slower = model;
      slower.inside.alpha *= 2.0;
      slower.between.alpha *= 2.0;
      CHECK(slower.time(operation, n, ranks) >= base);
      slower.inside.beta *= 2.0;
      slower.between.beta *= 2.0;
      CHECK(slower.time(operation, n, ranks) >= base);
      slower.inside.gamma *= 2.0;
      slower.between.gamma *= 2.0;
      CHECK(slower.time(operation, n, ranks) >= base);
    });
  }
  // On the documented links Pipeline is worth its threshold: an AllGather of 32 KiB a rank gets faster by it.
  const int p = 8 * 16;
  const bytes n = static_cast<double>(p) * 32.0 * KiB;
  CHECK(documented.time(all_gather{}, n, p) < documented.time(all_gather{}, below(n), p));
}

TEST_CASE("hccl_default: contended links cost more and choose the same") {
  const hccl_default busy{documented_inside | stretch_by{1.5}, documented_between | stretch_by{3.0}, 8};
  for_each_hccl_operation([&](auto operation) {
    for (const int p : {8, 16, 24, 256}) {
      for (const bytes n : {1.0 * KiB, 1.0 * MiB, 512.0 * MiB}) {
        CHECK(busy.choose(operation, n, p).algorithm == documented.choose(operation, n, p).algorithm);
        CHECK(busy.time(operation, n, p) > documented.time(operation, n, p));
        CHECK(busy.time(operation, n, p) <= 3.0 * documented.time(operation, n, p));
      }
    }
  });
}

TEST_CASE("hccl_default: what is refused") {
  for_each_hccl_operation([&](auto operation) {
    for (const int ranks : {8, 64, 8 * 6}) {
      for (const double x : odd_numbers) {
        CAPTURE(x);
        const bool bad = !(x >= 0.0 && x <= 1e308);
        CHECK(check_policies([&]<eval_policy P> { return documented.time<P>(operation, x * B, ranks).si(); }) == bad);
        CHECK(refuses("E301", [&] { return documented.choose(operation, x * B, ranks); }) == bad);
        auto model = documented;
        model.inside.beta = x * (s / B);
        CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, ranks).si(); }) == bad);
        model = documented;
        model.between.alpha = x * s;
        if (ranks > 8)
          CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, ranks).si(); }) == bad);
        model = documented;
        model.buffer = x * B;
        const bool no_buffer = !(x > 0.0 && x <= 1e308);
        CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * MB, ranks).si(); }) ==
              no_buffer);
        CHECK(refuses("E374", [&] { return model.time(operation, 1.0 * MB, ranks); }) == no_buffer);
      }
    }
    for (const int x : odd_counts) {
      CAPTURE(x);
      const bool ragged = x > 8 && x % 8 != 0;
      CHECK(check_policies([&]<eval_policy P> { return documented.time<P>(operation, 1.0 * MB, x).si(); }) ==
            (x < 1 || ragged));
      CHECK(refuses("E376", [&] { return documented.time(operation, 1.0 * MB, x); }) == ragged);
      CHECK(refuses("E303", [&] { return documented.time(operation, 1.0 * MB, x); }) == (x < 1));
      auto model = documented;
      model.group = x;
      CHECK(refuses("E375", [&] { return model.time(operation, 1.0 * KiB, 64); }) == (x < 1));
      CHECK(check_policies([&]<eval_policy P> { return model.time<P>(operation, 1.0 * KiB, 64).si(); }) ==
            (x < 1 || (x < 64 && 64 % x != 0)));
    }
    // The nearest that is allowed: no bytes, the largest message, whole servers.
    CHECK(documented.time<clamp_policy>(operation, no_number * B, 64) == documented.time(operation, 0.0 * B, 64));
    CHECK(documented.time<clamp_policy>(operation, -1.0 * B, 64) == documented.time(operation, 0.0 * B, 64));
    const double most = std::numeric_limits<double>::max();
    CHECK(documented.time<clamp_policy>(operation, unlimited * B, 64) == documented.time(operation, most * B, 64));
    CHECK(hccl_default<>{}.time<clamp_policy>(operation, unlimited * B, 64) == 0.0 * s);  // free links stay free
    CHECK(documented.time<clamp_policy>(operation, 1.0 * MB, 71) == documented.time(operation, 1.0 * MB, 64));
    CHECK(documented.choose<clamp_policy>(operation, -1.0 * B, 64).algorithm ==
          documented.choose(operation, 0.0 * B, 64).algorithm);
    CHECK(std::string(documented.choose<nan_policy>(operation, -1.0 * B, 64).reason) == "refused");
    static_assert(!noexcept(documented.time<raise_policy>(operation, 1.0 * B, 8)));
    static_assert(noexcept(documented.time<nan_policy>(operation, 1.0 * B, 8)));
    static_assert(noexcept(documented.choose<clamp_policy>(operation, 1.0 * B, 8)));
  });
}

TEST_CASE("hccl_default: names, and at compile time") {
  CHECK(std::string(name(hccl_algorithm::one_shot_mesh)) == "one_shot_mesh");
  CHECK(std::string(name(hccl_algorithm::pairwise)) == "pairwise");
  CHECK(std::string(name(hccl_algorithm::halving_doubling)) == halving_doubling<>::name);
  static_assert(documented.choose(all_reduce{}, 512.0 * MiB, 256).algorithm == hccl_algorithm::pipeline);
  static_assert(documented.choose(all_reduce{}, 1.0 * MiB, 256).algorithm == hccl_algorithm::nhr);
  static_assert(documented.time(all_reduce{}, 0.0 * B, 256) ==
                2.0 * documented_inside.alpha + 10.0 * documented_between.alpha);
  static_assert(documented.time(scatter{}, 0.0 * B, 24) == documented_inside.alpha + 2.0 * documented_between.alpha);
  static_assert(collective_model<hccl_default<>>);
}
