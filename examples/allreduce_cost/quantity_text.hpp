// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <traincost/units/constants.hpp>

#include "support/csv.hpp"

// Quantities in and out of text. A field needs its unit, and one of the right dimension: 10us, 512MiB, 160Gbit/s. What
// is wrong with it is a support::refusal that names where the field stands.
namespace allreduce_cost {

traincost::seconds read_time(const support::cell& field);         // >= 0
traincost::bytes read_size(const support::cell& field);           // a whole number of bytes >= 1
traincost::bandwidth read_bandwidth(const support::cell& field);  // > 0
int read_count(const support::cell& field, const std::string& what, int low, int high);

// Exactly, in the largest unit that does without a fraction: 512 MiB, 200 MB, 1234567 B.
std::string size_text(traincost::bytes size);
// About three digits in a binary unit: 1.18 MiB.
std::string about(traincost::bytes size);
// Four digits in the unit that suits: 28.28 ms.
std::string time_text(traincost::seconds time);
// Up to 12 digits, as it was given: 2.1 ms.
std::string short_time_text(traincost::seconds time);
// As it was given, in GB/s: 18.3 GB/s.
std::string bandwidth_text(traincost::bandwidth rate);

// A unit and the digits after its point that suit a time and all that stand beside it.
struct time_format {
  const char* unit;
  traincost::seconds one;
  int digits;
};
time_format format_of(traincost::seconds time);

}  // namespace allreduce_cost
