// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/collective/fitted_curve.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/regimes.hpp"

// AllReduce of HCCL as its vendor measured and fitted it. Source of all: CANN ops-transformer, mc2,
// hccl_performance.cpp (public). It gives m in MiB and a time whose unit is taken as us; it does not say how far it was
// measured.
namespace traincost::collective {

// Pieces and source as the file has them.
namespace mc2 {
constexpr curve_piece piece(double from_mib, double constant_us, double us_per_mib, double us_per_mib2 = 0.0) noexcept {
  using namespace units;
  return {from_mib * MiB, constant_us * us, us_per_mib * us / MiB, us_per_mib2 * us.si() / (MiB.si() * MiB.si())};
}
inline constexpr const char* source = "CANN ops-transformer, mc2, hccl_performance.cpp";
}  // namespace mc2

// 910B, full mesh of 8 NPUs: 18 us up to 64 KiB, a parabola to 8 MiB, a line of 77.2 GB/s (135.1 GB/s bus bandwidth)
// above. The parabola starts at 16.5 us, below the constant.
inline constexpr fitted_curve<all_reduce, 3> hccl_ascend910b_8npu_curve{
    8,
    {mc2::piece(0.0, 18.0, 0.0), mc2::piece(0.0625, 14.769, 27.0622573, -0.9698202),
     mc2::piece(8.0, 61.508333, 13.58491263)},
    bytes::not_a_number(),
    mc2::source};

// A3, double ring of 8 dies: 250 us up to 2 MiB, a line of 92.1 GB/s above; it jumps from 250 to 271 us there.
inline constexpr fitted_curve<all_reduce, 2> hccl_a3_8die_curve{
    8, {mc2::piece(0.0, 250.0, 0.0), mc2::piece(2.0, 248.151561, 11.38154641)}, bytes::not_a_number(), mc2::source};

// The 910B curve as a model that knows other sizes of group: the lower of two lines, fitted to it at 21 sizes from 1
// KiB to 1 GiB by relative least squares (median error 1.6 %, worst 10.5 %),
//
//   min(17.2216 us + n 21.5431 us/MB,  60.7339 us + n 12.9641 us/MB)
//
// read as a mesh of 8 (A = 2, B = 1/4): 8.6 us a step and 19.3 GB/s of the 28 GB/s of a pairwise link. For other groups
// than 8 it is the mesh's formula and no measurement.
inline constexpr mesh hccl_ascend910b_mesh{
    hardware::pair_link<double>{(17.2216 / 2.0) * units::us, (12.9641 * 4.0) * units::us / units::MB, {}},
    meeting_lines(60.7339 / 17.2216, 21.5431 / 12.9641)};

}  // namespace traincost::collective
