// SPDX-License-Identifier: BSL-1.0
// Every operation of the algorithms in which all messages leave at once, against the data flow.
#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "../support/dataflow.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/one_shot_mesh.hpp"
#include "traincost/collective/point_to_point.hpp"
#include "traincost/collective/star.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using dataflow::fabric, dataflow::schedule, dataflow::step;

// Everybody sends everybody else blocks(from, to).
template <class Blocks>
schedule all_at_once(int p, bool reduce, Blocks blocks) {
  step now;
  for (int from = 0; from < p; ++from) {
    for (int to = 0; to < p; ++to) {
      if (from != to) now.push_back({from, to, {blocks(from, to)}, reduce});
    }
  }
  return {now};
}
// The root sends every other rank blocks(to).
template <class Blocks>
schedule from_root(int p, int root, Blocks blocks) {
  step now;
  for (int to = 0; to < p; ++to) {
    if (to != root) now.push_back({root, to, {blocks(to)}, false});
  }
  return {now};
}
int own(int to) { return to; }
int whole(int) { return 0; }

template <class Model>
void check_star(fabric wiring) {
  using namespace collective;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    for (const int root : {p / 3, p - 1}) {
      const schedule blocks = from_root(p, root, own);
      const schedule message = from_root(p, root, whole);
      CHECK(count(broadcast{}, message, p, 1, wiring, root) == Model::cost(broadcast{}, p));
      CHECK(count(reduce{}, reversed(message, true), p, 1, wiring, root) == Model::cost(reduce{}, p));
      CHECK(count(scatter{}, blocks, p, p, wiring, root) == Model::cost(scatter{}, p));
      CHECK(count(gather{}, mirrored(blocks), p, p, wiring, root) == Model::cost(gather{}, p));
    }
  }
}
}  // namespace

TEST_CASE("mesh: every operation is what its messages add up to") {
  using namespace collective;
  using model = collective::mesh<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const schedule to_owner = all_at_once(p, true, [](int, int to) { return to; });
    const schedule to_all = all_at_once(p, false, [](int from, int) { return from; });
    const schedule exchange = all_at_once(p, false, [p](int from, int to) { return from * p + to; });
    CHECK(count(reduce_scatter{}, to_owner, p, p, fabric::mesh) == model::cost(reduce_scatter{}, p));
    CHECK(count(all_gather{}, to_all, p, p, fabric::mesh) == model::cost(all_gather{}, p));
    CHECK(count(all_reduce{}, joined(to_owner, to_all), p, p, fabric::mesh) == model::cost(all_reduce{}, p));
    CHECK(count(all_to_all{}, exchange, p, fabric::mesh) == model::cost(all_to_all{}, p));
    for (const int root : {p / 3, p - 1}) {
      const schedule out = from_root(p, root, own);
      CHECK(count(scatter{}, out, p, p, fabric::mesh, root) == model::cost(scatter{}, p));
      CHECK(count(gather{}, mirrored(out), p, p, fabric::mesh, root) == model::cost(gather{}, p));
      CHECK(count(broadcast{}, joined(out, to_all), p, p, fabric::mesh, root) == model::cost(broadcast{}, p));
      CHECK(count(reduce{}, joined(to_owner, mirrored(out)), p, p, fabric::mesh, root) == model::cost(reduce{}, p));
    }
  }
}

TEST_CASE("one_shot_mesh: the coefficients are what the messages add up to, and faster than mesh for small messages") {
  using model = collective::one_shot_mesh<>;
  for (int p = 2; p <= 129; ++p) {
    CAPTURE(p);
    const schedule steps = all_at_once(p, true, [](int, int) { return 0; });
    CHECK(count(collective::all_reduce{}, steps, p, 1, fabric::mesh) == model::cost(collective::all_reduce{}, p));
  }
  using namespace units;
  constexpr auto link = hardware::pair(5.0 * us, 18.3 * GB_per_s);
  constexpr collective::all_reduce all{};
  static_assert(model{link}.time(all, 64.0 * KiB, 8) < collective::mesh{link}.time(all, 64.0 * KiB, 8));
  static_assert(model{link}.time(all, 16.0 * MiB, 8) > collective::mesh{link}.time(all, 16.0 * MiB, 8));
}

TEST_CASE("star: every operation through a shared port is what its messages add up to") {
  check_star<collective::star<hardware::port_link<>>>(fabric::shared_port);
}

TEST_CASE("star: every operation over a link of its own per rank is what its messages add up to") {
  check_star<collective::star<hardware::pair_link<>>>(fabric::mesh);
}

// HCCL's page has alpha + n beta, n the bytes of one other rank, for every topology.
TEST_CASE("star: HCCL's formula over links, p - 1 times its bytes through a port") {
  using namespace units;
  using namespace collective;
  constexpr auto links = hardware::pair(10.0 * us, 20.0 * GB_per_s);
  constexpr auto port = hardware::port(10.0 * us, 20.0 * GB_per_s);
  for (const int p : {2, 3, 8, 129}) {
    const bytes per_rank = 1.0 * MB;
    const bytes n = p * per_rank;
    const seconds documented = links.alpha + per_rank * links.beta;
    CHECK(relative_error(star{links}.time(scatter{}, n, p).si(), documented.si()) < rounding);
    CHECK(relative_error(star{links}.time(broadcast{}, per_rank, p).si(), documented.si()) < rounding);
    const seconds shared = port.alpha + (p - 1.0) * (per_rank * port.beta);
    CHECK(relative_error(star{port}.time(gather{}, n, p).si(), shared.si()) < rounding);
    CHECK(relative_error(star{port}.time(reduce{}, per_rank, p).si(), shared.si()) < rounding);
  }
}

TEST_CASE("point_to_point: one message, over a port or over a link") {
  using namespace units;
  constexpr collective::send_receive send{};
  constexpr collective::point_to_point port{hardware::port(10.0 * us, 20.0 * GB_per_s)};
  constexpr collective::point_to_point link{hardware::pair(5.0 * us, 20.0 * GB_per_s)};
  CHECK(relative_error(port.time(send, 20.0 * GB, 2).si(), 1.00001) < rounding);
  CHECK(relative_error(link.time(send, 20.0 * GB, 2).si(), 1.000005) < rounding);
  static_assert(port.time(send, 1.0 * MB, 1) == 0.0 * s);
  for (int p = 2; p <= 129; ++p) CHECK(decltype(port)::cost(send, p) == collective::coefficients{1, {1, 1}, {0, 1}});
}
