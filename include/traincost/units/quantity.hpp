// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <concepts>
#include <type_traits>

#include "traincost/core/error.hpp"
#include "traincost/fwd.hpp"

// Dimensions and quantities, nothing else. A quantity holds the SI-coherent value (s, B, FLOP, token, J, currency
// unit), goes in as `2.1 * ms` and comes out as `t.in(ms)`. There is no conversion from or to a number.
namespace traincost {
namespace detail {

// The representation of a product: equal types stay, numbers promote as usual, and a class type (a dual number, a
// multiprecision number) absorbs a built-in one. Two different class types have none.
template <class R, class S>
struct promote {};
template <class R>
struct promote<R, R> {
  using type = R;
};
template <class R, class S>
  requires(!std::is_same_v<R, S> && std::is_arithmetic_v<R> && std::is_arithmetic_v<S>)
struct promote<R, S> {
  using type = decltype(R{} + S{});
};
template <class R, class S>
  requires(!std::is_arithmetic_v<R> && std::is_arithmetic_v<S>)
struct promote<R, S> {
  using type = R;
};
template <class R, class S>
  requires(std::is_arithmetic_v<R> && !std::is_arithmetic_v<S>)
struct promote<R, S> {
  using type = S;
};
template <class R, class S>
using promoted = typename promote<R, S>::type;

// The library's own value types; a scale factor is any number that is none of them.
template <class T>
inline constexpr bool dimensioned = false;
template <dim D, class Rep>
inline constexpr bool dimensioned<quantity<D, Rep>> = true;
template <class Rep>
inline constexpr bool dimensioned<fraction<Rep>> = true;
template <class T>
concept number = !dimensioned<T> && std::copyable<T> && requires(T a) {
  a* a;
  a / a;
};

}  // namespace detail

template <dim D, class Rep>
constexpr quantity<D, Rep> from_si(Rep value) noexcept;

namespace detail {
template <dim D, class T>
constexpr auto bare_or_quantity(T value) noexcept {
  if constexpr (D == dim{}) {
    return value;
  } else {
    return from_si<D>(value);
  }
}
}  // namespace detail

// Operators are plain templates of the namespace: looked up once, not once a dimension, which compiles faster than
// hidden friends; and a quantity has no empty base, whose passing by value g++ remarks on for aarch64.
template <dim D, class R, class S, class T = detail::promoted<R, S>>
constexpr quantity<D, T> operator+(quantity<D, R> a, quantity<D, S> b) noexcept {
  return from_si<D>(static_cast<T>(static_cast<T>(a.si()) + static_cast<T>(b.si())));
}
template <dim D, class R, class S, class T = detail::promoted<R, S>>
constexpr quantity<D, T> operator-(quantity<D, R> a, quantity<D, S> b) noexcept {
  return from_si<D>(static_cast<T>(static_cast<T>(a.si()) - static_cast<T>(b.si())));
}
template <dim D, class R>
constexpr quantity<D, R> operator-(quantity<D, R> a) noexcept {
  return from_si<D>(static_cast<R>(-a.si()));
}

template <detail::number K, dim D, class R, class T = detail::promoted<K, R>>
constexpr quantity<D, T> operator*(K factor, quantity<D, R> a) noexcept {
  return from_si<D>(static_cast<T>(static_cast<T>(factor) * static_cast<T>(a.si())));
}
template <detail::number K, dim D, class R, class T = detail::promoted<K, R>>
constexpr quantity<D, T> operator*(quantity<D, R> a, K factor) noexcept {
  return factor * a;
}
template <detail::number K, dim D, class R, class T = detail::promoted<K, R>>
constexpr quantity<D, T> operator/(quantity<D, R> a, K divisor) noexcept {
  return from_si<D>(static_cast<T>(static_cast<T>(a.si()) / static_cast<T>(divisor)));
}
template <detail::number K, dim D, class R, class T = detail::promoted<K, R>>
constexpr quantity<dim{} - D, T> operator/(K number, quantity<D, R> a) noexcept {
  return from_si<dim{} - D>(static_cast<T>(static_cast<T>(number) / static_cast<T>(a.si())));
}

// A product or quotient without a dimension is a bare number.
template <dim A, dim B, class R, class S, class T = detail::promoted<R, S>>
constexpr auto operator*(quantity<A, R> a, quantity<B, S> b) noexcept {
  return detail::bare_or_quantity<A + B>(static_cast<T>(static_cast<T>(a.si()) * static_cast<T>(b.si())));
}
template <dim A, dim B, class R, class S, class T = detail::promoted<R, S>>
constexpr auto operator/(quantity<A, R> a, quantity<B, S> b) noexcept {
  return detail::bare_or_quantity<A - B>(static_cast<T>(static_cast<T>(a.si()) / static_cast<T>(b.si())));
}

template <dim D, class R, class S, class T = detail::promoted<R, S>>
constexpr bool operator==(quantity<D, R> a, quantity<D, S> b) noexcept {
  return static_cast<T>(a.si()) == static_cast<T>(b.si());
}
// Spelled out although <=> is below: an ordering of floating-point numbers costs a comparison more than < does.
template <dim D, class R, class S, class T = detail::promoted<R, S>>
constexpr bool operator<(quantity<D, R> a, quantity<D, S> b) noexcept {
  return static_cast<T>(a.si()) < static_cast<T>(b.si());
}
template <dim D, class R, class S, class T = detail::promoted<R, S>>
constexpr bool operator<=(quantity<D, R> a, quantity<D, S> b) noexcept {
  return static_cast<T>(a.si()) <= static_cast<T>(b.si());
}
template <dim D, class R, class S>
constexpr bool operator>(quantity<D, R> a, quantity<D, S> b) noexcept {
  return b < a;
}
template <dim D, class R, class S>
constexpr bool operator>=(quantity<D, R> a, quantity<D, S> b) noexcept {
  return b <= a;
}
template <dim D, class R, class S>
constexpr std::partial_ordering operator<=>(quantity<D, R> a, quantity<D, S> b) noexcept {
  if (a < b) return std::partial_ordering::less;
  if (b < a) return std::partial_ordering::greater;
  return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

// Refused with a sentence: a compiler prints the line that deletes the function.
// clang-format off
template <dim A, dim B, class R, class S> requires(A != B)
void operator+(quantity<A, R>, quantity<B, S>) = delete;  // traincost: only quantities of one dimension add, such as seconds and seconds (docs/errors.md#E201)
template <dim A, dim B, class R, class S> requires(A != B)
void operator-(quantity<A, R>, quantity<B, S>) = delete;  // traincost: only quantities of one dimension subtract, such as bytes and bytes (docs/errors.md#E201)
template <dim A, dim B, class R, class S> requires(A != B)
bool operator==(quantity<A, R>, quantity<B, S>) = delete;  // traincost: only quantities of one dimension compare (docs/errors.md#E201)
template <dim A, dim B, class R, class S> requires(A != B)
std::partial_ordering operator<=>(quantity<A, R>, quantity<B, S>) = delete;  // traincost: only quantities of one dimension compare (docs/errors.md#E201)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
void operator+(quantity<D, R>, K) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
void operator+(K, quantity<D, R>) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
void operator-(quantity<D, R>, K) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
void operator-(K, quantity<D, R>) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
bool operator==(quantity<D, R>, K) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
template <dim D, class R, class K> requires std::is_arithmetic_v<K>
std::partial_ordering operator<=>(quantity<D, R>, K) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, or read the quantity with .in(ms) (docs/errors.md#E204)
// clang-format on

template <dim D, class Rep>
class quantity {
 public:
  using rep = Rep;
  static constexpr dim dimension = D;

  constexpr quantity() noexcept = default;

  // Another representation of the same dimension, where that loses nothing; narrowing is spelled quantity<D, float>{q}.
  template <class Other>
    requires(!std::is_same_v<Other, Rep>)
  constexpr explicit(!std::is_same_v<detail::promoted<Other, Rep>, Rep>) quantity(quantity<D, Other> other) noexcept
      : si_(static_cast<Rep>(other.si())) {}

  // Refused with a sentence, wherever a quantity is initialised, assigned, passed or returned.
  // clang-format off
  template <class Number> requires std::is_arithmetic_v<Number>
  quantity(Number) = delete;  // traincost: a bare number has no unit; write 2.1 * ms, 16.0 * MB, 200.0 * Gbit_per_s (docs/errors.md#E204)
  template <dim E, class Other> requires(E != D)
  quantity(quantity<E, Other>) = delete;  // traincost: this is a quantity of another dimension than asked for, such as seconds for bytes; check the unit and the order of the arguments (docs/errors.md#E201)
  template <dim E, class Unit> requires(E != D)
  Rep in(quantity<E, Unit>) const = delete;  // traincost: .in(unit) takes a unit of the quantity's own dimension, such as ms for a time (docs/errors.md#E201)
  // clang-format on

  // The only exits: the value in SI-coherent units, and in a unit of the same dimension.
  [[nodiscard]] constexpr Rep si() const noexcept { return si_; }
  template <class Unit>
  [[nodiscard]] constexpr Rep in(quantity<D, Unit> unit) const noexcept {
    return static_cast<Rep>(si_ / static_cast<Rep>(unit.si()));
  }

  constexpr quantity& operator+=(quantity b) noexcept { return *this = *this + b; }
  constexpr quantity& operator-=(quantity b) noexcept { return *this = *this - b; }
  constexpr quantity& operator*=(Rep factor) noexcept { return *this = factor * *this; }
  constexpr quantity& operator/=(Rep divisor) noexcept { return *this = *this / divisor; }

  [[nodiscard]] static constexpr quantity not_a_number() noexcept {
    return quantity{detail::not_a_number<Rep>(), from_si_tag{}};
  }

 private:
  struct from_si_tag {};
  constexpr quantity(Rep value, from_si_tag) noexcept : si_(value) {}
  template <dim E, class R>
  friend constexpr quantity<E, R> from_si(R) noexcept;

  Rep si_{};
};

// The only entrance for a bare number; everyday code multiplies by a unit instead.
template <dim D, class Rep>
constexpr quantity<D, Rep> from_si(Rep value) noexcept {
  return quantity<D, Rep>{value, typename quantity<D, Rep>::from_si_tag{}};
}

}  // namespace traincost
