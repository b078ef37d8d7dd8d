// SPDX-License-Identifier: BSL-1.0
#pragma once

// The light rooms. Rooms on Boost or Eigen (solve) and the ends (io, interop) are included by name.

// core, units
#include "traincost/core/integer.hpp"
#include "traincost/core/math.hpp"
#include "traincost/core/policy.hpp"
#include "traincost/core/result.hpp"
#include "traincost/units/constants.hpp"
#include "traincost/units/fraction.hpp"
#include "traincost/version.hpp"

// hardware, workload
#include "traincost/hardware/ascend910b.hpp"
#include "traincost/hardware/cluster.hpp"
#include "traincost/hardware/hccs.hpp"
#include "traincost/hardware/rocev2.hpp"
#include "traincost/workload/glm.hpp"

// collective, compute
#include "traincost/collective/any_of.hpp"
#include "traincost/collective/ecmp.hpp"
#include "traincost/collective/fastest_of.hpp"
#include "traincost/collective/halving_doubling.hpp"
#include "traincost/collective/mesh.hpp"
#include "traincost/collective/nhr.hpp"
#include "traincost/collective/oversubscribed.hpp"
#include "traincost/collective/ring.hpp"
#include "traincost/collective/two_level.hpp"
#include "traincost/compute/roofline.hpp"

// convergence
#include "traincost/convergence/delay_law.hpp"
#include "traincost/convergence/exponential.hpp"
#include "traincost/convergence/hyperbolic.hpp"
#include "traincost/convergence/latency_law.hpp"
#include "traincost/convergence/linear.hpp"
#include "traincost/convergence/power.hpp"
#include "traincost/convergence/quadratic.hpp"

// step, mfu
#include "traincost/mfu/amdahl.hpp"
#include "traincost/mfu/decomposition.hpp"
#include "traincost/mfu/documented.hpp"
#include "traincost/mfu/overlapped.hpp"
#include "traincost/mfu/training.hpp"
#include "traincost/step/overlapped.hpp"
#include "traincost/step/serial.hpp"
