// SPDX-License-Identifier: BSL-1.0
#include "allreduce_cost/quantity_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "support/number.hpp"

namespace allreduce_cost {
namespace {

using namespace traincost;
using namespace traincost::units;
using std::string;
using support::cell;

enum class kind : unsigned char { none, unknown, time, size, bandwidth };

// times / over, so that 10us is the double nearest to 1e-5.
struct unit {
  std::string_view name;
  kind of;
  double times;
  double over;
};
constexpr double kibi = 1024.0;
constexpr std::array known{
    unit{"s", kind::time, 1.0, 1.0},
    unit{"ms", kind::time, 1.0, 1e3},
    unit{"us", kind::time, 1.0, 1e6},
    unit{"ns", kind::time, 1.0, 1e9},
    unit{"B", kind::size, 1.0, 1.0},
    unit{"KB", kind::size, 1e3, 1.0},
    unit{"MB", kind::size, 1e6, 1.0},
    unit{"GB", kind::size, 1e9, 1.0},
    unit{"TB", kind::size, 1e12, 1.0},
    unit{"KiB", kind::size, kibi, 1.0},
    unit{"MiB", kind::size, kibi* kibi, 1.0},
    unit{"GiB", kind::size, kibi* kibi* kibi, 1.0},
    unit{"TiB", kind::size, kibi* kibi* kibi* kibi, 1.0},
    unit{"B/s", kind::bandwidth, 1.0, 1.0},
    unit{"KB/s", kind::bandwidth, 1e3, 1.0},
    unit{"MB/s", kind::bandwidth, 1e6, 1.0},
    unit{"GB/s", kind::bandwidth, 1e9, 1.0},
    unit{"TB/s", kind::bandwidth, 1e12, 1.0},
    unit{"MiB/s", kind::bandwidth, kibi* kibi, 1.0},
    unit{"GiB/s", kind::bandwidth, kibi* kibi* kibi, 1.0},
    unit{"Mbit/s", kind::bandwidth, 1e6, 8.0},
    unit{"Gbit/s", kind::bandwidth, 1e9, 8.0},
    unit{"Tbit/s", kind::bandwidth, 1e12, 8.0},
};

struct reading {
  kind of = kind::unknown;
  double value = 0.0;  // in s, B or B/s
};

reading read(std::string_view text) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number)) return {};
  const auto name = text.substr(static_cast<std::size_t>(end - text.data()));
  if (name.empty()) return {kind::none, number};
  for (const unit& each : known) {
    if (each.name == name) return {each.of, number * each.times / each.over};
  }
  return {};
}

string units_of(kind wanted) {
  string names;
  for (const unit& each : known) {
    if (each.of == wanted) names += (names.empty() ? "" : " ") + string(each.name);
  }
  return names;
}

// The value of a field of this kind in [low, high], or a sentence. `what` has an example: "a time such as 10us".
double value_of(const cell& field, kind wanted, const string& what, double low, double high, const string& range) {
  const reading given = read(field.text);
  if (given.of == wanted && given.value >= low && given.value <= high) return given.value;
  string expected = what + " (a number with one of the units " + units_of(wanted) + ")";
  switch (given.of) {
    case kind::unknown:
      break;
    case kind::none:
      expected += " and not a bare number";
      break;
    default:
      expected = given.of == wanted       ? what + ", " + range
                 : given.of == kind::time ? expected + " and not a time"
                 : given.of == kind::size ? expected + " and not a size"
                                          : expected + " and not a bandwidth";
  }
  field.refuse(expected);
}

struct named {
  const char* name;
  bytes one;
};
constexpr std::array binary{named{" TiB", TiB}, named{" GiB", GiB}, named{" MiB", MiB}, named{" KiB", KiB}};
constexpr std::array decimal{named{" TB", TB}, named{" GB", GB}, named{" MB", MB}, named{" KB", KB}};

}  // namespace

seconds read_time(const cell& field) {
  return value_of(field, kind::time, "a time such as 10us", 0.0, 3600.0, "from 0s to 3600s") * s;
}

bytes read_size(const cell& field) {
  const string what = "a size such as 512MiB";
  const double value = value_of(field, kind::size, what, 1.0, 0x1p60, "from 1B to 1048576TiB");
  const double whole = std::round(value);
  if (std::abs(value - whole) > 1e-12 * value) field.refuse(what + ", a whole number of bytes");
  return whole * B;
}

bandwidth read_bandwidth(const cell& field) {
  return value_of(field, kind::bandwidth, "a bandwidth such as 20GB/s", 1.0, 1e15, "from 1B/s to 1000TB/s") * B_per_s;
}

int read_count(const cell& field, const string& what, int low, int high) {
  const auto value = support::number(field.text);
  if (!value || *value != std::floor(*value) || *value < low || *value > high) {
    field.refuse(what + ", a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return static_cast<int>(*value);
}

string size_text(bytes size) {
  for (const auto& units : {binary, decimal}) {
    for (const auto& [name, one] : units) {
      const double in_unit = size.in(one);
      if (in_unit >= 1.0 && in_unit < 10000.0 && in_unit == std::floor(in_unit)) return support::plain(in_unit) + name;
    }
  }
  return support::fixed(size.si(), 0) + " B";
}

string about(bytes size) {
  for (const auto& [name, one] : binary) {
    const double in_unit = size.in(one);
    if (in_unit >= 1.0) return support::fixed(in_unit, in_unit < 9.995 ? 2 : in_unit < 99.95 ? 1 : 0) + name;
  }
  return support::fixed(size.si(), 0) + " B";
}

time_format format_of(seconds time) {
  time_format best{"s", s, 3};
  for (const time_format each : {time_format{"ns", ns, 0}, {"us", us, 0}, {"ms", ms, 0}, {"s", s, 0}}) {
    if (time < 999.95 * each.one || each.one == s) {
      best = each;
      break;
    }
  }
  const double value = time.in(best.one);
  best.digits = value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0;
  return best;
}

string time_text(seconds time) {
  const auto [unit, one, digits] = format_of(time);
  return time == 0.0 * s ? "0 s" : support::fixed(time.in(one), digits) + ' ' + unit;
}

string short_time_text(seconds time) {
  const auto format = format_of(time);
  return time == 0.0 * s ? "0 s" : support::plain(time.in(format.one)) + ' ' + format.unit;
}

string bandwidth_text(bandwidth rate) { return support::plain(rate.in(GB_per_s)) + " GB/s"; }

}  // namespace allreduce_cost
