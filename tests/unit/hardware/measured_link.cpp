// SPDX-License-Identifier: BSL-1.0
#include "traincost/hardware/measured_link.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace {
using namespace traincost;
using namespace traincost::units;
namespace measured = traincost::hardware::measured;

seconds of(const hardware::measured_link& m, bytes n) { return m.link.alpha + n * m.link.beta; }
}  // namespace

TEST_CASE("measured_link: a message of the measured size takes what was measured") {
  CHECK(of(measured::roce_200g_write, 1.0 * MiB).in(us) == doctest::Approx(46.23).epsilon(1e-12));
  CHECK(of(measured::roce_200g_read_across_leaves, 1.0 * MiB).in(us) == doctest::Approx(56.80).epsilon(1e-12));
}

TEST_CASE("measured_link: start-ups are those of the verb, in the order of the fabric") {
  const auto alpha = [](const hardware::measured_link& m) { return m.link.alpha.in(us); };
  CHECK(alpha(measured::roce_200g_write) == doctest::Approx(3.4).epsilon(0.02));
  CHECK(alpha(measured::roce_200g_send) == doctest::Approx(4.0).epsilon(0.02));
  CHECK(alpha(measured::roce_200g_read) == doctest::Approx(5.9).epsilon(0.02));
  CHECK(alpha(measured::roce_200g_write_across_leaves) == doctest::Approx(7.7).epsilon(0.02));
  CHECK(alpha(measured::roce_200g_send_across_leaves) == doctest::Approx(8.3).epsilon(0.02));
  CHECK(alpha(measured::roce_200g_read_across_leaves) == doctest::Approx(14.0).epsilon(0.02));
}

TEST_CASE("measured_link: no rate exceeds its line, and 200 Gbps are used to 98 %") {
  CHECK(measured::roce_200g_write.link.bandwidth() / (200.0 * Gbit_per_s) == doctest::Approx(0.980).epsilon(1e-3));
  CHECK(measured::roce_400g_write.link.bandwidth() < 400.0 * Gbit_per_s);
  CHECK(measured::hccs_pair_read.rate < 28.0 * GB_per_s);
  CHECK(measured::hccs_pair_write.rate < measured::hccs_pair_read.rate);
  CHECK(measured::roce_200g_hixl_write.rate / (25.0 * GB_per_s) == doctest::Approx(0.903).epsilon(1e-3));
}

TEST_CASE("measured_link: one outstanding write at 400 Gbps is alpha + n beta within 0.7 %") {
  // Gb/s of 1 QP at depth 1, NVIDIA/nccl issue 2409.
  const double points[][2] = {{16, 20.1}, {128, 117.0}, {1024, 303.4}, {4096, 364.2}};
  for (const auto& point : points) {
    const bytes n = point[0] * KiB;
    CAPTURE(point[0]);
    const seconds time = of(measured::roce_400g_write, n);
    CHECK(std::fabs((n / time).in(Gbit_per_s) / point[1] - 1.0) < 0.007);
  }
}
