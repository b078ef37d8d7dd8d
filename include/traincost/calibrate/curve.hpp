// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include "traincost/core/math.hpp"
#include "traincost/units/constants.hpp"

namespace traincost::calibrate {

// The size laws of collective/ as functions of the message alone, at one rank count: A = steps alpha, B = bytes beta.
enum class law_kind {
  affine,      // A + B S
  pipelined,   // (sqrt A + sqrt(B S))^2
  p_norm,      // (A^p + (B S)^p)^(1/p)
  power_tail,  // A + B S + C S^q
  two_lines,   // A1 + B1 S up to a size, A2 + B2 S above it: a switch of protocol or algorithm, jumps allowed
  three_lines  // two switches
};
inline constexpr std::array all_laws{law_kind::affine,     law_kind::pipelined, law_kind::p_norm,
                                     law_kind::power_tail, law_kind::two_lines, law_kind::three_lines};

constexpr const char* name(law_kind law) noexcept {
  switch (law) {
    case law_kind::affine:
      return "affine";
    case law_kind::pipelined:
      return "pipelined";
    case law_kind::p_norm:
      return "p_norm";
    case law_kind::power_tail:
      return "power_tail";
    case law_kind::two_lines:
      return "two_lines";
    case law_kind::three_lines:
      return "three_lines";
  }
  return "";
}

// A + B S for messages larger than `above`.
struct line {
  double above = 0.0;     // B
  double start_up = 0.0;  // s
  double per_byte = 0.0;  // s/B
};

// A law with its numbers. `lines` has one line for the smooth laws, whose A and B it holds.
struct curve {
  law_kind law = law_kind::affine;
  int count = 1;
  std::array<line, 3> lines{};
  double tail = 0.0;      // C of the power tail in s at `tail_at` bytes: C S^q = tail (S / tail_at)^q
  double tail_at = 1.0;   // B
  double exponent = 1.0;  // p or q

  [[nodiscard]] double start_up() const noexcept { return lines[0].start_up; }
  [[nodiscard]] double per_byte() const noexcept { return lines[static_cast<std::size_t>(count - 1)].per_byte; }

  [[nodiscard]] const line& piece(double size) const noexcept {
    std::size_t i = static_cast<std::size_t>(count - 1);
    while (i > 0 && size <= lines[i].above) --i;
    return lines[i];
  }

  // Seconds for `size` bytes.
  [[nodiscard]] double operator()(double size) const noexcept {
    const line& on = piece(size);
    const double x = on.start_up;
    const double y = on.per_byte * size;
    switch (law) {
      case law_kind::pipelined: {
        const double root = math::sqrt(x) + math::sqrt(y);
        return root * root;
      }
      case law_kind::p_norm: {
        const double longer = math::greater(x, y);
        const double shorter = math::lesser(x, y);
        if (!(shorter > 0.0)) return longer;
        return longer * math::exp(math::log1p(math::pow(shorter / longer, exponent)) / exponent);
      }
      case law_kind::power_tail:
        return x + y + (tail > 0.0 ? tail * math::pow(size / tail_at, exponent) : 0.0);
      default:
        return x + y;
    }
  }
  [[nodiscard]] seconds time(bytes message_bytes) const noexcept {
    return from_si<dim{.time = 1}>((*this)(message_bytes.si()));
  }
};

}  // namespace traincost::calibrate
