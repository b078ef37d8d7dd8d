// SPDX-License-Identifier: BSL-1.0
// The whole documented table, computed by the compiler. The golden numbers were evaluated with 40 digits and rounded to
// double; everything here holds to 1e-12 of its value.
#include <limits>

#include "traincost/convergence/exponential.hpp"
#include "traincost/convergence/hyperbolic.hpp"
#include "traincost/convergence/latency_law.hpp"
#include "traincost/convergence/linear.hpp"
#include "traincost/convergence/power.hpp"
#include "traincost/convergence/quadratic.hpp"
#include "traincost/mfu/amdahl.hpp"
#include "traincost/mfu/decomposition.hpp"
#include "traincost/mfu/documented.hpp"
#include "traincost/mfu/overlapped.hpp"
#include "traincost/mfu/training.hpp"

namespace traincost::tests {

using namespace traincost::units;

constexpr bool close(double computed, double golden) {
  const double error = computed < golden ? golden - computed : computed - golden;
  return error <= 1e-12 * (golden < 0.0 ? -golden : golden);
}
static_assert(close(1.0, 1.0 + 0.9e-12) && !close(1.0, 1.0 + 1.1e-12) && !close(-1.0, -1.0 - 1.1e-12) &&
              !close(1.0, 0.0));

// --- what the document says

constexpr seconds baseline = 2.1 * ms, middle = 8.8 * ms, last = 15.3 * ms;
constexpr auto base = percent(52.0);
constexpr auto direct = percent(44.0);   // 8 of the 14 lost points are communication time
constexpr auto printed = percent(38.0);  // all 14
constexpr double ratio_middle = 1.32, ratio_last = 1.65;

// --- MFU(latency), documented form

constexpr auto documented = mfu::documented<>::fit(base, baseline, direct, last);
static_assert(close(documented.share.value(), 0.17832167832167833) && close(documented.share.value(), 51.0 / 286.0));
static_assert(documented.base == base && documented.baseline == baseline);

constexpr bool documented_gives(double milliseconds, double golden) {
  return close(documented.mfu(milliseconds * ms).percent(), golden);
}
static_assert(documented_gives(2.1, 52.0) && documented_gives(8.8, 44.9400826446281));
static_assert(documented_gives(15.3, 44.0) && documented_gives(30.0, 43.376363636363635));
static_assert(documented_gives(60.0, 43.051818181818184) && documented_gives(100.0, 42.922));

// Below the baseline the form is refused; where it is clamped, it stops at Amdahl's ceiling, which it meets at 0.947
// ms.
constexpr eval_policy clamping{.domain = on_error::clamp};
static_assert(close(documented.mfu<clamping>(1.0 * ms).percent(), 62.2));
static_assert(close(documented.mfu<clamping>(0.9472168905950096 * ms).percent(), 63.285106382978725));
static_assert(close(documented.mfu<clamping>(0.5 * ms).percent(), 63.285106382978725));
static_assert(close(documented.mfu<clamping>(std::numeric_limits<double>::infinity() * s).percent(),
                    42.72727272727273));

// --- MFU(latency), physical forms

constexpr mfu::amdahl<> amdahl_same_c{base, documented.share, baseline};
constexpr auto amdahl_44 = mfu::amdahl<>::fit(base, baseline, direct, last);
constexpr auto amdahl_38 = mfu::amdahl<>::fit(base, baseline, printed, last);
static_assert(close(amdahl_44.share.value(), 0.028925619834710745) && close(amdahl_44.share.value(), 7.0 / 242.0));
static_assert(close(amdahl_38.share.value(), 0.05861244019138756) && close(amdahl_38.share.value(), 49.0 / 836.0));

constexpr bool amdahl_gives(double milliseconds, double same_c, double refit_44, double refit_38) {
  return close(amdahl_same_c.mfu(milliseconds * ms).percent(), same_c) &&
         close(amdahl_44.mfu(milliseconds * ms).percent(), refit_44) &&
         close(amdahl_38.mfu(milliseconds * ms).percent(), refit_38);
}
static_assert(amdahl_gives(0.0, 63.285106382978725, 53.54893617021276, 55.23761118170267));
static_assert(amdahl_gives(0.5, 60.1757225433526, 53.17183098591549, 54.43071786310517));
static_assert(amdahl_gives(1.0, 57.35757575757576, 52.8, 53.64705882352941));
static_assert(amdahl_gives(2.1, 52.0, 52.0, 52.0));
static_assert(amdahl_gives(8.8, 33.143584845590574, 47.60655737704918, 43.80786026200873));
static_assert(amdahl_gives(15.3, 24.518134715025905, 44.0, 38.0));
static_assert(amdahl_gives(30.0, 15.434247590808006, 37.56417910447761, 29.23470073974445));
static_assert(amdahl_gives(60.0, 8.78885605740819, 28.92873563218391, 19.877457704618198));
static_assert(amdahl_gives(100.0, 5.583480825958702, 22.141935483870967, 13.931844888366628));

// Overlap: the compute time that puts the curve through 44 % at 15.3 ms, for five windows.
constexpr auto overlap(double window_ms) {
  return mfu::overlapped<>::fit(base, baseline, direct, last, window_ms * ms);
}
static_assert(close(overlap(0.0).compute.in(ms), 70.5) && close(overlap(2.1).compute.in(ms), 72.6));
static_assert(close(overlap(5.0).compute.in(ms), 56.65) && close(overlap(8.8).compute.in(ms), 35.75));
static_assert(close(overlap(12.0).compute.in(ms), 18.15));

constexpr bool overlap_gives(double milliseconds, double w0, double w2, double w5, double w8, double w12) {
  const auto at = [milliseconds](double window) { return overlap(window).mfu(milliseconds * ms).percent(); };
  return close(at(0.0), w0) && close(at(2.1), w2) && close(at(5.0), w5) && close(at(8.8), w8) && close(at(12.0), w12);
}
static_assert(overlap_gives(0.0, 53.54893617021276, 52.0, 52.0, 52.0, 52.0));
static_assert(overlap_gives(0.5, 53.17183098591549, 52.0, 52.0, 52.0, 52.0));
static_assert(overlap_gives(1.0, 52.8, 52.0, 52.0, 52.0, 52.0));
static_assert(overlap_gives(2.1, 52.0, 52.0, 52.0, 52.0, 52.0));
static_assert(overlap_gives(8.8, 47.60655737704918, 47.60655737704918, 48.73118279569893, 52.0, 52.0));
static_assert(overlap_gives(15.3, 44.0, 44.0, 44.0, 44.0, 44.0));
static_assert(overlap_gives(30.0, 37.56417910447761, 37.56417910447761, 36.0783833435395, 32.64266900790167,
                            26.107883817427386));
static_assert(overlap_gives(60.0, 28.92873563218391, 28.92873563218391, 26.38423645320197, 21.38010350776308,
                            14.267573696145124));
static_assert(overlap_gives(100.0, 22.141935483870967, 22.141935483870967, 19.42499175733597, 14.643560456872784,
                            8.89119170984456));
// A window of 0 is Amdahl's form with the share that its compute time implies.
static_assert(close((baseline / (overlap(0.0).compute + baseline)), amdahl_44.share.value()));

// --- steps against latency: five shapes through the documented points

template <class Shape>
constexpr auto law = convergence::latency_law<Shape>::fit(baseline, {middle, ratio_middle}, {last, ratio_last});

template <class Shape>
constexpr bool ratio_is(double milliseconds, double golden, status expected) {
  const auto result = law<Shape>.step_ratio(milliseconds * ms);
  return close(result.value, golden) && result.state == expected;
}
template <class Shape>
constexpr bool ratios_are(double at_8_8, double at_15_3, double at_30, double at_60, double at_100) {
  return ratio_is<Shape>(2.1, 1.0, status::ok) && ratio_is<Shape>(8.8, at_8_8, status::ok) &&
         ratio_is<Shape>(15.3, at_15_3, status::ok) && ratio_is<Shape>(30.0, at_30, status::extrapolated) &&
         ratio_is<Shape>(60.0, at_60, status::extrapolated) && ratio_is<Shape>(100.0, at_100, status::extrapolated) &&
         ratio_is<Shape>(1.0, 1.0, status::extrapolated) && ratio_is<Shape>(0.0, 1.0, status::extrapolated);
}
using convergence::exponential, convergence::hyperbolic, convergence::linear, convergence::power,
    convergence::quadratic;

static_assert(ratios_are<linear<>>(1.3278912061333454, 1.6459946150686806, 2.3653977091224387, 3.8335672888239856,
                                   5.791126728426049));
static_assert(ratios_are<power<>>(1.32, 1.65, 2.420963760894121, 4.04746272032118, 6.276140434713633));
static_assert(ratios_are<quadratic<>>(1.32, 1.65, 2.4673247051456006, 4.440923494416031, 7.710456946039035));
static_assert(ratios_are<exponential<>>(1.32, 1.65, 2.4737498176311123, 4.546262069408844, 8.37632368163946));
static_assert(ratios_are<hyperbolic<>>(1.32, 1.65, 2.4774914513342967, 4.6240607769336535, 9.090365091104687));

// Their parameters, in the golden table's variable x = L - 2.1 ms, with u = x / 2.1 ms.
constexpr double per_ms = 2.1;
static_assert(close(law<linear<>>.shape.slope / per_ms, 0.048938985990051566));                       // k
static_assert(close(law<power<>>.shape.exponent, 1.0450400307982572));                                // p
static_assert(close(law<power<>>.shape.coefficient, 0.09519207698749887));                            // k 2.1^p
static_assert(close(law<power<>>.shape.coefficient / math::pow(per_ms, law<power<>>.shape.exponent),  // k
                    0.04383981785335796));
static_assert(close(law<quadratic<>>.shape.first / per_ms, 0.04623438750304422));                         // a
static_assert(close(law<quadratic<>>.shape.second / per_ms / per_ms, 0.00022788157116515324));            // b
static_assert(close(law<exponential<>>.shape.rate / per_ms, 0.009255519801075718));                       // b
static_assert(close(law<exponential<>>.shape.slope / law<exponential<>>.shape.rate, 5.001946545707185));  // A
static_assert(close(math::log(2.0) / (law<exponential<>>.shape.rate / per_ms), 74.89014074383857));  // doubling, ms
static_assert(close(law<hyperbolic<>>.shape.slope / per_ms, 0.04632484958129463));                   // k
static_assert(close(per_ms / law<hyperbolic<>>.shape.inverse_pole, 222.78778625954197));             // m
static_assert(close(per_ms / law<hyperbolic<>>.shape.inverse_pole + 2.1, 224.887786259542));         // pole, ms
static_assert(law<power<>>.baseline == baseline && law<power<>>.calibrated_to == last);

// The rounding of the printed figures alone allows exponents from 0.989 to 1.104, so linear is not excluded.
constexpr double exponent(double at_base, double at_middle, double s_middle, double at_last, double s_last) {
  return convergence::latency_law<power<>>::fit(at_base * ms, {at_middle * ms, s_middle}, {at_last * ms, s_last})
      .shape.exponent;
}
constexpr double least = exponent(2.15, 8.75, 1.325, 15.35, 1.645), most = exponent(2.05, 8.85, 1.315, 15.25, 1.655);
static_assert(least > 0.9885 && least < 0.9895 && most > 1.1035 && most < 1.1045);

// The shapes agree to the last point and part beyond it.
static_assert(law<hyperbolic<>>.step_ratio(30.0 * ms).value / law<linear<>>.step_ratio(30.0 * ms).value < 1.05);
static_assert(law<hyperbolic<>>.step_ratio(100.0 * ms).value / law<linear<>>.step_ratio(100.0 * ms).value > 1.5);

// --- the lost points, by cause

// As documented: 52 - 44 = 8 from communication, 44 - 38 = 6 from convergence, with the one weight that makes it so.
constexpr double weight = mfu::reconciling_weight(direct, printed, ratio_last);
static_assert(close(weight, 0.2927530126396621));
constexpr auto reconciled = mfu::mfu_documented(documented.mfu(last), ratio_last, weight);
static_assert(close(reconciled.percent(), 38.0));
static_assert(close(base.percent() - documented.mfu(last).percent(), 8.0));
static_assert(close(documented.mfu(last).percent() - reconciled.percent(), 6.0));
static_assert(close(mfu::mfu_documented(documented.mfu(middle), ratio_middle, weight).percent(), 41.4319606122597));
static_assert(close(mfu::mfu_documented(documented.mfu(middle), ratio_middle, 0.0).percent(), 44.9400826446281));
static_assert(close(mfu::mfu_documented(documented.mfu(middle), ratio_middle, 1.0).percent(), 34.04551715502129));
static_assert(close(direct.value() / printed.value(), 1.1578947368421053));

// As goodput: 44 / 1.65, a loss of 25.3 points that every attribution shares out differently and adds up to.
static_assert(close(mfu::goodput(direct, ratio_last).percent(), 26.666666666666668));
static_assert(close(mfu::goodput(documented.mfu(middle), ratio_middle).percent(), 34.04551715502129));
static_assert(close(mfu::time_to_target_ratio(base, direct, ratio_last), 1.95));

constexpr bool losses_are(mfu::attribution by, double communication, double convergence) {
  const auto parts = mfu::decompose(base, direct, ratio_last, by);
  return close(100.0 * parts.direct_loss, communication) && close(100.0 * parts.convergence_loss, convergence) &&
         close(100.0 * parts.total_loss(), 25.333333333333332) &&
         close(parts.effective.percent(), 26.666666666666668) &&
         close(parts.base.value() - parts.total_loss(), parts.effective.value()) && parts.base == base &&
         parts.direct == direct;
}
static_assert(losses_are(mfu::attribution::communication_first, 8.0, 17.333333333333332));
static_assert(losses_are(mfu::attribution::convergence_first, 4.848484848484849, 20.484848484848484));
static_assert(losses_are(mfu::attribution::logarithmic, 6.337003110757079, 18.996330222576255));
static_assert(losses_are(mfu::attribution::shapley, 6.424242424242424, 18.90909090909091));

// --- the composition

// Synchronous training, the default: no latency costs a step, whatever the penalty law says.
template <class Shape>
constexpr bool synchronous_never_pays() {
  const auto run = training{}.with_penalty(law<Shape>).with_mfu_law(documented);
  constexpr double latencies[] = {2.1, 8.8, 15.3, 30.0, 60.0, 100.0, 1e6};
  for (const double latency : latencies) {
    const auto result = run.at(latency * ms);
    if (result.step_ratio.value != 1.0 || !result.step_ratio.ok() || result.goodput_mfu != result.mfu_direct)
      return false;
  }
  return true;
}
static_assert(synchronous_never_pays<linear<>>() && synchronous_never_pays<power<>>());
static_assert(synchronous_never_pays<quadratic<>>() && synchronous_never_pays<exponential<>>());
static_assert(synchronous_never_pays<hyperbolic<>>());

// Asynchronous: the document's two curves in one model.
constexpr auto asynchronous =
    training{}.with_delay(convergence::latency_driven{}).with_penalty(law<power<>>).with_mfu_law(documented);
static_assert(close(asynchronous.at(last).mfu_direct.percent(), 44.0));
static_assert(close(asynchronous.at(last).step_ratio.value, 1.65) && asynchronous.at(last).step_ratio.ok());
static_assert(close(asynchronous.at(last).goodput_mfu.percent(), 26.666666666666668));
static_assert(asynchronous.at(30.0 * ms).step_ratio.state == status::extrapolated);
static_assert(close(100.0 * asynchronous.decompose(baseline, last).direct_loss, 8.0));
static_assert(close(100.0 * asynchronous.decompose(baseline, last, mfu::attribution::shapley).convergence_loss,
                    18.90909090909091));

}  // namespace traincost::tests
