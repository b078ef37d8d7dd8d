// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace traincost {

// A dimension is the exponents of six bases. Structural, so that it can be a template argument: dim{.time = 1}.
struct dim {
  signed char time = 0;
  signed char data = 0;
  signed char work = 0;
  signed char tokens = 0;
  signed char energy = 0;
  signed char money = 0;

  friend constexpr bool operator==(const dim&, const dim&) = default;
  friend constexpr dim operator+(dim a, dim b) noexcept { return combine(a, b, 1); }
  friend constexpr dim operator-(dim a, dim b) noexcept { return combine(a, b, -1); }

 private:
  static constexpr dim combine(dim a, dim b, int sign) noexcept {
    const auto add = [sign](signed char x, signed char y) { return static_cast<signed char>(x + sign * y); };
    return {add(a.time, b.time),     add(a.data, b.data),     add(a.work, b.work),
            add(a.tokens, b.tokens), add(a.energy, b.energy), add(a.money, b.money)};
  }
};

}  // namespace traincost
