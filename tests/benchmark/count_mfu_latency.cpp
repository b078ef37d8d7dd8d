// SPDX-License-Identifier: BSL-1.0
// 100,000 evaluations of the composed MFU(latency) model, documented MFU law and power penalty, against the same formulas
// and the same checks of the arguments on plain doubles. What differs is the abstraction: units, policies, slots, status.
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "traincost/traincost.hpp"

namespace {

using namespace traincost;
using namespace traincost::units;

constexpr int evaluations = 100000;

// The documented points times a factor of 1 that the compiler does not know: neither side may fold its parameters.
struct points {
  explicit points(double one) : scale(one) {}
  double scale;
  double base = 52.0 * scale, direct = 44.0 * scale;
  double baseline = 2.1 * scale, first = 8.8 * scale, second = 15.3 * scale;  // ms
  double first_ratio = 1.32 * scale, second_ratio = 1.65 * scale;
  // Milliseconds at evaluation i: from the baseline to 33 ms.
  [[nodiscard]] double latency(int i) const { return baseline + 0.00031 * i; }
};

double with_library(const points& at) {
  const auto law = mfu::documented<>::fit(percent(at.base), at.baseline * ms, percent(at.direct), at.second * ms);
  const auto penalty = convergence::latency_law<convergence::power<>>::fit(
      at.baseline * ms, {at.first * ms, at.first_ratio}, {at.second * ms, at.second_ratio});
  const auto run = training{}.with_mfu_law(law).with_delay(convergence::latency_driven{}).with_penalty(penalty);
  double sum = 0.0;
  for (int i = 0; i < evaluations; ++i) sum += run.at(at.latency(i) * ms).goodput_mfu.value();
  return sum;
}

bool usable(double x) { return x > 0.0 && x <= std::numeric_limits<double>::max(); }

double with_plain_numbers(const points& at) {
  const double base = at.base / 100.0;
  const double baseline = at.baseline * 1e-3;
  const double calibrated_to = (at.second * 1e-3 - baseline) / baseline;
  const double share = (base - at.direct / 100.0) / base / (1.0 - baseline / (at.second * 1e-3));
  const double first = (at.first * 1e-3 - baseline) / baseline;
  const double exponent = std::log((at.second_ratio - 1.0) / (at.first_ratio - 1.0)) / std::log(calibrated_to / first);
  const double coefficient = (at.first_ratio - 1.0) / std::pow(first, exponent);
  int extrapolated = 0;
  double sum = 0.0;
  for (int i = 0; i < evaluations; ++i) {
    const double latency = at.latency(i) * 1e-3;
    if (!usable(baseline) || !(latency >= baseline && usable(latency))) throw std::domain_error("latency");
    if (!(coefficient >= 0.0 && coefficient <= std::numeric_limits<double>::max() && usable(exponent))) {
      throw std::domain_error("law");
    }
    const double direct = base * ((1.0 - share) + share * (baseline / latency));
    const double u = (latency - baseline) / baseline;
    double ratio = 1.0;
    if (u > 0.0) {
      const double excess = coefficient * std::pow(u, exponent);
      if (!(excess >= 0.0)) throw std::domain_error("overflow");
      ratio = 1.0 + excess;
      if (u > calibrated_to) ++extrapolated;
    }
    sum += direct / ratio;
  }
  return extrapolated < 0 ? 0.0 : sum;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc == 2 ? argv[1] : "";
  const points at(argc / 2.0);
  if (mode == "library") std::printf("%.15g\n", with_library(at));
  if (mode == "plain") std::printf("%.15g\n", with_plain_numbers(at));
  return mode == "library" || mode == "plain" || mode == "empty" ? 0 : 2;
}
