// SPDX-License-Identifier: BSL-1.0
// Dimensions, quantities, units and fractions, and everything about them that must be refused. Building it is the test.
#include <concepts>
#include <limits>
#include <type_traits>

#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

namespace traincost::tests {

using namespace traincost::units;

// --- dimensions: exponents that add in products and subtract in quotients

static_assert(dim{.time = 1} + dim{.data = 2} == dim{.time = 1, .data = 2});
static_assert(dim{.time = 1} - dim{.data = 2} == dim{.time = 1, .data = -2});
static_assert(dim{} - dim{1, 2, 3, 4, 5, 6} == dim{-1, -2, -3, -4, -5, -6});
static_assert(dim{1, 2, 3, 4, 5, 6} + dim{10, 20, 30, 40, 50, 60} == dim{11, 22, 33, 44, 55, 66});
static_assert(dim{1, 2, 3, 4, 5, 6} - dim{10, 20, 30, 40, 50, 60} == dim{-9, -18, -27, -36, -45, -54});
static_assert(dim{.time = 1} != dim{.data = 1} && dim{.work = 1} != dim{.tokens = 1});
static_assert(dim{.energy = 1} != dim{.money = 1} && dim{.time = 1} != dim{.time = -1} && dim{.time = 1} != dim{});
static_assert(noexcept(dim{} + dim{}) && noexcept(dim{} - dim{}) && std::is_trivially_copyable_v<dim>);

constexpr dim some = {1, -2, 3, -4, 5, -6}, other = {0, 1, 0, 2, 0, -3}, third = {7, 0, -1, 0, 2, 0};
static_assert(some + other == other + some && (some + other) + third == some + (other + third));
static_assert(some + dim{} == some && some - some == dim{} && (some + other) - other == some);

// Structural: equal dimensions are one type, however they were written.
template <dim D>
struct tagged {};
static_assert(std::same_as<tagged<dim{.time = 1}>, tagged<dim{1, 0, 0, 0, 0, 0}>>);
static_assert(std::same_as<tagged<dim{.time = -1, .data = 1}>, tagged<dim{.data = 1} - dim{.time = 1}>>);
static_assert(!std::same_as<tagged<dim{.time = 1}>, tagged<dim{.time = 2}>>);

// --- every unit's value in the coherent unit

constexpr bool near(double a, double b) { return a == b || (a - b <= 4e-16 * b && b - a <= 4e-16 * b); }

static_assert(s.si() == 1.0 && near(ms.si(), 1e-3) && near(us.si(), 1e-6) && near(ns.si(), 1e-9));
static_assert(minute.si() == 60.0 && hour.si() == 3600.0 && day.si() == 86400.0);
static_assert(Hz.si() == 1.0 && MHz.si() == 1e6 && GHz.si() == 1e9);
static_assert(B.si() == 1.0 && KB.si() == 1e3 && MB.si() == 1e6 && GB.si() == 1e9 && TB.si() == 1e12);
static_assert(KiB.si() == 1024.0 && MiB.si() == 1048576.0 && GiB.si() == 1073741824.0 && TiB.si() == 1099511627776.0);
static_assert(bit.si() == 0.125 && Kbit.si() == 125.0 && Mbit.si() == 125e3 && Gbit.si() == 125e6);
static_assert(B_per_s.si() == 1.0 && MB_per_s.si() == 1e6 && GB_per_s.si() == 1e9 && TB_per_s.si() == 1e12);
static_assert(GiB_per_s.si() == 1073741824.0 && Mbit_per_s.si() == 125e3 && Gbit_per_s.si() == 125e6);
static_assert(FLOP.si() == 1.0 && GFLOP.si() == 1e9 && TFLOP.si() == 1e12 && PFLOP.si() == 1e15);
static_assert(GFLOP_per_s.si() == 1e9 && TFLOP_per_s.si() == 1e12 && PFLOP_per_s.si() == 1e15);
static_assert(token.si() == 1.0 && token_per_s.si() == 1.0 && currency.si() == 1.0);
static_assert(J.si() == 1.0 && kWh.si() == 3.6e6 && W.si() == 1.0 && kW.si() == 1e3);

// Conversions that people get wrong by 8, by 1000/1024 or by 1000.
static_assert(200.0 * Gbit_per_s == 25e9 * B_per_s && 200.0 * Gbit_per_s == 25.0 * GB_per_s);
static_assert(400.0 * Gbit_per_s == 50.0 * GB_per_s && 8.0 * bit == B && 8.0 * Gbit == GB);
static_assert(GB != GiB && GB < GiB && MB < MiB && KB < KiB && TB < TiB && GB_per_s < GiB_per_s);
static_assert((64.0 * GiB).in(GiB) == 64.0 && (64.0 * GiB).in(MiB) == 65536.0 && (GiB).in(B) == 1073741824.0);
static_assert(near((2.1 * ms).in(ms), 2.1) && near((2.1 * ms).in(us), 2100.0) && near((2.1 * ms).in(s), 0.0021));
static_assert((1.0 * hour).in(minute) == 60.0 && (2.0 * day).in(hour) == 48.0 && (1.0 * s).in(hour) == 1.0 / 3600.0);
static_assert((376.0 * TFLOP_per_s).in(GFLOP_per_s) == 376e3 && (1.0 * PFLOP).in(TFLOP) == 1e3);
static_assert((25.0 * GB_per_s).in(Gbit_per_s) == 200.0 && (1.0 * kWh).in(J) == 3.6e6 &&
              (1.0 * kW * hour).in(kWh) == 1.0);
static_assert(std::same_as<decltype((2.1 * ms).in(us)), double>);

// --- products and quotients: the type follows the dimension

static_assert(std::same_as<decltype(GB / s), bandwidth> && std::same_as<decltype(FLOP / s), flop_rate>);
static_assert(std::same_as<decltype(token / s), token_rate> && std::same_as<decltype(FLOP / token), flops_per_token>);
static_assert(std::same_as<decltype(J / s), electric_power> && std::same_as<decltype(s / B), seconds_per_byte>);
static_assert(std::same_as<decltype(1.0 / s), frequency> && std::same_as<decltype(1 / s), frequency>);
static_assert(std::same_as<decltype(1.0 / GB_per_s), seconds_per_byte> && std::same_as<decltype(1.0 / Hz), seconds>);
static_assert(std::same_as<decltype(GB / GB_per_s), seconds> && std::same_as<decltype(TFLOP / TFLOP_per_s), seconds>);
static_assert(std::same_as<decltype(GB_per_s * s), bytes> && std::same_as<decltype(s * GB_per_s), bytes>);
static_assert(std::same_as<decltype(GB * (s / B)), seconds> && std::same_as<decltype(kW * hour), energy>);
static_assert(std::same_as<decltype(FLOP / token * token), flops>);
static_assert(std::same_as<decltype(token / token_per_s), seconds>);
static_assert(std::same_as<decltype(TFLOP_per_s / GB_per_s), quantity<dim{.data = -1, .work = 1}>>);
static_assert(std::same_as<decltype(currency / kWh), quantity<dim{.energy = -1, .money = 1}>>);
static_assert(std::same_as<decltype(s * s), quantity<dim{.time = 2}>>);
static_assert(std::same_as<decltype(3.0 * s), seconds> && std::same_as<decltype(s * 3.0), seconds>);
static_assert(std::same_as<decltype(3 * s), seconds> && std::same_as<decltype(s / 3), seconds>);
static_assert(std::same_as<decltype(3.0f * s), seconds> && std::same_as<decltype(-s), seconds>);
static_assert(16.0 * GB / (2.0 * GB_per_s) == 8.0 * s && 2.0 * GB_per_s * (3.0 * s) == 6.0 * GB);

// A result without a dimension is the bare representation, in quotients and in products.
static_assert(std::same_as<decltype(s / ms), double> && std::same_as<decltype(GB / GiB), double>);
static_assert(std::same_as<decltype(s * Hz), double> && std::same_as<decltype(GB * (s / B) * Hz), double>);
static_assert(GB / MB == 1e3 && (3.0 * s) / (2.0 * s) == 1.5 && (2.0 * s) * (3.0 * Hz) == 6.0);
constexpr double bare = GB / MB;
static_assert(bare == 1000.0);

// --- sums, signs, comparisons

static_assert(1.0 * s + 2.0 * s == 3.0 * s && 1.0 * s - 2.0 * s == -1.0 * s && -(2.0 * s) == -2.0 * s);
static_assert(std::same_as<decltype(s + ms), seconds> && std::same_as<decltype(s - ms), seconds>);
static_assert(2.0 * ms < 3.0 * ms && 3.0 * ms > 2.0 * ms && 2.0 * ms <= 2.0 * ms && 2.0 * ms >= 2.0 * ms);
static_assert(!(3.0 * ms < 2.0 * ms) && 2.0 * ms != 3.0 * ms && seconds{} == 0.0 * s && seconds{}.si() == 0.0);
static_assert(std::same_as<decltype(s <=> ms), std::partial_ordering>);
static_assert((ms <=> s) == std::partial_ordering::less && (s <=> ms) == std::partial_ordering::greater);
static_assert((s <=> s) == std::partial_ordering::equivalent);

constexpr auto nan = seconds::not_a_number();
static_assert(nan.si() != nan.si() && nan != nan && !(nan == nan) && nan != s && !(s == nan));
#if defined(__clang__) || __GNUC__ >= 12  // g++ 11 takes no NaN into an ordering in a constant expression
static_assert((nan <=> s) == std::partial_ordering::unordered && (s <=> nan) == std::partial_ordering::unordered);
static_assert(!(nan < s) && !(nan >= s) && !(s < nan) && !(s >= nan));
#endif

constexpr seconds compound() {
  seconds t = 1.0 * s;
  t += 5.0 * s;  // 6
  t -= 2.0 * s;  // 4
  t *= 3.0;      // 12
  t /= 8.0;      // 1.5
  return t;
}
static_assert(compound() == 1.5 * s);
static_assert(std::same_as<decltype(std::declval<seconds&>() += s), seconds&>);

// --- representations

constexpr auto float_time = from_si<dim{.time = 1}>(0.5f);
constexpr auto long_time = from_si<dim{.time = 1}>(0.25L);
constexpr auto whole_time = from_si<dim{.time = 1}>(7);
static_assert(std::same_as<decltype(float_time), const basic_seconds<float>>);
static_assert(std::same_as<seconds, basic_seconds<double>> && std::same_as<seconds::rep, double>);
static_assert(basic_bytes<float>::dimension == dim{.data = 1} && bandwidth::dimension == dim{.time = -1, .data = 1});

// Equal representations stay, unequal ones promote as numbers do.
static_assert(std::same_as<decltype(float_time + float_time), basic_seconds<float>>);
static_assert(std::same_as<decltype(2.0f * float_time), basic_seconds<float>>);
static_assert(std::same_as<decltype(float_time / float_time), float>);
static_assert(std::same_as<decltype(float_time + s), seconds> && std::same_as<decltype(s - float_time), seconds>);
static_assert(std::same_as<decltype(2.0 * float_time), seconds> && std::same_as<decltype(float_time / 2.0), seconds>);
static_assert(std::same_as<decltype(s + long_time), basic_seconds<long double>>);
static_assert(std::same_as<decltype(long_time / float_time), long double>);
static_assert(std::same_as<decltype(long_time * GB_per_s), basic_bytes<long double>>);
static_assert(std::same_as<decltype(2.0 * whole_time), seconds> &&
              std::same_as<decltype(2 * whole_time), basic_seconds<int>>);
static_assert(float_time + s == 1.5 * s && s + long_time == 1.25 * s && float_time / long_time == 2.0L);
static_assert(float_time < s && long_time < float_time && whole_time > s && float_time == 0.5 * s);
static_assert(float_time.in(s) == 0.5f && std::same_as<decltype(float_time.in(ms)), float>);
static_assert(std::same_as<decltype(long_time.in(s)), long double>);

// Widening is silent, narrowing is spelled.
static_assert(std::convertible_to<basic_seconds<float>, seconds>);
static_assert(std::convertible_to<seconds, basic_seconds<long double>>);
static_assert(!std::convertible_to<seconds, basic_seconds<float>>);
static_assert(!std::convertible_to<basic_seconds<long double>, seconds>);
static_assert(std::constructible_from<basic_seconds<float>, seconds>);
static_assert(basic_seconds<float>{0.5 * s}.si() == 0.5f && seconds{float_time}.si() == 0.5);

// A quantity costs what its number costs.
static_assert(sizeof(seconds) == sizeof(double) && sizeof(basic_seconds<float>) == sizeof(float));
static_assert(sizeof(basic_seconds<long double>) == sizeof(long double) && alignof(seconds) == alignof(double));
static_assert(sizeof(fraction<>) == sizeof(double) && sizeof(fraction<float>) == sizeof(float));
static_assert(std::is_trivially_copyable_v<seconds> && std::is_standard_layout_v<seconds> && std::regular<seconds>);
static_assert(std::is_trivially_copyable_v<fraction<>> && std::is_standard_layout_v<fraction<>> &&
              std::regular<fraction<>>);
static_assert(std::is_nothrow_default_constructible_v<seconds> && std::is_nothrow_default_constructible_v<fraction<>>);
static_assert(noexcept(s + ms) && noexcept(s - ms) && noexcept(2.0 * s) && noexcept(s / 2.0) && noexcept(1.0 / s));
static_assert(noexcept(s * s) && noexcept(s / s) && noexcept(-s) && noexcept(s == ms) && noexcept(s < ms));
static_assert(noexcept(s.si()) && noexcept(s.in(ms)) && noexcept(from_si<dim{.time = 1}>(1.0)));

// --- fractions

static_assert(fraction{0.52}.value() == 0.52 && percent(52.0).value() == 0.52 && fraction{0.52} == percent(52.0));
static_assert(near(fraction{0.52}.percent(), 52.0) && percent(38.0).percent() == 38.0 && percent(52) == percent(52.0));
static_assert(fraction{}.value() == 0.0 && fraction{0}.value() == 0.0 && fraction{1}.value() == 1.0);
static_assert(fraction{0.0}.value() == 0.0 && fraction{1.0}.value() == 1.0 && percent(0) == fraction{0});
static_assert(percent(100).value() == 1.0 && percent(0.52).value() == 0.0052 &&
              percent(100.0).complement() == fraction{0});
static_assert(fraction{0.25}.complement().value() == 0.75 && (fraction{0.5} * fraction{0.5}).value() == 0.25);
static_assert(fraction{0.25} < fraction{0.5} && fraction{0.5} > fraction{0.25} && fraction{0.5} >= fraction{0.5});
static_assert(fraction{0.5} != fraction{0.25} && fraction{0.25} <= fraction{0.5} && !(fraction{0.5} < fraction{0.5}));
static_assert(std::totally_ordered<fraction<>> && std::totally_ordered<fraction<float>> &&
              std::totally_ordered<seconds>);
static_assert(fraction<>::not_a_number() != fraction<>::not_a_number());
static_assert(fraction<>::unchecked(1.5).value() == 1.5 && fraction{0.5}.complement().complement() == fraction{0.5});

static_assert(std::same_as<decltype(fraction{0.5}), fraction<double>> &&
              std::same_as<decltype(fraction{1}), fraction<double>>);
static_assert(std::same_as<decltype(fraction{0.5f}), fraction<float>> &&
              std::same_as<decltype(percent(50.0f)), fraction<float>>);
static_assert(std::same_as<decltype(fraction{0.5L}), fraction<long double>>);
static_assert(std::same_as<decltype(percent(50)), fraction<double>> &&
              std::same_as<decltype(fraction{fraction{0.5f}}), fraction<float>>);
static_assert(std::same_as<decltype(fraction{0.5}.value()), double> &&
              std::same_as<decltype(fraction{0.5f}.percent()), float>);

// A share of a quantity is a quantity.
static_assert(std::same_as<decltype(fraction{0.5} * s), seconds> && std::same_as<decltype(s * fraction{0.5}), seconds>);
static_assert(fraction{0.8} * (200.0 * Gbit_per_s) == 20.0 * GB_per_s && (2.0 * s) * fraction{0.25} == 0.5 * s);
static_assert((1.0 * s) / fraction{0.5} == 2.0 * s && fraction{0.5f} * s == 0.5 * s);
static_assert(noexcept(fraction<>::unchecked(0.5)) && !noexcept(fraction{0.5}) && !noexcept(percent(50.0)));
static_assert(noexcept(fraction<>{}.value()) && noexcept(fraction<>{}.percent()) && noexcept(fraction<>{} * s));

// --- refused: requires !requires

template <class A, class B>
concept adds = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept subtracts = requires(A a, B b) {
  a - b;
};
template <class A, class B>
concept multiplies = requires(A a, B b) {
  a* b;
};
template <class A, class B>
concept divides = requires(A a, B b) {
  a / b;
};
template <class A, class B>
concept equates = requires(A a, B b) {
  a == b;
};
template <class A, class B>
concept orders = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept compares = requires(A a, B b) {
  a <=> b;
};
template <class A, class B>
concept assigns = requires(A& a, B b) {
  a = b;
};
template <class A, class B>
concept adds_to = requires(A& a, B b) {
  a += b;
};
template <class A, class B>
concept subtracts_from = requires(A& a, B b) {
  a -= b;
};
template <class A, class B>
concept scales = requires(A& a, B b) {
  a *= b;
};
template <class A, class B>
concept shrinks = requires(A& a, B b) {
  a /= b;
};
template <class A, class B>
concept reads_in = requires(A a, B b) {
  a.in(b);
};
template <class T>
concept increments = requires(T& a) {
  ++a;
};
template <class T>
concept negates = requires(T a) {
  !a;
};

// One dimension does not mix with another, in either order...
template <class A, class B>
concept apart = !adds<A, B> && !adds<B, A> && !subtracts<A, B> && !subtracts<B, A> && !equates<A, B> &&
                !equates<B, A> && !orders<A, B> && !orders<B, A> && !compares<A, B> && !compares<B, A> &&
                !assigns<A, B> && !assigns<B, A> && !adds_to<A, B> && !adds_to<B, A> && !subtracts_from<A, B> &&
                !subtracts_from<B, A> && !scales<A, B> && !scales<B, A> && !shrinks<A, B> && !shrinks<B, A> &&
                !reads_in<A, B> && !reads_in<B, A> && !std::constructible_from<A, B> &&
                !std::constructible_from<B, A> && !std::convertible_to<A, B> && !std::convertible_to<B, A>;
// ... while with itself all of that is there, so that `apart` can fail.
template <class A>
concept together = adds<A, A> && subtracts<A, A> && equates<A, A> && orders<A, A> && compares<A, A> && assigns<A, A> &&
    adds_to<A, A> && subtracts_from<A, A> && reads_in<A, A> && scales<A, double> && shrinks<A, double>;

static_assert(together<seconds> && together<bytes> && together<bandwidth> && together<flops> && together<flop_rate>);
static_assert(together<tokens> && together<energy> && together<money> && together<frequency> && together<token_rate>);
static_assert(apart<seconds, bytes> && apart<seconds, flops> && apart<seconds, tokens> && apart<seconds, energy>);
static_assert(apart<seconds, money> && apart<seconds, frequency> && apart<bytes, flops> && apart<bytes, tokens>);
static_assert(apart<bytes, bandwidth> && apart<bandwidth, flop_rate> && apart<bandwidth, seconds_per_byte>);
static_assert(apart<flops, flop_rate> && apart<flops, tokens> && apart<tokens, token_rate> &&
              apart<energy, electric_power>);
static_assert(apart<energy, money> && apart<flops, energy> && apart<flops_per_token, flops> && apart<bytes, money>);
static_assert(apart<seconds, quantity<dim{.time = 2}>> && apart<basic_seconds<float>, bytes>);
static_assert(apart<basic_seconds<long double>, basic_bytes<float>>);

// No number becomes a quantity and no quantity a number, by whatever route.
template <class Q, class N>
concept without_number =
    !adds<Q, N> && !adds<N, Q> && !subtracts<Q, N> && !subtracts<N, Q> && !equates<Q, N> && !equates<N, Q> &&
    !orders<Q, N> && !orders<N, Q> && !compares<Q, N> && !assigns<Q, N> && !assigns<N, Q> && !adds_to<Q, N> &&
    !subtracts_from<Q, N> && !reads_in<Q, N> && !std::constructible_from<Q, N> && !std::convertible_to<N, Q> &&
    !std::constructible_from<N, Q> && !std::convertible_to<Q, N>;
static_assert(without_number<seconds, double> && without_number<seconds, float> && without_number<seconds, int>);
static_assert(without_number<seconds, long double> && without_number<seconds, unsigned long> &&
              without_number<seconds, bool>);
static_assert(without_number<bytes, double> && without_number<bytes, long> && without_number<bandwidth, double>);
static_assert(without_number<flops, double> && without_number<money, double> &&
              without_number<basic_seconds<float>, float>);
static_assert(!increments<seconds> && !negates<seconds> && !scales<seconds, seconds> && !shrinks<seconds, seconds>);
static_assert(multiplies<seconds, double> && divides<seconds, double> && divides<double, seconds>);  // these are meant

// A share is no bare number, no percentage, and no condition.
using share = fraction<>;
static_assert(!adds<share, double> && !adds<double, share> && !subtracts<share, double> && !subtracts<double, share>);
static_assert(!multiplies<share, double> && !multiplies<double, share> && !divides<share, double> &&
              !divides<double, share>);
static_assert(!multiplies<share, int> && !adds<int, share> && !equates<share, double> && !equates<double, share>);
static_assert(!orders<share, double> && !orders<double, share> && !equates<share, int> && !orders<int, share>);
static_assert(!assigns<share, double> && !assigns<double, share> && !assigns<share, int> && !assigns<bool, share>);
static_assert(!std::convertible_to<double, share> && !std::convertible_to<int, share> &&
              !std::convertible_to<bool, share>);
static_assert(!std::convertible_to<share, double> && !std::constructible_from<double, share>);
static_assert(!std::convertible_to<share, bool> && !std::constructible_from<bool, share> && !negates<share>);
static_assert(!std::convertible_to<share, float> && !std::convertible_to<float, fraction<float>>);
static_assert(std::constructible_from<share, double>);  // spelled, it is meant

// A share is no quantity either: it scales one and does nothing else to it.
static_assert(!adds<share, seconds> && !adds<seconds, share> && !subtracts<seconds, share> && !equates<share, seconds>);
static_assert(!orders<seconds, share> && !assigns<share, seconds> && !assigns<seconds, share> &&
              !divides<share, seconds>);
static_assert(!std::constructible_from<share, seconds> && !std::constructible_from<seconds, share>);
static_assert(!reads_in<seconds, share> && multiplies<share, seconds> && multiplies<seconds, share> &&
              divides<seconds, share>);

}  // namespace traincost::tests
