// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <vector>

#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::calibrate {

// One measured time of one operation at one rank count.
struct sample {
  bytes message_bytes{};
  seconds time{};
};

namespace detail {
inline double median(std::vector<double> values) {
  if (values.empty()) return traincost::detail::not_a_number<double>();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}
inline double greatest(const std::vector<double>& values) {
  return values.empty() ? traincost::detail::not_a_number<double>() : *std::max_element(values.begin(), values.end());
}
}  // namespace detail

// Sizes ascending, each once, with the median of its times (of an even count: the mean of the middle two), so that a
// size that was measured ten times weighs no more than its neighbours. Samples whose size or time is not finite and
// positive cannot be fitted relatively, and are left out, as are sizes below `smallest`: below 1 KiB most libraries
// take a constant time, which would only repeat the first point of the fit.
inline std::vector<sample> merged(std::span<const sample> samples, bytes smallest = 1024.0 * units::B) {
  const auto usable = [&](const sample& s) {
    return math::is_finite(s.message_bytes.si()) && math::is_finite(s.time.si()) && s.message_bytes.si() > 0.0 &&
           s.time.si() > 0.0 && s.message_bytes >= smallest;
  };
  std::vector<sample> sorted;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(sorted), usable);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const sample& a, const sample& b) { return a.message_bytes < b.message_bytes; });
  std::vector<sample> result;
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    std::vector<double> times;
    for (; last < sorted.size() && sorted[last].message_bytes == sorted[first].message_bytes; ++last) {
      times.push_back(sorted[last].time.si());
    }
    result.push_back({sorted[first].message_bytes, from_si<dim{.time = 1}>(detail::median(times))});
  }
  return result;
}

}  // namespace traincost::calibrate
