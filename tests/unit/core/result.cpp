// SPDX-License-Identifier: BSL-1.0
#include "traincost/core/result.hpp"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "traincost/units/constants.hpp"

namespace {

using namespace traincost;

constexpr status all[] = {status::ok,          status::extrapolated, status::clamped,  status::invalid,
                          status::no_solution, status::jump,         status::exhausted};

TEST_CASE("every status has a name of its own") {
  for (const status a : all) {
    CHECK(std::string(name(a)).size() >= 2);
    for (const status b : all) CHECK((std::string(name(a)) == name(b)) == (a == b));
  }
  CHECK(std::string(name(status::ok)) == "ok");
  CHECK(std::string(name(status::extrapolated)) == "extrapolated");
  CHECK(std::string(name(status::clamped)) == "clamped");
  CHECK(std::string(name(status::invalid)) == "invalid");
  CHECK(std::string(name(status::no_solution)) == "no solution");
  CHECK(std::string(name(status::jump)) == "jump");
  CHECK(std::string(name(status::exhausted)) == "exhausted");
}

TEST_CASE("an estimate is ok under that status alone") {
  for (const status state : all) CHECK(estimate<double>{1.0, state}.ok() == (state == status::ok));
  CHECK(estimate<double>{}.ok());
  CHECK(estimate<double>{}.value == 0.0);
}

TEST_CASE("an estimate that is no number says so") {
  CHECK(std::isnan(estimate<double>::not_a_number().value));
  CHECK(estimate<double>::not_a_number().state == status::invalid);
  CHECK(std::isnan(estimate<seconds>::not_a_number().value.si()));
  CHECK_FALSE(estimate<seconds>::not_a_number().ok());
}

static_assert(estimate<double>{2.0, status::extrapolated}.value == 2.0);
static_assert(!estimate<double>::not_a_number().ok() && estimate<int>{3}.ok());

}  // namespace
