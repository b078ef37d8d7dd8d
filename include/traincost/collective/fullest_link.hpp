// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/core/integer.hpp"
#include "traincost/core/math.hpp"

namespace traincost::collective {

// The load Lmax of the fullest of b = `links` links onto which m = `flows` flows fall at random, as exact expectations:
//
//   E[f(Lmax)] = f(0) + sum over k >= 0 of P(Lmax > k) (f(k+1) - f(k)),   P(Lmax <= k) = m!/b^m [x^m] (e_k(x))^b
//
// e_k(x) = sum over j <= k of x^j/j!. With b >= m the coefficient follows from (e_k^b)' e_k = b e_k^b e_k', which has
// positive terms only; otherwise from the values of e_k on a circle, where x^j/j! becomes a Poisson law of mean m/b cut
// off at k: N points tell the coefficient from those N away, and N = 9 sqrt(m) put these below 1e-18.
// Relative errors: below 1e-12. Valid: 1 <= flows <= 4096, links >= 1. Source: Poissonisation and Cauchy's integral.
struct fullest_link {
  static constexpr int most_flows = 4096;
  int flows = 1;
  int links = 1;

  // For a growing f.
  template <class Function>
  [[nodiscard]] constexpr double expected(const Function& f) const noexcept {
    const int least = ceil_div(flows, links);  // some link has the mean, rounded up
    double sum = f(least);
    if (least == flows) return sum;
    circle values(*this);
    // P(a given link holds k), from k = least: Binomial(m, 1/b) relative to it, summed up and down.
    const double odds = 1.0 / (links - 1.0);
    double total = 1.0;
    double part = 1.0;
    for (int k = least; k < flows && part > 1e-20; ++k) total += part *= (flows - k) / (k + 1.0) * odds;
    part = 1.0;
    for (int k = least; k > 0 && part > 1e-20; --k) total += part *= k / ((flows - k + 1.0) * odds);
    double holds = 1.0 / total;
    for (int k = least; k < flows; ++k) {
      holds *= (flows - k) / (k + 1.0) * odds;  // k + 1
      if (links * holds < 1e-18) break;         // a link in `links` at most
      const double growth = f(k + 1) - f(k);
      // Loads of links are negatively associated: P(Lmax <= k) <= P(one <= k)^links.
      const bool surely = links * math::log1p(-holds) < -42.0;
      const double at_most = surely ? 0.0 : links >= flows ? by_recurrence(k) : values.at_most(k);
      sum += growth * (1.0 - at_most);
    }
    return sum;
  }

 private:
  // P(Lmax <= k) for n = 0, 1, ..., m flows: w(n) = sum over j = 1..k of (j (b+1)/n - 1) C(n, j) b^-j w(n-j).
  [[nodiscard]] constexpr double by_recurrence(int k) const noexcept {
    double w[most_flows + 1];
    w[0] = 1.0;
    const double b = links;
    for (int n = 1; n <= flows; ++n) {
      w[n] = 0.0;
      double ways = 1.0;  // C(n, j) b^-j
      for (int j = 1; j <= k && j <= n; ++j) {
        ways *= (n - j + 1) / (j * b);
        w[n] += (j * (b + 1.0) / n - 1.0) * ways * w[n - j];
      }
    }
    return w[flows];
  }

  // The cut Poisson law's generating function at e^(2 pi i l/N), one term added for each load.
  class circle {
   public:
    constexpr explicit circle(const fullest_link& of) noexcept : m_(of.flows), b_(of.links) {
      if (b_ >= m_) return;
      points_ = static_cast<int>(14.0 + math::sqrt(196.0 + 84.0 * m_)) | 1;
      for (int q = 0; q < points_; ++q) {
        const double angle = 6.283185307179586 * q / points_;
        cosine_[q] = math::cos(angle);
        sine_[q] = math::sin(angle);
      }
      for (int l = 0; 2 * l < points_; ++l) real_[l] = imaginary_[l] = 0.0;
      // From the law's mode, where it is 1 before it is normalised, down to what no longer counts.
      const double mean = static_cast<double>(m_) / b_;
      const int mode = static_cast<int>(mean);
      double total = 1.0;
      double term = 1.0;
      for (int j = mode + 1; term > 1e-20; ++j) total += term *= mean / j;
      term = 1.0;
      for (next_ = mode; next_ > 0 && term > 1e-20; --next_) total += term *= next_ / mean;
      weight_ = term / total;
    }

    // k must not fall from call to call.
    [[nodiscard]] constexpr double at_most(int k) noexcept {
      const double mean = static_cast<double>(m_) / b_;
      for (; next_ <= k; weight_ *= mean / ++next_) {
        for (int l = 0; 2 * l < points_; ++l) {
          const int q = static_cast<int>(std::int64_t{l} * next_ % points_);
          real_[l] += weight_ * cosine_[q];
          imaginary_[l] += weight_ * sine_[q];
        }
      }
      double sum = 0.0;
      for (int l = 0; 2 * l < points_; ++l) {
        const int q = static_cast<int>(std::int64_t{l} * m_ % points_);
        sum += (l == 0 ? 1.0 : 2.0) * real_of_power(real_[l], imaginary_[l], cosine_[q], -sine_[q]);
      }
      return sum / points_ / poisson_at_mean(m_);
    }

   private:
    // Real part of (x + iy)^b (u + iv).
    [[nodiscard]] constexpr double real_of_power(double x, double y, double u, double v) const noexcept {
      for (int exponent = b_; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) {
          const double real = x * u - y * v;
          v = x * v + y * u;
          u = real;
        }
        const double square = (x - y) * (x + y);
        y *= 2.0 * x;
        x = square;
      }
      return u;
    }
    // e^-m m^m / m!, by Stirling's series where that is exact.
    [[nodiscard]] static constexpr double poisson_at_mean(int m) noexcept {
      const double n = m;
      if (m > 64) {
        const double correction = (1.0 - (1.0 / 30.0 - 1.0 / (105.0 * n * n)) / (n * n)) / (12.0 * n);
        return math::exp(-correction) / math::sqrt(6.283185307179586 * n);
      }
      double value = math::exp(-n);
      for (int j = 1; j <= m; ++j) value *= n / j;
      return value;
    }

    static constexpr int most_points = 640;
    int m_;
    int b_;
    int points_ = 0;
    int next_ = 0;
    double weight_ = 0.0;  // of the load next_
    double cosine_[most_points];
    double sine_[most_points];
    double real_[most_points / 2];
    double imaginary_[most_points / 2];
  };
};

}  // namespace traincost::collective
