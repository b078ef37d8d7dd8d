// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "traincost/units/quantity.hpp"

namespace traincost {

// A share, an efficiency, an MFU: a number in [0, 1] that is never a percentage by accident. It goes in as
// `fraction{0.52}` or `percent(52.0)` and comes out by value() or percent().
template <class Rep>
class fraction {
 public:
  using rep = Rep;

  constexpr fraction() noexcept = default;
  constexpr explicit fraction(Rep value)
      : value_(value >= Rep(0) && value <= Rep(1)
                   ? value
                   : detail::fail<default_policy>("traincost: a fraction lies in [0, 1]; write percent(52.0) for a "
                                                  "percentage (docs/errors.md#E202)",
                                                  value, value)) {}

  // clang-format off
  template <class Number> requires std::is_same_v<Number, Rep>
  fraction(Number) = delete;  // traincost: a share is no bare number; write fraction{0.52} or percent(52.0) (docs/errors.md#E203)
  // clang-format on

  // For formulas whose result is a share by construction (or NaN by policy): not checked again.
  [[nodiscard]] static constexpr fraction unchecked(Rep value) noexcept {
    fraction result;
    result.value_ = value;
    return result;
  }
  [[nodiscard]] static constexpr fraction not_a_number() noexcept { return unchecked(detail::not_a_number<Rep>()); }

  [[nodiscard]] constexpr Rep value() const noexcept { return value_; }
  [[nodiscard]] constexpr Rep percent() const noexcept { return Rep(100) * value_; }
  [[nodiscard]] constexpr fraction complement() const noexcept { return unchecked(Rep(1) - value_); }

  friend constexpr fraction operator*(fraction a, fraction b) noexcept { return unchecked(a.value_ * b.value_); }
  template <dim D, class Other>
  friend constexpr auto operator*(fraction a, quantity<D, Other> q) noexcept {
    return a.value_ * q;
  }
  template <dim D, class Other>
  friend constexpr auto operator*(quantity<D, Other> q, fraction a) noexcept {
    return a.value_ * q;
  }
  template <dim D, class Other>
  friend constexpr auto operator/(quantity<D, Other> q, fraction a) noexcept {
    return q / a.value_;
  }
  friend constexpr bool operator==(fraction a, fraction b) noexcept { return a.value_ == b.value_; }
  friend constexpr bool operator<(fraction a, fraction b) noexcept { return a.value_ < b.value_; }
  friend constexpr bool operator<=(fraction a, fraction b) noexcept { return a.value_ <= b.value_; }
  friend constexpr bool operator>(fraction a, fraction b) noexcept { return b < a; }
  friend constexpr bool operator>=(fraction a, fraction b) noexcept { return b <= a; }

  // clang-format off
  friend void operator+(fraction, Rep) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  friend void operator+(Rep, fraction) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  friend void operator-(fraction, Rep) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  friend void operator-(Rep, fraction) = delete;  // traincost: a fraction is no bare number; 1 - share is share.complement() (docs/errors.md#E203)
  friend void operator*(fraction, Rep) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  friend void operator*(Rep, fraction) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  friend void operator/(fraction, Rep) = delete;  // traincost: a fraction is no bare number; read it with .value() (docs/errors.md#E203)
  // clang-format on

 private:
  Rep value_{};
};

template <class Rep>
fraction(Rep) -> fraction<Rep>;
template <std::integral Int>
fraction(Int) -> fraction<double>;

// percent(52.0) is fraction{0.52}.
template <detail::number Rep>
  requires(!std::integral<Rep>)
constexpr fraction<Rep> percent(Rep value) {
  return value >= Rep(0) && value <= Rep(100)
             ? fraction<Rep>::unchecked(value / Rep(100))
             : detail::fail<default_policy>("traincost: a percentage lies in [0, 100] (docs/errors.md#E202)", value,
                                            fraction<Rep>{});
}
template <std::integral Int>
constexpr fraction<double> percent(Int value) {
  return percent(static_cast<double>(value));
}

}  // namespace traincost
