// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/policy.hpp"
#include "traincost/units/dimension.hpp"

// Every public template's declaration, and every default template argument, once.
namespace traincost {

template <class T>
struct estimate;

template <dim D, class Rep = double>
class quantity;
template <class Rep = double>
class fraction;

namespace hardware {
enum class link_kind : unsigned char { port, pair };
template <link_kind Kind, class Rep = double>
struct link;
template <class Rep = double>
using port_link = link<link_kind::port, Rep>;
template <class Rep = double>
using pair_link = link<link_kind::pair, Rep>;
template <class Rep = double>
struct accelerator;
template <class Rep = double>
struct rocev2;
template <class Rep = double>
struct start_up;
struct measured_link;
struct measured_rate;
template <class Rep = double>
struct cluster;
}  // namespace hardware

namespace collective {
struct affine;
struct pipelined;
struct p_norm;
struct power_tail;
template <int Count = 2>
struct regimes;
template <class Algorithm, class Link = hardware::port_link<>, class Law = affine>
struct flat;
template <class Link = hardware::port_link<>, class Law = affine>
struct ring;
template <class Link = hardware::pair_link<>, class Law = affine>
struct mesh;
template <class Link = hardware::port_link<>, class Law = affine>
struct nhr;
template <class Link = hardware::port_link<>, class Law = affine>
struct halving_doubling;
template <class Link = hardware::port_link<>, class Law = affine>
struct half_exchange;
template <class Link = hardware::port_link<>, class Law = affine>
struct recursive_doubling;
template <class Link = hardware::port_link<>, class Law = affine>
struct nb;
template <class Link = hardware::port_link<>, class Law = affine>
struct pairwise;
template <class Link = hardware::port_link<>, class Law = affine>
struct bruck;
template <class Link = hardware::port_link<>, class Law = affine>
struct binomial;
template <class Link = hardware::port_link<>, class Law = affine>
struct star;
template <class Link = hardware::port_link<>, class Law = affine>
struct point_to_point;
template <class Link = hardware::pair_link<>, class Law = affine>
struct one_shot_mesh;
template <class Link = hardware::port_link<>, class Law = affine>
struct ahc;
template <class Model, class Link = hardware::port_link<>>
struct chunked;
template <class Link = hardware::port_link<>>
struct chain;
template <class Link = hardware::port_link<>>
struct two_tree;
template <class Inside = hardware::pair_link<>, class Between = hardware::port_link<>>
struct hccl_pipeline;
template <class Rep = double>
struct bounds;
template <class Inner = mesh<>, class Outer = ring<>>
struct two_level;
template <class First = ring<>, class Second = halving_doubling<>>
struct fastest_of;
template <class Inner = mesh<>, class Outer = ring<>>
struct overlapped_levels;
template <class Model = two_level<>>
struct buffered;
template <class... Models>
struct any_of;
template <class Inside = hardware::pair_link<>, class Between = hardware::port_link<>>
struct hccl_default;
template <class Rep = double>
struct hccl_choice;
struct nccl_choice;
struct curve_piece;
template <class Operation, int Count>
struct fitted_curve;
struct nccl_tuning;
template <class Link, class Policy>
struct delayed;
struct normal_stragglers;
template <class Model = two_level<>, class Law = normal_stragglers>
struct straggling;
}  // namespace collective

namespace convergence {
template <class Rep = double>
struct delay;
template <class Rep = double>
struct delayed_by;
struct synchronous;
struct latency_driven;
template <class Rep = double>
struct excess_point;
template <class Rep = double>
struct latency_point;
template <class Rep = double>
struct linear;
template <class Rep = double>
struct power;
template <class Rep = double>
struct quadratic;
template <class Rep = double>
struct hyperbolic;
template <class Rep = double>
struct exponential;
template <class Shape = linear<>>
struct latency_law;
template <class Shape = linear<>>
struct delay_law;
}  // namespace convergence

namespace compute {
template <class Rep = double>
struct roofline;
}  // namespace compute

namespace step {
struct serial;
template <class Rep = double>
struct breakdown;
template <class Rep = double>
struct load;
template <class Rep = double>
struct overlapped;
}  // namespace step

namespace mfu {
template <class Rep = double>
struct documented;
template <class Rep = double>
struct amdahl;
template <class Rep = double>
struct overlapped;
template <class Rep = double>
struct decomposition;
}  // namespace mfu

template <class Rep = double>
struct outcome;
template <class Collective = collective::two_level<collective::mesh<>, collective::nhr<>>,
          class Compute = compute::roofline<>, class Overlap = step::serial, class Delay = convergence::synchronous,
          class Penalty = convergence::delay_law<>, class MfuLaw = mfu::amdahl<>>
struct training;

}  // namespace traincost
