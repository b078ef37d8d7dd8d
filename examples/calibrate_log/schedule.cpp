// SPDX-License-Identifier: BSL-1.0
#include "calibrate_log/schedule.hpp"

#include <type_traits>

#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/nb.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/pairwise.hpp"
#include "traincost/collective/ring.hpp"

namespace calibrate_log {
namespace {
namespace collective = traincost::collective;

template <class Algorithm>
std::optional<collective::coefficients> cost(const std::string& operation, int ranks) {
  std::optional<collective::coefficients> result;
  const auto is = [&](auto candidate) {
    using type = decltype(candidate);
    if constexpr (collective::offers<Algorithm, type>) {
      if (operation == type::name) result = Algorithm::cost(candidate, ranks);
    }
  };
  is(collective::all_reduce{});
  is(collective::reduce_scatter{});
  is(collective::all_gather{});
  is(collective::broadcast{});
  is(collective::reduce{});
  is(collective::all_to_all{});
  return result;
}

template <class Visit>
void for_each_schedule(Visit visit) {
  visit(std::type_identity<collective::ring<>>{});
  visit(std::type_identity<collective::halving_doubling<>>{});
  visit(std::type_identity<collective::nhr<>>{});
  visit(std::type_identity<collective::nb<>>{});
  visit(std::type_identity<collective::pairwise<>>{});
}

}  // namespace

std::vector<std::string> schedules() {
  std::vector<std::string> names;
  for_each_schedule([&](auto schedule) { names.emplace_back(decltype(schedule)::type::name); });
  return names;
}

std::optional<collective::coefficients> cost_of(const std::string& algorithm, const std::string& operation, int ranks) {
  std::optional<collective::coefficients> result;
  for_each_schedule([&](auto schedule) {
    using type = typename decltype(schedule)::type;
    if (algorithm == type::name) result = cost<type>(operation, ranks);
  });
  return result;
}

}  // namespace calibrate_log
