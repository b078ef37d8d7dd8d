// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Dense>

namespace traincost::calibrate {

// min |A x - b|^2 over x >= 0, for at most a handful of columns.
struct non_negative_solution {
  Eigen::VectorXd x;
  double objective = 0.0;  // |A x - b|^2
};

// Every set of columns that may be positive is solved by QR; the best one without a negative number is the optimum,
// exactly, because the problem is convex. 2^columns - 1 small solves: meant for columns <= 4. Columns are scaled to
// unit length first, so that seconds and seconds per byte do not meet in one tolerance.
inline non_negative_solution solve_non_negative(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  const Eigen::Index columns = a.cols();
  const Eigen::VectorXd length = a.colwise().norm();
  non_negative_solution best{Eigen::VectorXd::Zero(columns), b.squaredNorm()};
  for (unsigned set = 1; set < (1U << columns); ++set) {
    Eigen::MatrixXd some(a.rows(), columns);
    Eigen::Index used = 0;
    for (Eigen::Index j = 0; j < columns; ++j) {
      if ((set >> j & 1U) != 0 && length[j] > 0.0) some.col(used++) = a.col(j) / length[j];
    }
    if (used == 0) continue;
    some.conservativeResize(Eigen::NoChange, used);
    const Eigen::VectorXd x = some.colPivHouseholderQr().solve(b);
    if ((x.array() < 0.0).any()) continue;
    const double objective = (some * x - b).squaredNorm();
    if (!(objective < best.objective)) continue;
    best.objective = objective;
    for (Eigen::Index j = 0, k = 0; j < columns; ++j) {
      best.x[j] = (set >> j & 1U) != 0 && length[j] > 0.0 ? x[k++] / length[j] : 0.0;
    }
  }
  return best;
}

}  // namespace traincost::calibrate
