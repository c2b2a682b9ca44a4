// The axes of typed tensors. Vocabulary: standard library only, usable from src/ir up.
//
//   Any                       no name, size known at run time
//   Dim<N>                    no name, size N
//   Axis<"batch">             a name, size known at run time
//   Axis<"feature", 784>      a name and a size
//   Axis<"seq", up_to<4096>>  a name and a bound
//
// Two axes are the same type exactly when they say the same thing. How axes meet: type_rules.h.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tlaloc {

/// A string literal as a template argument.
template <std::size_t N>
struct Name {
  char text[N]{};
  constexpr Name(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = literal[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
  bool operator==(const Name&) const = default;
};

/// A bound on a size; spelled `up_to<4096>`.
struct UpTo {
  std::int64_t bound;
};
template <std::int64_t N>
  requires(N > 0)
inline constexpr UpTo up_to{N};

/// What a type says about a size: its value, a bound, or nothing (-1).
struct Extent {
  std::int64_t size = -1;
  std::int64_t bound = -1;
  constexpr Extent() = default;
  template <std::integral I>
  constexpr Extent(I n) : size(static_cast<std::int64_t>(n)) {}
  constexpr Extent(UpTo u) : bound(u.bound) {}
  constexpr bool is_fixed() const { return size >= 0; }
  constexpr bool is_free() const { return size < 0 && bound < 0; }
  /// Whether a tensor of this type may have `n` elements along this axis.
  constexpr bool admits(std::int64_t n) const {
    return size >= 0 ? n == size : bound < 0 || n <= bound;
  }
  bool operator==(const Extent&) const = default;
};

/// No name, any size.
struct Any {};

/// No name, size N. A literal `Dim<1>` stretches to any size it meets.
template <std::int64_t N>
  requires(N >= 0)
struct Dim {};

/// A named axis, of any size, of a fixed one or of a bounded one.
template <Name N, Extent E = Extent{}>
struct Axis {};

/// What an axis type says, as a value. The name is empty where there is none.
struct AxisInfo {
  std::string_view name;
  Extent extent;
  constexpr bool is_named() const { return !name.empty(); }
};

namespace detail {
template <class A>
inline constexpr bool is_axis = false;
template <>
inline constexpr bool is_axis<Any> = true;
template <std::int64_t N>
inline constexpr bool is_axis<Dim<N>> = true;
template <Name N, ::tlaloc::Extent E>
inline constexpr bool is_axis<Axis<N, E>> = true;

template <Name N>
inline constexpr Name kept_name = N;

template <class A>
struct axis_traits {
  static constexpr AxisInfo info{};
};
template <std::int64_t N>
struct axis_traits<Dim<N>> {
  static constexpr AxisInfo info{{}, Extent(N)};
};
template <Name N, ::tlaloc::Extent E>
struct axis_traits<Axis<N, E>> {
  static constexpr AxisInfo info{kept_name<N>.view(), E};
};
}  // namespace detail

template <class A>
concept AxisType = detail::is_axis<A>;

/// The name and extent of an axis type.
template <AxisType A>
inline constexpr AxisInfo axis_info = detail::axis_traits<A>::info;

}  // namespace tlaloc
