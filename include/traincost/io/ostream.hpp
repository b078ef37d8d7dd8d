// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/result.hpp"
#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"

// operator<< for any stream that takes numbers and text: the stream type is a template parameter, so <ostream> is the
// user's include. Precision and flags are the stream's own.
namespace traincost {
namespace io::detail {

struct scale {
  double factor;
  const char* unit;
};

template <dim D>
constexpr const char* coherent_unit = nullptr;
template <>
inline constexpr const char* coherent_unit<dim{.time = 1}> = "s";
template <>
inline constexpr const char* coherent_unit<dim{.time = -1}> = "Hz";
template <>
inline constexpr const char* coherent_unit<dim{.data = 1}> = "B";
template <>
inline constexpr const char* coherent_unit<dim{.time = -1, .data = 1}> = "B/s";
template <>
inline constexpr const char* coherent_unit<dim{.time = 1, .data = -1}> = "s/B";
template <>
inline constexpr const char* coherent_unit<dim{.work = 1}> = "FLOP";
template <>
inline constexpr const char* coherent_unit<dim{.time = -1, .work = 1}> = "FLOP/s";
template <>
inline constexpr const char* coherent_unit<dim{.tokens = 1}> = "token";
template <>
inline constexpr const char* coherent_unit<dim{.time = -1, .tokens = 1}> = "token/s";
template <>
inline constexpr const char* coherent_unit<dim{.work = 1, .tokens = -1}> = "FLOP/token";
template <>
inline constexpr const char* coherent_unit<dim{.energy = 1}> = "J";
template <>
inline constexpr const char* coherent_unit<dim{.time = -1, .energy = 1}> = "W";
template <>
inline constexpr const char* coherent_unit<dim{.money = 1}> = "currency";

// The decimal prefix that leaves one to three digits before the point; plain for 0, NaN and infinity.
inline scale prefix(double magnitude) noexcept {
  constexpr scale scales[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                              {1.0, ""},   {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e-12, "p"}};
  if (!(magnitude > 0.0 && magnitude <= (std::numeric_limits<double>::max)())) return {1.0, ""};
  for (const scale& candidate : scales) {
    if (magnitude >= candidate.factor) return candidate;
  }
  return {1e-12, "p"};
}

template <class S>
concept stream = requires(S& out) {
  out << 1.0;
  out << "";
};

}  // namespace io::detail

template <io::detail::stream Stream, dim D, class Rep>
Stream& operator<<(Stream& out, quantity<D, Rep> q) {
  const double value = detail::as_double(q.si());
  if constexpr (io::detail::coherent_unit<D> != nullptr) {
    const auto [factor, prefix] = io::detail::prefix(value < 0.0 ? -value : value);
    out << value / factor << " " << prefix << io::detail::coherent_unit<D>;
  } else {
    out << value;
    const struct {
      int exponent;
      const char* unit;
    } bases[] = {{D.data, "B"},   {D.work, "FLOP"},      {D.tokens, "token"},
                 {D.energy, "J"}, {D.money, "currency"}, {D.time, "s"}};
    for (const auto& base : bases) {
      if (base.exponent != 0) out << " " << base.unit << "^" << base.exponent;
    }
  }
  return out;
}

template <io::detail::stream Stream, class Rep>
Stream& operator<<(Stream& out, fraction<Rep> share) {
  out << detail::as_double(share.percent()) << " %";
  return out;
}

// The value, and its status where that is not ok.
template <io::detail::stream Stream, class T>
Stream& operator<<(Stream& out, const estimate<T>& result) {
  out << result.value;
  if (!result.ok()) out << " (" << name(result.state) << ")";
  return out;
}

}  // namespace traincost
