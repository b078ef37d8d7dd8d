// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/units/quantity.hpp"

namespace traincost {

// SI-coherent quantities by their everyday names. A generic formula uses basic_..., a user the name without.
template <class Rep = double>
using basic_seconds = quantity<dim{.time = 1}, Rep>;
template <class Rep = double>
using basic_frequency = quantity<dim{.time = -1}, Rep>;
template <class Rep = double>
using basic_bytes = quantity<dim{.data = 1}, Rep>;
template <class Rep = double>
using basic_bandwidth = quantity<dim{.time = -1, .data = 1}, Rep>;
template <class Rep = double>
using basic_seconds_per_byte = quantity<dim{.time = 1, .data = -1}, Rep>;
template <class Rep = double>
using basic_flops = quantity<dim{.work = 1}, Rep>;
template <class Rep = double>
using basic_flop_rate = quantity<dim{.time = -1, .work = 1}, Rep>;
template <class Rep = double>
using basic_tokens = quantity<dim{.tokens = 1}, Rep>;
template <class Rep = double>
using basic_token_rate = quantity<dim{.time = -1, .tokens = 1}, Rep>;
template <class Rep = double>
using basic_flops_per_token = quantity<dim{.work = 1, .tokens = -1}, Rep>;
template <class Rep = double>
using basic_energy = quantity<dim{.energy = 1}, Rep>;
template <class Rep = double>
using basic_electric_power = quantity<dim{.time = -1, .energy = 1}, Rep>;
template <class Rep = double>
using basic_money = quantity<dim{.money = 1}, Rep>;

using seconds = basic_seconds<>;
using frequency = basic_frequency<>;
using bytes = basic_bytes<>;
using bandwidth = basic_bandwidth<>;
using seconds_per_byte = basic_seconds_per_byte<>;
using flops = basic_flops<>;
using flop_rate = basic_flop_rate<>;
using tokens = basic_tokens<>;
using token_rate = basic_token_rate<>;
using flops_per_token = basic_flops_per_token<>;
using energy = basic_energy<>;
using electric_power = basic_electric_power<>;
using money = basic_money<>;

// Opt in with `using namespace traincost::units;`. Decimal prefixes are powers of ten, binary ones powers of two, and
// both exist: GB is 1e9 bytes, GiB is 2^30. Network rates come in bits: 200.0 * Gbit_per_s is 25e9 B/s.
namespace units {

inline constexpr seconds s = from_si<dim{.time = 1}>(1.0), ms = 1e-3 * s, us = 1e-6 * s, ns = 1e-9 * s;
inline constexpr seconds minute = 60.0 * s, hour = 3600.0 * s, day = 86400.0 * s;
inline constexpr frequency Hz = 1.0 / s, MHz = 1e6 * Hz, GHz = 1e9 * Hz;

inline constexpr bytes B = from_si<dim{.data = 1}>(1.0), KB = 1e3 * B, MB = 1e6 * B, GB = 1e9 * B, TB = 1e12 * B;
inline constexpr bytes KiB = 1024.0 * B, MiB = 1024.0 * KiB, GiB = 1024.0 * MiB, TiB = 1024.0 * GiB;
inline constexpr bytes bit = 0.125 * B, Kbit = 1e3 * bit, Mbit = 1e6 * bit, Gbit = 1e9 * bit;

inline constexpr bandwidth B_per_s = B / s, MB_per_s = MB / s, GB_per_s = GB / s, TB_per_s = TB / s;
inline constexpr bandwidth GiB_per_s = GiB / s, Mbit_per_s = Mbit / s, Gbit_per_s = Gbit / s;

inline constexpr flops FLOP = from_si<dim{.work = 1}>(1.0), GFLOP = 1e9 * FLOP, TFLOP = 1e12 * FLOP;
inline constexpr flops PFLOP = 1e15 * FLOP;
inline constexpr flop_rate GFLOP_per_s = GFLOP / s, TFLOP_per_s = TFLOP / s, PFLOP_per_s = PFLOP / s;

inline constexpr tokens token = from_si<dim{.tokens = 1}>(1.0);
inline constexpr token_rate token_per_s = token / s;

inline constexpr energy J = from_si<dim{.energy = 1}>(1.0), kWh = 3.6e6 * J;
inline constexpr electric_power W = J / s, kW = 1e3 * W;

// One dimension for money: a program keeps to one currency.
inline constexpr money currency = from_si<dim{.money = 1}>(1.0);

}  // namespace units
}  // namespace traincost
