// SPDX-License-Identifier: BSL-1.0
// Documented times of all algorithms, to 1e-12.
#include <doctest/doctest.h>

#include "../support/collective.hpp"
#include "traincost/collective/chain.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/hccl_pipeline.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nb.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_tree.hpp"

namespace {
using namespace traincost;
using namespace traincost::test;
using namespace traincost::units;

// What MPICH's comment and HCCL's selector write for p no power of two, as a user's algorithms.
struct mpich {
  static constexpr hardware::link_kind kind = hardware::link_kind::port;
  static constexpr collective::coefficients cost(collective::all_reduce, int p) {
    return {2 * floor_log2(p) + 2, {2 * (p - 1) + 2 * p, p}, {2 * p - 1, p}};
  }
};
struct selector {
  static constexpr hardware::link_kind kind = hardware::link_kind::port;
  static constexpr collective::coefficients cost(collective::all_reduce, int p) {
    return {2 * ceil_log2(p), {2 * (2 * p - 1), p}, {0, 1}};
  }
};

template <class Algorithm>
int check_variant(const std::string& name) {
  int lines = 0;
  for (const row& line : table("collective_variants.csv")) {
    if (line.text("algorithm") != name) continue;
    const int p = line.count("ranks");
    const hardware::port_link<> link{line.number("alpha_s") * s, line.number("beta_s_per_B") * (s / B),
                                     line.number("gamma_s_per_B") * (s / B)};
    CHECK(Algorithm::cost(collective::all_reduce{}, p) ==
          collective::coefficients{line.integer("A"), line.fraction("B"), line.fraction("G")});
    const seconds time = collective::flat<Algorithm>{link}.time(collective::all_reduce{}, line.number("bytes") * B, p);
    CHECK(relative_error(time.si(), line.number("seconds")) < golden);
    ++lines;
  }
  return lines;
}

template <class Model>
int check_chunked() {
  int lines = 0;
  for (const row& line : table("chunked_broadcast.csv")) {
    if (line.text("algorithm") != Model::name) continue;
    const int p = line.count("ranks");
    CAPTURE(p);
    const bytes n = line.number("bytes") * B;
    const auto link = hardware::port(line.number("alpha_s") * s, line.number("bandwidth_B_per_s") * B_per_s);
    constexpr collective::broadcast operation{};
    const Model model{link};
    CHECK(relative_error(model.unrounded_chunk_count(operation, n, p), line.number("chunks_real")) < golden);
    CHECK(model.chunk_count(operation, n, p) == line.count("chunks"));
    CHECK(relative_error(model.time(operation, n, p).si(), line.number("seconds")) < golden);
    const Model in_best{link, line.count("chunks")};
    CHECK(relative_error(model.time(operation, n, p).si(), in_best.time(operation, n, p).si()) < rounding);
    // The closed form is the `pipelined` law of the start-up before the last rank receives, and the transfer.
    const double before = std::string(Model::name) == "chain" ? p - 2.0 : 2.0 * ceil_log2(p);
    const seconds closed = collective::pipelined{}(before * link.alpha, n * link.beta);
    CHECK(relative_error(closed.si(), line.number("seconds_real")) < golden);
    ++lines;
  }
  return lines;
}
}  // namespace

TEST_CASE("golden: all 39 lines of coefficients and times") {
  const int lines = check_golden_lines<collective::ring<>, hardware::port_link<>>() +
                    check_golden_lines<collective::mesh<>, hardware::pair_link<>>() +
                    check_golden_lines<collective::nhr<>, hardware::port_link<>>() +
                    check_golden_lines<collective::halving_doubling<>, hardware::port_link<>>();
  CHECK(lines + check_variant<mpich>("halving_doubling_mpich") + check_variant<selector>("halving_doubling_selector") ==
        39);
}

TEST_CASE("golden: chain and two_tree, best number of chunks and time") {
  CHECK(check_chunked<collective::chain<>>() == 3);
  CHECK(check_chunked<collective::two_tree<>>() == 3);
}

TEST_CASE("golden: hccl_pipeline") {
  int lines = 0;
  for (const row& line : table("hccl_pipeline.csv")) {
    const int group = line.count("per_server");
    const int ranks = group * line.count("servers");
    const bytes n = line.number("bytes") * B;
    const collective::hccl_pipeline model{
        hardware::pair(line.number("alpha_inside_s") * s, line.number("link_B_per_s") * B_per_s),
        hardware::port(line.number("alpha_between_s") * s, line.number("port_B_per_s") * B_per_s), group};
    const bool all = line.text("operation") == collective::all_reduce::name;
    const seconds time =
        all ? model.time(collective::all_reduce{}, n, ranks) : model.time(collective::reduce_scatter{}, n, ranks);
    CHECK(relative_error(time.si(), line.number("seconds")) < golden);
    if (!all) CHECK(relative_error(model.time(collective::all_gather{}, n, ranks).si(), time.si()) < rounding);
    ++lines;
  }
  CHECK(lines == 13);
}
