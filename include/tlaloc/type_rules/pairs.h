// How one pair of axes meets, and the types that say why it does not. Vocabulary: standard library
// only.
#pragma once

#include <tlaloc/axis.h>

#include <cstddef>
#include <type_traits>

namespace tlaloc {

/// A list of axes, the shape of a tensor type. `Axes<>` is the shape of a plain scalar.
template <class... A>
struct Axes {
  static constexpr std::size_t rank = sizeof...(A);
};

/// Numbers of axes.
template <int... I>
struct Numbers {};

// What a rule answers instead of a list: the result type of a deleted overload.
template <class Left, class Right>
struct axes_differ;
/// There is no axis I in a tensor of rank Rank.
template <int I, std::size_t Rank>
struct no_axis_number;
/// None of the axes in List has the name of A.
template <class A, class List>
struct no_axis_named;
/// The same axis is asked for twice.
template <class List>
struct axis_named_twice;
/// The operation wants a tensor of another rank.
template <std::size_t Got, std::size_t Wanted>
struct ranks_differ;

namespace rules {

template <class R>
inline constexpr bool is_axes = false;
template <class... A>
inline constexpr bool is_axes<Axes<A...>> = true;
/// The answer of a rule that holds.
template <class R>
concept Shape = is_axes<R>;

// ---- one pair ---------------------------------------------------------------------------------

namespace detail {
constexpr bool extents_agree(Extent a, Extent b) {
  if (a.is_fixed()) return b.admits(a.size);
  return !b.is_fixed() || a.admits(b.size);
}
constexpr Extent tighter(Extent a, Extent b) {
  if (a.is_fixed() || b.is_free()) return a;
  if (b.is_fixed() || a.is_free()) return b;
  return a.bound <= b.bound ? a : b;
}
constexpr bool agree(AxisInfo a, AxisInfo b) {
  return (!a.is_named() || !b.is_named() || a.name == b.name) && extents_agree(a.extent, b.extent);
}

/// The same name, or none, with another extent.
template <class A, Extent E>
struct Resized {
  using type = Any;
};
template <class A, Extent E>
  requires(!axis_info<A>.is_named() && E.is_fixed())
struct Resized<A, E> {
  using type = Dim<E.size>;
};
template <Name N, Extent Old, Extent E>
struct Resized<Axis<N, Old>, E> {
  using type = Axis<N, E>;
};

template <class A, class B>
struct Meet {
  using type = axes_differ<A, B>;
};
template <class A, class B>
  requires(agree(axis_info<A>, axis_info<B>))
struct Meet<A, B> {
  using named = std::conditional_t<axis_info<A>.is_named(), A, B>;
  using type = typename Resized<named, tighter(axis_info<A>.extent, axis_info<B>.extent)>::type;
};
template <class A>
struct Meet<A, A> {
  using type = A;
};
}  // namespace detail

/// The axis that two equal axes are, or axes_differ. For contractions and concatenations.
template <AxisType A, AxisType B>
using meet = typename detail::Meet<A, B>::type;

namespace detail {
template <class A, class B>
struct Stretch {
  using type = meet<A, B>;
};
template <class B>
struct Stretch<Dim<1>, B> {
  using type = B;
};
template <class A>
  requires(!std::is_same_v<A, Dim<1>>)
struct Stretch<A, Dim<1>> {
  using type = A;
};
}  // namespace detail

/// As meet, and a literal Dim<1> becomes the other axis.
template <AxisType A, AxisType B>
using stretch = typename detail::Stretch<A, B>::type;

/// Whether an operand's axis may be repeated when the program finds size 1 there.
template <AxisType A>
inline constexpr bool may_stretch = std::is_same_v<A, Any> || std::is_same_v<A, Dim<1>>;

}  // namespace rules
}  // namespace tlaloc
