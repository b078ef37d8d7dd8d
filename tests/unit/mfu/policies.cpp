// SPDX-License-Identifier: BSL-1.0
// Every call of every model of the rooms hardware to mfu, each argument and each parameter, under every policy.
#include <doctest/doctest.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../support/policy_walk.hpp"
#include "traincost/traincost.hpp"

namespace {
using namespace traincost;
using namespace traincost::units;
using namespace traincost::test::walk;
using collective::all_gather, collective::all_reduce, collective::reduce_scatter;
using share_of = fraction<double>;

constexpr auto fabric = hardware::port(10.0 * us, 20.0 * GB_per_s, 500.0 * GB_per_s);
constexpr auto board = hardware::pair(5.0 * us, 18.3 * GB_per_s);
constexpr share_of half = share_of::unchecked(0.5);
constexpr hardware::rocev2<> network{200.0 * Gbit_per_s};
constexpr hardware::rocev2<> with_mtu(int mtu) noexcept { return {200.0 * Gbit_per_s, mtu}; }

constexpr hardware::port_link<> alpha(double x) noexcept { return {x * s, fabric.beta, fabric.gamma}; }
constexpr hardware::port_link<> beta(double x) noexcept { return {fabric.alpha, x * (s / B), fabric.gamma}; }
constexpr hardware::port_link<> gamma(double x) noexcept { return {fabric.alpha, fabric.beta, x * (s / B)}; }

constexpr collective::ring<> ring{fabric};
constexpr collective::nhr<> nhr{fabric};
constexpr collective::halving_doubling<> folded{fabric};
constexpr collective::mesh<> mesh{board};
constexpr collective::two_level<> server{mesh, ring, 8};
constexpr collective::two_level<> grouped(int group) noexcept { return {mesh, ring, group}; }
constexpr auto chosen(int index) noexcept {
  collective::any_of model{ring, nhr, folded};
  model.chosen = index;
  return model;
}
constexpr domain<int> whole_servers{[](int n) { return n >= 1 && (n <= 8 || n % 8 == 0); },
                                    [](int n) { return n < 1 ? 1 : n - n % 8; }};
constexpr domain<int> one_of_three{[](int n) { return n >= 0 && n < 3; },
                                   [](int n) { return n < 0   ? 0
                                                      : n > 2 ? 2
                                                              : n; }};
constexpr domain<int> path_mtu{[](int n) { return n == 256; }, [](int n) { return n < 256 ? 256 : 4096; }};
constexpr domain<std::int64_t> message{[](std::int64_t n) { return n >= 1; },
                                       [](std::int64_t n) { return n < 1 ? std::int64_t{1} : n; }};
constexpr domain<int> few_flows{[](int n) { return n >= 1 && n <= 512; }, [](int n) { return n < 1 ? 1 : 512; }};
constexpr domain<double> at_least_one{[](double x) { return x >= 1.0 && x <= most; },
                                      [](double x) { return !(x >= 1.0) ? 1.0
                                                            : x > most  ? most
                                                                        : x; }};
constexpr domain<double> finite{[](double x) { return x >= -most && x <= most; }};
constexpr domain<double> nothing{[](double) { return false; }};
constexpr domain<double> a_share{[](double x) { return x == x; }};  // see odd()

void links_and_collectives(walker& walk) {
  const char* roce = "hardware/rocev2.hpp";
  walk(entry<int>{roce, "rocev2::goodput", "mtu", path_mtu, "E302"}, TRAINCOST_CALL(int x, with_mtu(x).goodput<P>()));
  walk(entry<int>{roce, "rocev2::message_goodput", "mtu", path_mtu, "E302"},
       TRAINCOST_CALL(int x, with_mtu(x).message_goodput<P>(100)));
  walk(entry<std::int64_t>{roce, "rocev2::message_goodput", "message", message, "E301"},
       TRAINCOST_CALL(std::int64_t x, network.message_goodput<P>(x)));
  walk(entry<int>{roce, "rocev2::link", "mtu", path_mtu, "E302"},
       TRAINCOST_CALL(int x, with_mtu(x).link<P>(10.0 * us, half)));
  // A link's numbers are looked at by the collective that takes the link.
  walk(entry<double>{roce, "rocev2::link", "alpha", finite_non_negative, "E304", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, collective::ring<>{network.link<P>(x * s, half)}.time<P>(all_reduce{}, 1.0 * MB, 8)));

  const char* flat = "collective/algorithm.hpp";
  walk(entry<double>{flat, "ring::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, ring.time<P>(all_reduce{}, x * B, 8)));
  walk(entry<double>{flat, "ring::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, ring.time<P>(all_gather{}, x * B, 8)));
  walk(entry<int>{flat, "ring::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, ring.time<P>(all_reduce{}, 1.0 * MB, x)));
  walk(entry<double>{flat, "ring::time", "alpha", finite_non_negative, "E304", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, collective::ring<>{alpha(x)}.time<P>(all_reduce{}, 1.0 * MB, 8)));
  walk(entry<double>{flat, "ring::time", "beta", finite_non_negative, "E304", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, collective::ring<>{beta(x)}.time<P>(reduce_scatter{}, 1.0 * MB, 8)));
  walk(entry<double>{flat, "ring::time", "gamma", finite_non_negative, "E304", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, collective::ring<>{gamma(x)}.time<P>(reduce_scatter{}, 1.0 * MB, 8)));
  walk(entry<double>{flat, "ring<pipelined>::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, collective::ring{fabric, collective::pipelined{}}.time<P>(all_reduce{}, x * B, 8)));
  walk(entry<double>{flat, "nhr::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, nhr.time<P>(all_reduce{}, x * B, 6)));
  walk(entry<int>{flat, "nhr::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, nhr.time<P>(all_reduce{}, 1.0 * MB, x)));
  walk(entry<double>{flat, "halving_doubling::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, folded.time<P>(all_reduce{}, x * B, 6)));
  walk(entry<double>{flat, "halving_doubling::time", "message_bytes, reduction for free", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, collective::halving_doubling<>{gamma(0.0)}.time<P>(all_reduce{}, x * B, 6)));
  walk(entry<int>{flat, "halving_doubling::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, folded.time<P>(reduce_scatter{}, 1.0 * MB, x)));
  walk(entry<double>{flat, "mesh::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, mesh.time<P>(all_reduce{}, x * B, 8)));
  walk(entry<int>{flat, "mesh::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, mesh.time<P>(all_reduce{}, 1.0 * MB, x)));

  const char* two = "collective/two_level.hpp";
  walk(entry<double>{two, "two_level::time", "message_bytes", finite_non_negative, "E301", clamps::low},
       TRAINCOST_CALL(double x, server.time<P>(all_reduce{}, x * B, 64)));
  walk(entry<double>{two, "two_level::time", "message_bytes, one server", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, server.time<P>(all_reduce{}, x * B, 4)));
  walk(entry<double>{two, "two_level::levels", "message_bytes", finite_non_negative, "E301", clamps::low},
       TRAINCOST_CALL(double x, server.levels<P>(reduce_scatter{}, x * B, 64)));
  walk(entry<int>{two, "two_level::time", "ranks", whole_servers, "E303 E306"},
       TRAINCOST_CALL(int x, server.time<P>(all_reduce{}, 1.0 * MB, x)));
  walk(entry<int>{two, "two_level::levels", "ranks", whole_servers, "E303 E306"},
       TRAINCOST_CALL(int x, server.levels<P>(all_gather{}, 1.0 * MB, x)));
  walk(entry<int>{two, "two_level::time", "group", count, "E305", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(int x, grouped(x).time<P>(all_reduce{}, 1.0 * MB, 64)));
  walk(entry<double>{two, "two_level::time", "outer.alpha", finite_non_negative, "E304", clamps::own},
       TRAINCOST_CALL(
           double x, collective::two_level{mesh, collective::ring<>{alpha(x)}, 8}.time<P>(all_reduce{}, 1.0 * MB, 64)));

  const char* fastest = "collective/fastest_of.hpp";
  walk(entry<double>{fastest, "fastest_of::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, collective::fastest_of{ring, folded}.time<P>(all_reduce{}, x * B, 8)));
  walk(entry<int>{fastest, "fastest_of::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, collective::fastest_of{ring, folded}.time<P>(all_reduce{}, 1.0 * MB, x)));
  walk(entry<double>{fastest, "fastest_of::time", "first.beta", finite_non_negative, "E304", clamps::own,
                     reports::argument, 0.0},
       TRAINCOST_CALL(double x,
                      collective::fastest_of{collective::ring<>{beta(x)}, nhr}.time<P>(all_reduce{}, 1.0 * MB, 8)));
  walk(entry<double>{fastest, "fastest_of::time", "second.beta", finite_non_negative, "E304", clamps::own,
                     reports::argument, 0.0},
       TRAINCOST_CALL(double x,
                      collective::fastest_of{nhr, collective::ring<>{beta(x)}}.time<P>(all_reduce{}, 1.0 * MB, 8)));

  const char* any = "collective/any_of.hpp";
  walk(entry<int>{any, "any_of::time", "chosen", one_of_three, "E307"},
       TRAINCOST_CALL(int x, chosen(x).time<P>(all_reduce{}, 1.0 * MB, 8)));
  walk(entry<double>{any, "any_of::time", "message_bytes", finite_non_negative, "E301"},
       TRAINCOST_CALL(double x, chosen(1).time<P>(all_reduce{}, x * B, 8)));
  walk(entry<int>{any, "any_of::time", "ranks", count, "E303"},
       TRAINCOST_CALL(int x, chosen(2).time<P>(all_reduce{}, 1.0 * MB, x)));

  using collective::ecmp;
  const char* hashes = "collective/ecmp.hpp";
  walk(entry<int>{hashes, "ecmp::expected_max_load", "flows", few_flows, "E331"},
       TRAINCOST_CALL(int x, ecmp{.flows = x, .links = 4, .queue_pairs = 8}.expected_max_load<P>()));
  walk(entry<int>{hashes, "ecmp::expected_max_load", "links", count, "E331"},
       TRAINCOST_CALL(int x, ecmp{.flows = 8, .links = x}.expected_max_load<P>()));
  walk(entry<int>{hashes, "ecmp::expected_max_load", "queue_pairs", few_flows, "E331", clamps::nearest, reports::other},
       TRAINCOST_CALL(int x, ecmp{.flows = 8, .links = 4, .queue_pairs = x}.expected_max_load<P>()));
  walk(entry<int>{hashes, "ecmp::stretch", "flows", few_flows, "E331"},
       TRAINCOST_CALL(int x, ecmp{.flows = x, .links = 4, .queue_pairs = 8}.stretch<P>()));
  walk(entry<double>{hashes, "ecmp::stretch", "flow_rate", finite_positive, "E332"},
       TRAINCOST_CALL(double x, ecmp{.flows = 8, .links = 4, .queue_pairs = 1, .flow_rate = x}.stretch<P>()));

  using collective::oversubscribed;
  const char* racks = "collective/oversubscribed.hpp";
  constexpr domain<int> whole_racks{[](int n) { return n >= 1 && (n <= 8 || n % 8 == 0); }};
  constexpr domain<int> power_of_two{[](int n) { return is_power_of_two(n); }};
  walk(entry<double>{racks, "oversubscribed::stretch", "ratio", at_least_one, "E333", clamps::low},
       TRAINCOST_CALL(double x, oversubscribed{x, 8}.stretch<P>(nhr, 64)));
  walk(entry<double>{racks, "oversubscribed::stretch", "ratio, ring", at_least_one, "E333", clamps::low},
       TRAINCOST_CALL(double x, oversubscribed{x, 8}.stretch<P>(ring, 64)));
  walk(entry<int>{racks, "oversubscribed::stretch", "rack", count, "E334", clamps::own, reports::argument, 1.0},
       TRAINCOST_CALL(int x, oversubscribed{4.0, x}.stretch<P>(ring, 64)));
  walk(entry<int>{racks, "oversubscribed::stretch", "ranks", whole_racks, "E334", clamps::own, reports::argument, 1.0},
       TRAINCOST_CALL(int x, oversubscribed{4.0, 8}.stretch<P>(ring, x)));
  walk(entry<int>{racks, "oversubscribed::stretch", "ranks, halving_doubling", power_of_two, "E334 E335", clamps::own,
                  reports::argument, 1.0},
       TRAINCOST_CALL(int x, oversubscribed{4.0, 1}.stretch<P>(folded, x)));
}

constexpr domain<std::int64_t> size{[](std::int64_t n) { return n == 1; }};  // the largest is beyond 2^60 parameters
constexpr domain<std::int64_t> at_least_one_token{[](std::int64_t n) { return n >= 1; },
                                                  [](std::int64_t n) { return n < 1 ? std::int64_t{1} : n; }};
constexpr workload::transformer resized(std::int64_t workload::transformer::*which, std::int64_t n) noexcept {
  workload::transformer model = workload::glm_4_9b;
  model.*which = n;
  return model;
}

void workload_counts(walker& walk) {
  const char* model = "workload/transformer.hpp";
  using workload::transformer, workload::glm_4_9b;
  const auto line = [&](const char* call, const char* argument) {
    return entry<std::int64_t>{model, call, argument, size, "E336", clamps::own, reports::other};
  };
  walk(line("transformer::training_flops", "layers"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::layers, n).training_flops<P>(8192)));
  walk(line("transformer::training_flops", "hidden"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::hidden, n).training_flops<P>(8192)));
  walk(line("transformer::training_flops", "ffn"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::ffn, n).training_flops<P>(8192)));
  walk(line("transformer::training_flops", "heads"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::heads, n).training_flops<P>(8192)));
  walk(line("transformer::training_flops", "kv_heads"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::kv_heads, n).training_flops<P>(8192)));
  walk(line("transformer::training_flops", "head_dim"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::head_dim, n).training_flops<P>(8192)));
  walk(line("transformer::gradient_bytes", "vocabulary"),
       TRAINCOST_CALL(std::int64_t n, resized(&transformer::vocabulary, n).gradient_bytes<P>()));
  walk(entry<std::int64_t>{model, "transformer::training_flops", "sequence", at_least_one_token, "E337"},
       TRAINCOST_CALL(std::int64_t n, glm_4_9b.training_flops<P>(n, workload::attention::causal)));
  walk(entry<int>{model, "transformer::gradient_bytes", "bytes_per_value", count, "E338"},
       TRAINCOST_CALL(int n, glm_4_9b.gradient_bytes<P>(n)));
}

constexpr compute::roofline<> chip{100.0 * TFLOP_per_s, 1.0 * TB_per_s, half, half};
constexpr compute::roofline<> with_peak(double x) noexcept {
  return {x * (FLOP / s), chip.memory_bandwidth, half, half};
}
constexpr compute::roofline<> with_memory(double x) noexcept { return {chip.peak, x * (B / s), half, half}; }
constexpr compute::roofline<> with_compute_share(double x) noexcept {
  return {chip.peak, chip.memory_bandwidth, share_of::unchecked(x), half};
}
constexpr compute::roofline<> with_memory_share(double x) noexcept {
  return {chip.peak, chip.memory_bandwidth, half, share_of::unchecked(x)};
}
constexpr step::load<> job{
    .work = 1.0 * TFLOP, .traffic = 1.0 * GB, .reduced = 1.0 * MB, .ranks = 64, .all_reduces = 2};
template <class Change>
constexpr step::load<> changed(Change change) noexcept {
  step::load<> other = job;
  change(other);
  return other;
}
constexpr step::load<> job_with_work(double x) noexcept {
  return changed([x](auto& j) { j.work = x * FLOP; });
}
constexpr step::load<> job_with_traffic(double x) noexcept {
  return changed([x](auto& j) { j.traffic = x * B; });
}
constexpr step::load<> job_with_reduced(double x) noexcept {
  return changed([x](auto& j) { j.reduced = x * B; });
}
constexpr step::load<> job_with_ranks(int x) noexcept {
  return changed([x](auto& j) { j.ranks = x; });
}
constexpr step::load<> job_with_all_reduces(int x) noexcept {
  return changed([x](auto& j) { j.all_reduces = x; });
}

void steps(walker& walk) {
  const char* roof = "compute/roofline.hpp";
  walk(entry<double>{roof, "roofline::time", "work", finite_non_negative, "E318", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, chip.time<P>(x * FLOP, 1.0 * GB)));
  walk(entry<double>{roof, "roofline::time", "traffic", finite_non_negative, "E318", clamps::own, reports::argument,
                     0.0},
       TRAINCOST_CALL(double x, chip.time<P>(1.0 * TFLOP, x * B)));
  walk(entry<double>{roof, "roofline::time", "peak", finite_positive, "E317", clamps::own, reports::other, 0.0},
       TRAINCOST_CALL(double x, with_peak(x).time<P>(1.0 * TFLOP, 1.0 * GB)));
  walk(entry<double>{roof, "roofline::time", "memory_bandwidth", finite_positive, "E317", clamps::own, reports::other,
                     0.0},
       TRAINCOST_CALL(double x, with_memory(x).time<P>(1.0 * TFLOP, 1.0 * GB)));
  walk(entry<double>{roof, "roofline::time", "compute_efficiency", finite_positive, "E317", clamps::own, reports::other,
                     0.0},
       TRAINCOST_CALL(double x, with_compute_share(x < 1.0 ? x : x / most).time<P>(1.0 * TFLOP, 1.0 * GB)));
  walk(entry<double>{roof, "roofline::time", "memory_efficiency", finite_positive, "E317", clamps::own, reports::other,
                     0.0},
       TRAINCOST_CALL(double x, with_memory_share(x < 1.0 ? x : x / most).time<P>(1.0 * TFLOP, 1.0 * GB)));

  const char* overlap = "step/overlapped.hpp";
  walk(entry<double>{overlap, "overlapped::operator", "compute", finite_non_negative, "E319", clamps::own,
                     reports::argument, 0.0},
       TRAINCOST_CALL(double x, step::overlapped<>{half}.operator()<P>(x * s, 1.0 * s)));
  walk(entry<double>{overlap, "overlapped::operator", "communication", finite_non_negative, "E319", clamps::own,
                     reports::argument, 0.0},
       TRAINCOST_CALL(double x, step::overlapped<>{half}.operator()<P>(1.0 * s, x * s)));
  const char* serial = "step/serial.hpp";
  walk(entry<double>{serial, "serial::operator", "compute", finite_non_negative, "E319", clamps::own, reports::argument,
                     0.0},
       TRAINCOST_CALL(double x, step::serial{}.operator()<P>(x * s, 1.0 * s)));
  walk(entry<double>{serial, "serial::operator", "communication", finite_non_negative, "E319", clamps::own,
                     reports::argument, 0.0},
       TRAINCOST_CALL(double x, step::serial{}.operator()<P>(1.0 * s, x * s)));

  const char* compose = "step/composed.hpp";
  walk(entry<double>{compose, "compose", "work", finite_non_negative, "E318", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, step::compose<P>(server, chip, step::serial{}, job_with_work(x))));
  walk(entry<double>{compose, "compose", "traffic", finite_non_negative, "E318", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, step::compose<P>(server, chip, step::serial{}, job_with_traffic(x))));
  walk(entry<double>{compose, "compose", "reduced", finite_non_negative, "E301", clamps::low},
       TRAINCOST_CALL(double x, step::compose<P>(server, chip, step::serial{}, job_with_reduced(x))));
  walk(entry<int>{compose, "compose", "ranks", whole_servers, "E303 E306"},
       TRAINCOST_CALL(int x, step::compose<P>(server, chip, step::serial{}, job_with_ranks(x))));
  walk(entry<int>{compose, "compose", "all_reduces", count_or_none, "E327", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(int x, step::compose<P>(server, chip, step::serial{}, job_with_all_reduces(x))));
}

using namespace convergence;
constexpr excess_point<double> near{1.0, 0.3}, far{4.0, 2.0};
constexpr excess_point<double> u(double x, excess_point<double> p) noexcept { return {x, p.y}; }
constexpr excess_point<double> y(double x, excess_point<double> p) noexcept { return {p.u, x}; }
template <class Shape>
constexpr latency_law<Shape> on_latency(Shape shape) noexcept {
  return {shape, 2.0 * ms, 10.0 * ms, ""};
}
template <class Shape>
constexpr delay_law<Shape> on_delay(Shape shape) noexcept {
  return {shape, delay<>{4.0}, ""};
}
constexpr latency_law<> with_baseline(double x) noexcept { return {linear<>{0.1}, x * s, 10.0 * ms, ""}; }
constexpr latency_law<power<>> with_end(double x) noexcept { return {power<>{0.1, 1.5}, 2.0 * ms, x * s, ""}; }
constexpr latency_point<double> slow{8.8 * ms, 1.32}, slowest{15.3 * ms, 1.65};

constexpr domain<double> above_1{[](double x) { return x > 1.0 && x <= 1e300; }};
constexpr domain<double> any_above_1{[](double x) { return x > 1.0 && x <= most; }};
// A fit through two points asks for growing ones, so each number has a domain of its own.
template <class Shape>
void two_point_fit(walker& walk, const char* header, const char* call) {
  constexpr domain<double> below_far_u{[](double x) { return x > 0.0 && x < 4.0; }};
  constexpr domain<double> below_far_y{[](double x) { return x > 0.0 && x < 2.0; }};
  // Of what is given, only the huge values are beyond the first point: a power law and a saturating hyperbola reach
  // them; a parabola falls before them, a pole cannot be told from them, and an exponential overflows on the way.
  constexpr bool hyperbola = requires { Shape{}.inverse_pole; };
  constexpr bool power_law = requires { Shape{}.exponent; };
  constexpr domain<double> far_u = power_law ? any_above_1 : hyperbola ? above_1 : nothing;
  constexpr domain<double> far_y = power_law ? above_1 : nothing;
  const auto line = [&](const char* argument, domain<double> accepts) {
    return entry<double>{header, call, argument, accepts, "E311", clamps::own, reports::other};
  };
  walk(line("first.u", below_far_u), TRAINCOST_CALL(double x, Shape::template through<P>(u(x, near), far)));
  walk(line("first.y", below_far_y), TRAINCOST_CALL(double x, Shape::template through<P>(y(x, near), far)));
  walk(line("second.u", far_u), TRAINCOST_CALL(double x, Shape::template through<P>(near, u(x, far))));
  walk(line("second.y", far_y), TRAINCOST_CALL(double x, Shape::template through<P>(near, y(x, far))));
}

void convergence_laws(walker& walk) {
  const char* modes = "convergence/delay.hpp";
  walk.mention(modes, "synchronous::age");
  static_assert(noexcept(synchronous{}.age<raising>(1.0 * s, 1.0 * s)));
  walk(entry<double>{modes, "delayed_by::age", "steps", finite_non_negative, "E308", clamps::low},
       TRAINCOST_CALL(double x, delayed_by<>{x}.age<P>(1.0 * s, 1.0 * s)));
  walk(entry<double>{modes, "latency_driven::age", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, latency_driven{}.age<P>(x * s, 1.0 * s)));
  walk(entry<double>{modes, "latency_driven::age", "compute", finite_positive, "E310", clamps::own},
       TRAINCOST_CALL(double x, latency_driven{}.age<P>(1.0 * s, x * s)));

  const char* of_delay = "convergence/delay_law.hpp";
  walk(entry<double>{of_delay, "delay_law::step_ratio", "age", finite_non_negative, "E316"},
       TRAINCOST_CALL(double x, on_delay(linear<>{0.1}).step_ratio<P>(delay<>{x})));
  walk(entry<double>{of_delay, "delay_law::step_ratio", "calibrated_to", anything, ""},
       TRAINCOST_CALL(double x, delay_law<power<>>{power<>{0.1, 1.5}, delay<>{x}}.step_ratio<P>(delay<>{2.0})));

  const char* of_latency = "convergence/latency_law.hpp";
  walk(entry<double>{of_latency, "latency_law::step_ratio", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, on_latency(linear<>{0.1}).step_ratio<P>(x * s)));
  walk(entry<double>{of_latency, "latency_law::step_ratio", "baseline", finite_positive, "E315", clamps::own,
                     reports::argument, 1.0},
       TRAINCOST_CALL(double x, with_baseline(x).step_ratio<P>(8.0 * ms)));
  walk(entry<double>{of_latency, "latency_law::step_ratio", "calibrated_to", anything, ""},
       TRAINCOST_CALL(double x, with_end(x).step_ratio<P>(8.0 * ms)));

  // The shapes' own parameters, and arguments far outside, where no penalty times infinity is no number.
  constexpr domain<double> up_to_1e300{[](double x) { return x >= 0.0 && x <= 1e300; }};
  constexpr domain<double> up_to_1{[](double x) { return x >= 0.0 && x <= 1.0; }};
  const auto shape = [&](const char* call, const char* parameter, domain<double> accepts) {
    return entry<double>{of_latency, call, parameter, accepts, "E312", clamps::own, reports::other, 1.0};
  };
  const auto at = [&](const char* call, const char* argument, domain<double> accepts, const char* anchors = "E309") {
    const bool by_latency = std::string(anchors) == "E309";
    return entry<double>{
        of_latency, call, argument, accepts, anchors, clamps::nearest, by_latency ? reports::argument : reports::other};
  };
  walk(shape("linear:step_ratio", "slope", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(linear<>{x}).step_ratio<P>(8.0 * ms)));
  walk(at("linear:step_ratio", "latency, no slope", up_to_1e300, "E309 E339"),
       TRAINCOST_CALL(double x, on_latency(linear<>{0.0}).step_ratio<P>(x * s)));
  walk(shape("power:step_ratio", "coefficient", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(power<>{x, 1.5}).step_ratio<P>(8.0 * ms)));
  walk(shape("power:step_ratio", "exponent", finite_positive),
       TRAINCOST_CALL(double x, on_latency(power<>{0.1, x}).step_ratio<P>(8.0 * ms)));
  walk(at("power:step_ratio", "latency", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(power<>{0.1, 1.5}).step_ratio<P>(x * s)));
  walk(at("power:step_ratio", "latency, no coefficient", up_to_1, "E309 E339"),
       TRAINCOST_CALL(double x, on_latency(power<>{0.0, 1.5}).step_ratio<P>(x * s)));
  walk(shape("quadratic:step_ratio", "first", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(quadratic<>{x, 0.1}).step_ratio<P>(8.0 * ms)));
  walk(entry<double>{of_latency, "quadratic:step_ratio", "second",
                     domain<double>{[](double x) { return x > -0.1 && x <= most; }}, "E312 E313", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, on_latency(quadratic<>{0.1, x}).step_ratio<P>(8.0 * ms)));
  walk(at("quadratic:step_ratio", "latency", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(quadratic<>{0.1, 0.1}).step_ratio<P>(x < most ? x * s : x * ns)));
  walk(shape("hyperbolic:step_ratio", "slope", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(hyperbolic<>{x, 0.1}).step_ratio<P>(8.0 * ms)));
  walk(entry<double>{of_latency, "hyperbolic:step_ratio", "inverse_pole",
                     domain<double>{[](double x) { return x >= -most && x < 1.0 / 3.0; }}, "E312 E313", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, on_latency(hyperbolic<>{0.1, x}).step_ratio<P>(8.0 * ms)));
  walk(entry<double>{of_latency, "hyperbolic:step_ratio", "latency",
                     domain<double>{[](double x) { return x >= 0.0 && x < 0.02; }}, "E309 E313", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, on_latency(hyperbolic<>{0.1, 0.1}).step_ratio<P>(x * s)));
  walk(shape("exponential:step_ratio", "slope", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(exponential<>{x, 0.1}).step_ratio<P>(8.0 * ms)));
  walk(shape("exponential:step_ratio", "rate", finite),
       TRAINCOST_CALL(double x, on_latency(exponential<>{0.1, x}).step_ratio<P>(8.0 * ms)));
  walk(at("exponential:step_ratio", "latency", finite_non_negative),
       TRAINCOST_CALL(double x, on_latency(exponential<>{0.1, 0.1}).step_ratio<P>(x * s)));
  walk(at("exponential:step_ratio", "latency, no slope", up_to_1, "E309 E339"),
       TRAINCOST_CALL(double x, on_latency(exponential<>{0.0, 0.1}).step_ratio<P>(x * s)));

  // Beyond the calibrated range what is done is a policy of its own.
  static constexpr eval_policy strict{.extrapolation = on_error::raise};
  static_assert(!noexcept(on_latency(linear<>{0.1}).step_ratio<strict>(1.0 * s)) && !never_throws<strict>);
  CHECK(walk.hear("convergence/penalty_law.hpp", "E314",
                  [] { (void)on_latency(linear<>{0.1}).step_ratio<strict>(1.0 * s); }));
  CHECK(walk.hear("convergence/penalty_law.hpp", "E314",
                  [] { (void)on_delay(linear<>{0.1}).step_ratio<strict>(delay<>{5.0}); }));

  const auto fit = [&](const char* argument, domain<double> accepts) {
    return entry<double>{of_latency, "latency_law::fit", argument, accepts, "E311", clamps::own, reports::other};
  };
  using law = latency_law<power<>>;
  walk(fit("baseline", nothing), TRAINCOST_CALL(double x, law::fit<P>(x * s, slow, slowest).shape));
  walk(fit("first.latency", nothing), TRAINCOST_CALL(double x, law::fit<P>(2.0 * ms, {x * s, 1.32}, slowest).shape));
  walk(fit("first.step_ratio", nothing),
       TRAINCOST_CALL(double x, law::fit<P>(2.0 * ms, {slow.latency, x}, slowest).shape));
  walk(fit("second.step_ratio", nothing),
       TRAINCOST_CALL(double x, law::fit<P>(2.0 * ms, slow, {slowest.latency, x}).shape));

  constexpr domain<double> with_finite_product{
      [](double x) { return x >= 0.0 && x < 1e302; }};  // its product with u is finite
  walk(
      entry<double>{"convergence/linear.hpp", "linear::fit", "u",
                    domain<double>{[](double x) { return x > 0.0 && x < 1e150; }}, "E311", clamps::own, reports::other},
      TRAINCOST_CALL(double x, linear<>::fit<P>(std::array{near, u(x, far)})));
  walk(entry<double>{"convergence/linear.hpp", "linear::fit", "y", with_finite_product, "E311", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, linear<>::fit<P>(std::array{near, y(x, far)})));
  two_point_fit<power<>>(walk, "convergence/power.hpp", "power::through");
  two_point_fit<quadratic<>>(walk, "convergence/quadratic.hpp", "quadratic::through");
  two_point_fit<hyperbolic<>>(walk, "convergence/hyperbolic.hpp", "hyperbolic::through");
  two_point_fit<exponential<>>(walk, "convergence/exponential.hpp", "exponential::through");
}

constexpr share_of base = share_of::unchecked(0.52), lower = share_of::unchecked(0.44), c = share_of::unchecked(0.1);
constexpr mfu::amdahl<> amdahl{base, c, 2.0 * ms};
constexpr mfu::documented<> documented{base, c, 2.0 * ms};
constexpr mfu::overlapped<> windowed{base, 70.0 * ms, 5.0 * ms, 2.0 * ms};
constexpr training run{server, chip, step::serial{}, synchronous{}, delay_law<>{}, amdahl};
constexpr auto stale = run.with_delay(latency_driven{}).with_penalty(on_delay(linear<>{0.1}));

constexpr share_of as_share(double x) noexcept { return share_of::unchecked(x); }
// A share holds what a fraction holds, so only a NaN that another call's policy made can be odd about it.
constexpr share_of odd(double x) noexcept { return as_share(x == x ? 0.0 : x); }

void mfu_laws(walker& walk) {
  const auto nan_passes = [](const char* header, const char* call, const char* argument) {
    return entry<double>{header,
                         call,
                         argument,
                         anything,
                         "",
                         clamps::own,
                         reports::argument,
                         std::numeric_limits<double>::quiet_NaN(),
                         marks::passed_on};
  };
  const char* of_amdahl = "mfu/amdahl.hpp";
  walk(entry<double>{of_amdahl, "amdahl::mfu", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, amdahl.mfu<P>(x * s)));
  walk(entry<double>{of_amdahl, "amdahl::mfu", "latency, nothing exposed", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, mfu::amdahl<>{base, share_of::unchecked(0.0), 2.0 * ms}.mfu<P>(x * s)));
  walk(entry<double>{of_amdahl, "amdahl::mfu", "latency, no base", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x,
                      mfu::amdahl<>{share_of::unchecked(0.0), share_of::unchecked(1.0), 2.0 * ms}.mfu<P>(x * s)));
  walk(entry<double>{of_amdahl, "amdahl::mfu", "baseline", finite_positive, "E320", clamps::own, reports::argument,
                     0.52},
       TRAINCOST_CALL(double x, mfu::amdahl<>{base, c, x * s}.mfu<P>(8.0 * ms)));
  walk(nan_passes(of_amdahl, "amdahl::mfu", "base"),
       TRAINCOST_CALL(double x, mfu::amdahl<>{odd(x), c, 2.0 * ms}.mfu<P>(8.0 * ms)));
  walk(nan_passes(of_amdahl, "amdahl::mfu", "share"),
       TRAINCOST_CALL(double x, mfu::amdahl<>{base, odd(x), 2.0 * ms}.mfu<P>(8.0 * ms)));

  constexpr domain<double> from_baseline{[](double x) { return x >= 2e-3 && x <= most; }};
  const char* of_document = "mfu/documented.hpp";
  walk(entry<double>{of_document, "documented::mfu", "latency", from_baseline, "E322"},
       TRAINCOST_CALL(double x, documented.mfu<P>(x * s)));
  walk(entry<double>{of_document, "documented::mfu", "baseline",
                     domain<double>{[](double x) { return x > 0.0 && x <= 8e-3; }}, "E320 E322", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, mfu::documented<>{base, c, x * s}.mfu<P>(8.0 * ms)));
  walk(nan_passes(of_document, "documented::mfu", "base"),
       TRAINCOST_CALL(double x, mfu::documented<>{odd(x), c, 2.0 * ms}.mfu<P>(8.0 * ms)));
  walk(nan_passes(of_document, "documented::mfu", "share"),
       TRAINCOST_CALL(double x, mfu::documented<>{base, odd(x), 2.0 * ms}.mfu<P>(8.0 * ms)));

  const char* of_overlap = "mfu/overlapped.hpp";
  walk(entry<double>{of_overlap, "overlapped::mfu", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, windowed.mfu<P>(x * s)));
  walk(entry<double>{of_overlap, "overlapped::mfu", "baseline", finite_positive, "E320", clamps::own, reports::argument,
                     0.52},
       TRAINCOST_CALL(double x, mfu::overlapped<>{base, 70.0 * ms, 5.0 * ms, x * s}.mfu<P>(8.0 * ms)));
  walk(entry<double>{of_overlap, "overlapped::mfu", "compute", finite_positive, "E323", clamps::own, reports::argument,
                     0.52},
       TRAINCOST_CALL(double x, mfu::overlapped<>{base, x * s, 5.0 * ms, 2.0 * ms}.mfu<P>(8.0 * ms)));
  walk(entry<double>{of_overlap, "overlapped::mfu", "window", finite_non_negative, "E323", clamps::own,
                     reports::argument, 0.52},
       TRAINCOST_CALL(double x, mfu::overlapped<>{base, 70.0 * ms, x * s, 2.0 * ms}.mfu<P>(8.0 * ms)));
  walk(nan_passes(of_overlap, "overlapped::mfu", "base"),
       TRAINCOST_CALL(double x, mfu::overlapped<>{odd(x), 70.0 * ms, 5.0 * ms, 2.0 * ms}.mfu<P>(8.0 * ms)));
  walk(nan_passes("step/overlapped.hpp", "overlapped::operator", "share"),
       TRAINCOST_CALL(double x, step::overlapped<>{odd(x)}.operator()<P>(1.0 * s, 1.0 * s)));

  const auto fit = [](const char* header, const char* call, const char* argument, domain<double> accepts,
                      reports report) {
    return entry<double>{header, call, argument, accepts, "E321", clamps::own, report};
  };
  const auto other = reports::other;
  constexpr domain<double> reachable{[](double x) { return x > 2e-3 && x <= most; }};
  walk(fit(of_amdahl, "amdahl::fit", "latency", reachable, other),
       TRAINCOST_CALL(double x, mfu::amdahl<>::fit<P>(base, 2.0 * ms, lower, x * s)));
  walk(fit(of_amdahl, "amdahl::fit", "baseline", nothing, other),
       TRAINCOST_CALL(double x, mfu::amdahl<>::fit<P>(base, x * s, lower, 8.0 * ms).share));
  walk(fit(of_amdahl, "amdahl::fit", "at", nothing, reports::argument),
       TRAINCOST_CALL(double x, mfu::amdahl<>::fit<P>(base, 2.0 * ms, share_of::unchecked(x), 8.0 * ms)));
  walk(fit(of_amdahl, "amdahl::fit", "base", nothing, other),
       TRAINCOST_CALL(double x, mfu::amdahl<>::fit<P>(odd(x), 2.0 * ms, lower, 8.0 * ms).share));
  walk(fit(of_document, "documented::fit", "latency", reachable, other),
       TRAINCOST_CALL(double x, mfu::documented<>::fit<P>(base, 2.0 * ms, lower, x * s)));
  walk(fit(of_document, "documented::fit", "baseline", nothing, other),
       TRAINCOST_CALL(double x, mfu::documented<>::fit<P>(base, x * s, lower, 8.0 * ms).share));
  walk(fit(of_document, "documented::fit", "at", nothing, reports::argument),
       TRAINCOST_CALL(double x, mfu::documented<>::fit<P>(base, 2.0 * ms, share_of::unchecked(x), 8.0 * ms)));
  constexpr domain<double> beyond_window{[](double x) { return x > 5e-3 && x <= most; }};
  walk(fit(of_overlap, "overlapped::fit", "latency", beyond_window, other),
       TRAINCOST_CALL(double x, mfu::overlapped<>::fit<P>(base, 2.0 * ms, lower, x * s, 5.0 * ms)));
  walk(fit(of_overlap, "overlapped::fit", "window", domain<double>{[](double x) { return x == 0.0; }}, other),
       TRAINCOST_CALL(double x, mfu::overlapped<>::fit<P>(base, 2.0 * ms, lower, 8.0 * ms, x * s).compute));
  walk(fit(of_overlap, "overlapped::fit", "baseline", nothing, other),
       TRAINCOST_CALL(double x, mfu::overlapped<>::fit<P>(base, x * s, lower, 8.0 * ms, 5.0 * ms).window));
}

void mfu_accounts(walker& walk) {
  const char* of_work = "mfu/achieved.hpp";
  walk(entry<double>{of_work, "achieved", "work", domain<double>{[](double x) { return x >= 0.0 && x < 1e15; }},
                     "E328 E329", clamps::own, reports::other},
       TRAINCOST_CALL(double x, mfu::achieved<P>(x * FLOP, 1.0 * s, 1.0 * PFLOP_per_s)));
  walk(entry<double>{of_work, "achieved", "time", finite_positive, "E328", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, mfu::achieved<P>(1.0 * TFLOP, x * s, 1.0 * PFLOP_per_s)));
  walk(entry<double>{of_work, "achieved", "peak", finite_positive, "E328", clamps::own, reports::argument, 0.0},
       TRAINCOST_CALL(double x, mfu::achieved<P>(1.0 * TFLOP, 1.0 * s, x * (FLOP / s))));

  const char* of_loss = "mfu/decomposition.hpp";
  const auto ratio = [&](const char* call, const char* anchors, reports report = reports::argument) {
    return entry<double>{of_loss, call, "step_ratio", at_least_one, anchors, clamps::low, report};
  };
  const auto direct = [&](const char* call, domain<double> accepts, const char* anchors, reports report) {
    return entry<double>{of_loss, call, "direct", accepts, anchors, clamps::own, report};
  };
  constexpr domain<double> up_to_base{[](double x) { return x >= 0.0 && x <= 0.52; }};
  walk(ratio("goodput", "E324"), TRAINCOST_CALL(double x, mfu::goodput<P>(lower, x)));
  walk(entry<double>{of_loss, "goodput", "direct", a_share, "E324", clamps::own},
       TRAINCOST_CALL(double x, mfu::goodput<P>(odd(x), 1.5)));
  walk(ratio("time_to_target_ratio", "E324"), TRAINCOST_CALL(double x, mfu::time_to_target_ratio<P>(lower, lower, x)));
  walk(direct("time_to_target_ratio", nothing, "E324", reports::other),
       TRAINCOST_CALL(double x, mfu::time_to_target_ratio<P>(base, odd(x), 1.5)));
  walk(direct("decompose", up_to_base, "E324", reports::argument),
       TRAINCOST_CALL(double x, mfu::decompose<P>(base, as_share(x), 1.5, mfu::attribution::logarithmic)));
  walk(entry<double>{of_loss, "decompose", "base", nothing, "E324", clamps::own, reports::other},
       TRAINCOST_CALL(double x, mfu::decompose<P>(odd(x), lower, 1.5, mfu::attribution::shapley).total_loss()));
  walk(entry<double>{of_loss, "decompose", "step_ratio", at_least_one, "E324", clamps::own, reports::argument, 0.52},
       TRAINCOST_CALL(double x, mfu::decompose<P>(base, lower, x)));
  walk(entry<double>{of_loss, "decompose", "step_ratio, logarithmic", at_least_one, "E324", clamps::own,
                     reports::argument, 0.52},
       TRAINCOST_CALL(double x, mfu::decompose<P>(base, lower, x, mfu::attribution::logarithmic)));
  walk(ratio("mfu_documented", "E325", reports::other),
       TRAINCOST_CALL(double x, mfu::mfu_documented<P>(lower, x, 0.3)));
  walk(entry<double>{of_loss, "mfu_documented", "weight", share, "E325", clamps::low},
       TRAINCOST_CALL(double x, mfu::mfu_documented<P>(lower, 1.5, x)));
  walk(
      entry<double>{of_loss, "reconciling_weight", "step_ratio",
                    domain<double>{[](double x) { return x > 1.0 && x <= most; }}, "E326", clamps::own, reports::other},
      TRAINCOST_CALL(double x, mfu::reconciling_weight<P>(base, lower, x)));
  walk(entry<double>{of_loss, "reconciling_weight", "documented",
                     domain<double>{[](double x) { return x > 0.0 && x <= 0.52; }}, "E326", clamps::own},
       TRAINCOST_CALL(double x, mfu::reconciling_weight<P>(base, as_share(x), 1.5)));

  const char* of_training = "mfu/training.hpp";
  constexpr domain<double> short_of_overflow{[](double x) { return x >= 0.0 && x <= 1e300; }};  // of latency / compute
  walk(entry<double>{of_training, "training::mfu_direct", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, run.mfu_direct<P>(x * s)));
  walk(entry<double>{of_training, "training::at", "latency", finite_non_negative, "E309"},
       TRAINCOST_CALL(double x, run.at<P>(x * s)));
  walk(entry<double>{of_training, "training::at", "latency, stale", short_of_overflow, "E309 E316", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, stale.at<P>(x * s, 10.0 * ms)));
  walk(entry<double>{of_training, "training::step_ratio", "latency", short_of_overflow, "E309 E316", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, stale.step_ratio<P>(x * s, 10.0 * ms)));
  walk(entry<double>{of_training, "training::step_ratio", "compute_time", finite_positive, "E310", clamps::own},
       TRAINCOST_CALL(double x, stale.step_ratio<P>(8.0 * ms, x * s)));
  walk(entry<double>{of_training, "training::decompose", "latency",
                     domain<double>{[](double x) { return x >= 2e-3 && x <= most; }}, "E309 E324", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, run.decompose<P>(2.0 * ms, x * s)));
  walk(entry<double>{of_training, "training::decompose", "reference",
                     domain<double>{[](double x) { return x >= 0.0 && x <= 8e-3; }}, "E309 E324", clamps::own,
                     reports::other},
       TRAINCOST_CALL(double x, run.decompose<P>(x * s, 8.0 * ms)));
  walk(entry<double>{of_training, "training::step", "reduced", finite_non_negative, "E301", clamps::low},
       TRAINCOST_CALL(double x, run.step<P>(job_with_reduced(x))));
  walk(entry<double>{of_training, "training::step", "work", finite_non_negative, "E318", clamps::own, reports::argument,
                     0.0},
       TRAINCOST_CALL(double x, run.step<P>(job_with_work(x))));
}

const walker& walked() {
  static const walker all = [] {
    walker walk;
    links_and_collectives(walk);
    workload_counts(walk);
    steps(walk);
    convergence_laws(walk);
    mfu_laws(walk);
    mfu_accounts(walk);
    return walk;
  }();
  return all;
}

// The headers themselves, in which a new call or a new sentence cannot hide.
struct header {
  std::string path;
  std::string text;
};
std::vector<header> headers() {
  namespace fs = std::filesystem;
  std::vector<header> all;
  const fs::path root = fs::path(TRAINCOST_TEST_DATA) / "../../include/traincost";
  for (const char* room : {"hardware", "workload", "collective", "compute", "convergence", "step", "mfu"}) {
    for (const auto& file : fs::directory_iterator(root / room)) {
      if (file.path().extension() != ".hpp") continue;
      std::ostringstream text;
      text << std::ifstream(file.path()).rdbuf();
      all.push_back({std::string(room) + "/" + file.path().filename().string(), text.str()});
    }
  }
  return all;
}

// The name of the function whose template parameters begin at `at`; empty where the function is deleted.
std::string function_at(const std::string& text, std::size_t at) {
  int depth = 0;
  do {
    depth += text.at(at) == '<' ? 1 : text.at(at) == '>' ? -1 : 0;
    ++at;
  } while (depth > 0);
  const std::string declaration = text.substr(at, text.find_first_of("{;", at) - at);
  if (declaration.find("= delete") != std::string::npos) return "";
  const auto parenthesis = declaration.find('(');
  auto start = parenthesis;
  while (start > 0 &&
         (std::isalnum(static_cast<unsigned char>(declaration[start - 1])) != 0 || declaration[start - 1] == '_')) {
    --start;
  }
  return declaration.substr(start, parenthesis - start);
}

// Headers whose own tests give odd values to every argument under every policy; the value is the test.
const std::map<std::string, std::string>& walked_by_their_own_test() {
  static const std::map<std::string, std::string> tests{
      {"hardware/rocev2.hpp", "hardware/rocev2_messages.cpp"},
      {"hardware/start_up.hpp", "hardware/start_up.cpp"},
      {"collective/ahc.hpp", "collective/refusals.cpp"},
      {"collective/algorithm.hpp", "collective/contended.cpp"},
      {"collective/any_stragglers.hpp", "collective/stragglers.cpp"},
      {"collective/bounds.hpp", "collective/bounds_algorithms.cpp"},
      {"collective/buffered.hpp", "collective/buffered.cpp"},
      {"collective/chunked.hpp", "collective/refusals.cpp"},
      {"collective/contended.hpp", "collective/contended.cpp"},
      {"collective/dcqcn.hpp", "collective/dcqcn.cpp"},
      {"collective/delayed.hpp", "collective/contended.cpp"},
      {"collective/ecmp.hpp", "collective/fabric.cpp"},
      {"collective/exponential_stragglers.hpp", "collective/stragglers.cpp"},
      {"collective/go_back_n.hpp", "collective/packet_loss.cpp"},
      {"collective/gumbel_stragglers.hpp", "collective/stragglers.cpp"},
      {"collective/fitted_curve.hpp", "collective/fitted_curve.cpp"},
      {"collective/hccl_default.hpp", "collective/hccl_default.cpp"},
      {"collective/hccl_pipeline.hpp", "collective/refusals.cpp"},
      {"collective/incast.hpp", "collective/incast.cpp"},
      {"collective/nccl_tuning.hpp", "collective/nccl_tuning.cpp"},
      {"collective/normal_stragglers.hpp", "collective/stragglers.cpp"},
      {"collective/overlapped_levels.hpp", "collective/overlapped_levels.cpp"},
      {"collective/oversubscribed.hpp", "collective/fabric.cpp"},
      {"collective/p_norm.hpp", "collective/law_algorithms.cpp"},
      {"collective/packet_loss.hpp", "collective/packet_loss.cpp"},
      {"collective/pareto_stragglers.hpp", "collective/stragglers.cpp"},
      {"collective/power_tail.hpp", "collective/law_algorithms.cpp"},
      {"collective/regimes.hpp", "collective/law_algorithms.cpp"},
      {"collective/retransmission_timeout.hpp", "collective/packet_loss.cpp"},
      {"collective/selective_repeat.hpp", "collective/packet_loss.cpp"},
      {"collective/straggling.hpp", "collective/stragglers.cpp"},
      {"collective/stretch_by.hpp", "collective/fabric.cpp"},
      {"collective/two_tree.hpp", "collective/refusals.cpp"},
  };
  return tests;
}
}  // namespace

TEST_CASE("policies: every call, argument and policy") { CHECK(walked().calls().size() > 120); }

TEST_CASE("policies: no call with a policy is missing from the table") {
  const std::string policy = "<eval_policy P = default_policy";
  std::size_t all = 0;
  for (const header& h : headers()) {
    if (walked_by_their_own_test().contains(h.path)) continue;
    std::map<std::string, std::size_t> functions;
    for (auto at = h.text.find(policy); at != std::string::npos; at = h.text.find(policy, at + 1)) {
      ++functions[function_at(h.text, at)];
    }
    functions.erase("");
    for (const auto& entry : functions) {
      const std::string& function = entry.first;
      const std::size_t models = entry.second;
      std::set<std::string> lines;
      for (const auto& [path, call] : walked().calls()) {
        if (path == h.path && (call == function || call.ends_with(":" + function))) lines.insert(call);
      }
      CHECK_MESSAGE(lines.size() >= models, h.path, " has ", models, " x ", function, ", of which the table walks ",
                    lines.size());
      all += models;
    }
  }
  CHECK(all > 30);
}

TEST_CASE("policies: every sentence is said") {
  const std::string anchor = "docs/errors.md#E3";  // E1 and E2 are the compiler's, in tests/refused
  int sentences = 0;
  for (const header& h : headers()) {
    if (walked_by_their_own_test().contains(h.path)) continue;
    for (auto at = h.text.find(anchor); at != std::string::npos; at = h.text.find(anchor, at + 1)) {
      const std::string number = h.text.substr(at + anchor.size() - 2, 4);
      CHECK_MESSAGE(walked().seen(number), h.path, " has ", number, ", which no line of the table reaches");
      ++sentences;
    }
  }
  CHECK(sentences > 30);
}

TEST_CASE("policies: a test that walks a header itself is there and refuses something") {
  for (const auto& entry : walked_by_their_own_test()) {
    const std::string& path = entry.first;
    const std::string& test = entry.second;
    std::ostringstream text;
    text << std::ifstream(std::string(TRAINCOST_TEST_DATA) + "/../unit/" + test).rdbuf();
    const std::string name = path.substr(path.find('/') + 1, path.rfind('.') - path.find('/') - 1);
    CHECK_MESSAGE(text.str().find(name) != std::string::npos, test, " does not name ", name);
    CHECK_MESSAGE(text.str().find("domain_failure") + text.str().find("check_policies") != 2 * std::string::npos, test,
                  " refuses nothing");
  }
}
