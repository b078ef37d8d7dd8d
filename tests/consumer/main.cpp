// SPDX-License-Identifier: BSL-1.0
// What a planner does first, from each of the four ways of getting the library.
#include <traincost/traincost.hpp>
#include <traincost/version.hpp>

#include <cstdio>

int main() {
  using namespace traincost::units;
  const traincost::collective::ring ring{traincost::hardware::port(5.0 * us, 25.0 * GB_per_s)};
  const traincost::seconds time = ring.time(traincost::collective::all_reduce{}, 100.0 * MB, 8);
  std::printf("traincost %d.%d.%d: 8 ranks reduce 100 MB in %.3f ms\n", TRAINCOST_VERSION_MAJOR, TRAINCOST_VERSION_MINOR,
              TRAINCOST_VERSION_PATCH, time.in(ms));
  return time > 7.0 * ms && time < 8.0 * ms ? 0 : 1;
}
