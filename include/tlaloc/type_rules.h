// How the axes of tensors meet, at compile time. Vocabulary: standard library only.
//
// A rule maps axis lists to an axis list, or to a type that names what is wrong; it never fails to
// compile by itself. Functions in ops.h use the first and delete the overload that returns the
// second, so that a compiler's message shows it: "use of deleted function 'axes_differ<Axis<"seq",
// 128>, Axis<"hidden", 64>> matmul(…)".
//
// Pairs of axes align from the right: equal names meet; a name and no name: the name stays; a size
// and a free size: the size stays, checked when the program runs; a literal Dim<1> stretches; two
// different names or sizes do not meet. Equal names never stretch, `Any` may when the program runs.
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

// ---- lists ------------------------------------------------------------------------------------

namespace detail {
template <std::size_t I, class List>
struct At;
template <class A, class... Rest>
struct At<0, Axes<A, Rest...>> {
  using type = A;
};
template <std::size_t I, class A, class... Rest>
  requires(I > 0)
struct At<I, Axes<A, Rest...>> : At<I - 1, Axes<Rest...>> {};

// Joins what comes first to a list that may be an error; the rightmost error wins.
template <class A, class List>
struct Prepend {
  using type = List;
};
template <AxisType A, class... Rest>
struct Prepend<A, Axes<Rest...>> {
  using type = Axes<A, Rest...>;
};
template <class Error, class... Rest>
  requires(!AxisType<Error>)
struct Prepend<Error, Axes<Rest...>> {
  using type = Error;
};
template <class First, class Second>
struct Join {
  using type = std::conditional_t<Shape<First>, Second, First>;
};
template <class... A, class... B>
struct Join<Axes<A...>, Axes<B...>> {
  using type = Axes<A..., B...>;
};

template <class Left, class Right>
struct Broadcast;
template <>
struct Broadcast<Axes<>, Axes<>> {
  using type = Axes<>;
};
template <class A, class... As, class... Bs>
  requires(sizeof...(As) + 1 > sizeof...(Bs))
struct Broadcast<Axes<A, As...>, Axes<Bs...>> {
  using type = typename Prepend<A, typename Broadcast<Axes<As...>, Axes<Bs...>>::type>::type;
};
template <class B, class... As, class... Bs>
  requires(sizeof...(Bs) + 1 > sizeof...(As))
struct Broadcast<Axes<As...>, Axes<B, Bs...>> {
  using type = typename Prepend<B, typename Broadcast<Axes<As...>, Axes<Bs...>>::type>::type;
};
template <class A, class B, class... As, class... Bs>
  requires(sizeof...(As) == sizeof...(Bs))
struct Broadcast<Axes<A, As...>, Axes<B, Bs...>> {
  using type =
      typename Prepend<stretch<A, B>, typename Broadcast<Axes<As...>, Axes<Bs...>>::type>::type;
};

template <class Left, class Right>
struct Same {
  using type = ranks_differ<Left::rank, Right::rank>;
};
template <>
struct Same<Axes<>, Axes<>> {
  using type = Axes<>;
};
template <class A, class B, class... As, class... Bs>
  requires(sizeof...(As) == sizeof...(Bs))
struct Same<Axes<A, As...>, Axes<B, Bs...>> {
  using type = typename Prepend<meet<A, B>, typename Same<Axes<As...>, Axes<Bs...>>::type>::type;
};
}  // namespace detail

/// Axis number I of a list.
template <std::size_t I, class List>
using at = typename detail::At<I, List>::type;

/// broadcast.c1: axes align from the right and meet; missing ones are added on the left.
template <class Left, class Right>
using broadcast = typename detail::Broadcast<Left, Right>::type;

/// same.c1: the ranks are equal; same.c2: the axes meet pair by pair, none stretches.
template <class Left, class Right>
using same = typename detail::Same<Left, Right>::type;

// ---- broadcasting several ---------------------------------------------------------------------

namespace detail {
template <class... Lists>
struct BroadcastAll;
template <class Only>
struct BroadcastAll<Only> {
  using type = Only;
};
template <class Left, class Right, class... Rest>
struct BroadcastAll<Left, Right, Rest...> {
  using type = broadcast<Left, Right>;
};
template <class Left, class Right, class... Rest>
  requires(sizeof...(Rest) > 0 && Shape<broadcast<Left, Right>>)
struct BroadcastAll<Left, Right, Rest...> : BroadcastAll<broadcast<Left, Right>, Rest...> {};
}  // namespace detail

/// The broadcast of any number of shapes.
template <class... Lists>
using broadcast_all = typename detail::BroadcastAll<Lists...>::type;

// ---- choosing axes ----------------------------------------------------------------------------

/// The number of the axis that `I` means in a list of this rank; -1 is the last. `rank` if there is
/// none.
constexpr std::size_t axis_number(int i, std::size_t rank) {
  const int n = static_cast<int>(rank);
  return i >= -n && i < n ? static_cast<std::size_t>(i < 0 ? i + n : i) : rank;
}

/// The number of the axis in `Axes<A...>` that has Wanted's name; the rank if there is none.
template <AxisType Wanted, class List>
inline constexpr std::size_t number_named = 0;
template <AxisType Wanted, class... A>
inline constexpr std::size_t number_named<Wanted, Axes<A...>> = [] {
  std::size_t i = 0;
  const bool found = ((axis_info<Wanted>.name == axis_info<A>.name || (++i, false)) || ...);
  return found && axis_info<Wanted>.is_named() ? i : sizeof...(A);
}();

namespace detail {
template <std::size_t I, class Drop, class List>
struct WithoutFrom;
template <std::size_t... I>
struct Chosen {
  static constexpr bool has(std::size_t i) { return ((i == I) || ...); }
  static constexpr std::size_t count = sizeof...(I);
  static constexpr bool distinct() {
    constexpr std::size_t all[] = {I..., 0};
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (all[i] == all[j]) return false;
    return true;
  }
};
template <std::size_t I, class Drop>
struct WithoutFrom<I, Drop, Axes<>> {
  using type = Axes<>;
};
template <std::size_t I, class Drop, class A, class... Rest>
struct WithoutFrom<I, Drop, Axes<A, Rest...>> {
  using later = typename WithoutFrom<I + 1, Drop, Axes<Rest...>>::type;
  using type =
      typename std::conditional_t<Drop::has(I), std::type_identity<later>, Prepend<A, later>>::type;
};

template <std::size_t I, std::size_t At, class List, class Put>
struct ReplaceFrom {
  using type = List;
};
template <std::size_t I, std::size_t At, class A, class... Rest, class... Put>
struct ReplaceFrom<I, At, Axes<A, Rest...>, Axes<Put...>> {
  using later = typename ReplaceFrom<I + 1, At, Axes<Rest...>, Axes<Put...>>::type;
  using type = typename std::conditional_t<I == At, std::type_identity<Axes<Put..., Rest...>>,
                                           Prepend<A, later>>::type;
};

template <class List, int... I>
struct FirstBadNumber;
template <class List, int I, int... Rest>
struct FirstBadNumber<List, I, Rest...> : FirstBadNumber<List, Rest...> {};
template <class List, int I, int... Rest>
  requires(axis_number(I, List::rank) == List::rank)
struct FirstBadNumber<List, I, Rest...> {
  using type = no_axis_number<I, List::rank>;
};
template <class List>
struct FirstBadNumber<List> {
  using type = axis_named_twice<List>;
};

template <class List, int... I>
struct Dropped {
  using type = typename FirstBadNumber<List, I...>::type;
};
template <class List, int... I>
  requires(((axis_number(I, List::rank) < List::rank) && ...) &&
           Chosen<axis_number(I, List::rank)...>::distinct())
struct Dropped<List, I...> {
  using type = typename WithoutFrom<0, Chosen<axis_number(I, List::rank)...>, List>::type;
};

template <class List, int... I>
struct Permute {
  using type =
      std::conditional_t<sizeof...(I) != List::rank, ranks_differ<sizeof...(I), List::rank>,
                         typename FirstBadNumber<List, I...>::type>;
};
template <class List, int... I>
  requires(sizeof...(I) == List::rank && ((axis_number(I, List::rank) < List::rank) && ...) &&
           Chosen<axis_number(I, List::rank)...>::distinct())
struct Permute<List, I...> {
  using type = Axes<at<axis_number(I, List::rank), List>...>;
};

template <class List, class Put, int I>
struct Replace {
  using type = no_axis_number<I, List::rank>;
};
template <class List, class Put, int I>
  requires(axis_number(I, List::rank) < List::rank)
struct Replace<List, Put, I> {
  using type = typename ReplaceFrom<0, axis_number(I, List::rank), List, Put>::type;
};

template <class List, class Done = Axes<>>
struct Reversed;
template <class... Done>
struct Reversed<Axes<>, Axes<Done...>> {
  using type = Axes<Done...>;
};
template <class A, class... Rest, class... Done>
struct Reversed<Axes<A, Rest...>, Axes<Done...>> : Reversed<Axes<Rest...>, Axes<A, Done...>> {};
}  // namespace detail

/// The axis I of a list with its size forgotten: a name stays, a size does not.
template <AxisType A>
using free_size = typename detail::Resized<A, Extent{}>::type;

/// reduce.c1: every axis exists; reduce.c2: none is named twice. No axes at all: all of them go.
template <class List, int... I>
using reduce = typename std::conditional_t<sizeof...(I) == 0, std::type_identity<Axes<>>,
                                           detail::Dropped<List, I...>>::type;

namespace detail {
template <class List, AxisType... A>
struct ReduceNamed {
  using type = reduce<List, static_cast<int>(number_named<A, List>)...>;
};
template <class List, AxisType A, AxisType... Rest>
  requires(((number_named<Rest, List> < List::rank) && ...) && number_named<A, List> == List::rank)
struct ReduceNamed<List, A, Rest...> {
  using type = no_axis_named<A, List>;
};
template <class List, AxisType A, AxisType... Rest>
  requires(!((number_named<Rest, List> < List::rank) && ...))
struct ReduceNamed<List, A, Rest...> : ReduceNamed<List, Rest...> {};
}  // namespace detail

/// As reduce, over the axes with the names of A...; reduce.c3: the list has each name.
template <class List, AxisType... A>
using reduce_named = typename detail::ReduceNamed<List, A...>::type;
/// The number of the axis with the name of A, which is there.
template <AxisType A, class List>
inline constexpr int axis_named = static_cast<int>(number_named<A, List>);

/// permute.c1: as many numbers as axes; permute.c2: each exists, none stands twice.
template <class List, int... I>
using permute = typename detail::Permute<List, I...>::type;

/// All axes, the last first.
template <class List>
using reversed = typename detail::Reversed<List>::type;

/// The list Put in the place of axis I.
template <class List, class Put, int I>
using replace = typename detail::Replace<List, Put, I>::type;

// ---- slice, concat, take, one_hot -------------------------------------------------------------

namespace detail {
template <class List, int I>
struct Slice {
  using type = no_axis_number<I, List::rank>;
};
template <class List, int I>
  requires(axis_number(I, List::rank) < List::rank)
struct Slice<List, I> {
  using type = replace<List, Axes<free_size<at<axis_number(I, List::rank), List>>>, I>;
};

constexpr Extent added(Extent a, Extent b) {
  return a.is_fixed() && b.is_fixed() ? Extent(a.size + b.size) : Extent{};
}
template <class Left, class Right, int I>
struct Concat2 {
  using type = std::conditional_t<Left::rank != Right::rank, ranks_differ<Left::rank, Right::rank>,
                                  no_axis_number<I, Left::rank>>;
};
template <class Left, class Right, int I>
  requires(Left::rank == Right::rank && axis_number(I, Left::rank) < Left::rank &&
           AxisType<meet<free_size<at<axis_number(I, Left::rank), Left>>,
                         free_size<at<axis_number(I, Right::rank), Right>>>>)
struct Concat2<Left, Right, I> {
  static constexpr std::size_t number = axis_number(I, Left::rank);
  using a = at<number, Left>;
  using b = at<number, Right>;
  using joined = meet<free_size<a>, free_size<b>>;
  using rest = same<replace<Left, Axes<joined>, I>, replace<Right, Axes<joined>, I>>;
  template <class R>
  struct sized {
    using type = R;
  };
  template <Shape R>
  struct sized<R> {
    using type = replace<
        R, Axes<typename Resized<joined, added(axis_info<a>.extent, axis_info<b>.extent)>::type>,
        I>;
  };
  using type = typename sized<rest>::type;
};
template <class Left, class Right, int I>
  requires(Left::rank == Right::rank && axis_number(I, Left::rank) < Left::rank &&
           !AxisType<meet<free_size<at<axis_number(I, Left::rank), Left>>,
                          free_size<at<axis_number(I, Right::rank), Right>>>>)
struct Concat2<Left, Right, I> {
  using type =
      axes_differ<at<axis_number(I, Left::rank), Left>, at<axis_number(I, Right::rank), Right>>;
};

template <int I, class... Lists>
struct Concat;
template <int I, class Only>
struct Concat<I, Only> {
  using type = std::conditional_t<axis_number(I, Only::rank) < Only::rank, Only,
                                  no_axis_number<I, Only::rank>>;
};
template <int I, class Left, class Right, class... Rest>
struct Concat<I, Left, Right, Rest...> {
  using type = typename Concat2<Left, Right, I>::type;
};
template <int I, class Left, class Right, class... Rest>
  requires(sizeof...(Rest) > 0 && Shape<typename Concat2<Left, Right, I>::type>)
struct Concat<I, Left, Right, Rest...>
    : Concat<I, typename Concat2<Left, Right, I>::type, Rest...> {};
}  // namespace detail

/// Part of axis I: its name stays, its size is known when the program runs.
template <class List, int I>
using slice = typename detail::Slice<List, I>::type;

/// concat.c1: equal ranks; concat.c2: axis I exists and its names meet; concat.c3: the others meet.
/// The size of axis I is the sum where all are fixed, else known when the program runs.
template <int I, class... Lists>
using concat = typename detail::Concat<I, Lists...>::type;

/// The axes of the indices in the place of axis I.
template <class List, class Indices, int I>
using take = replace<List, Indices, I>;

/// One more axis at the end.
template <class List, AxisType Last>
using append = typename detail::Join<List, Axes<Last>>::type;

// ---- matmul -----------------------------------------------------------------------------------

namespace detail {
template <class List, class Done = Axes<>>
struct SplitMatrix;  // leading axes, then two
template <class R, class C, class... Done>
struct SplitMatrix<Axes<R, C>, Axes<Done...>> {
  using batch = Axes<Done...>;
  using row = R;
  using column = C;
};
template <class A, class B, class C, class... Rest, class... Done>
struct SplitMatrix<Axes<A, B, C, Rest...>, Axes<Done...>>
    : SplitMatrix<Axes<B, C, Rest...>, Axes<Done..., A>> {};

template <class Left, class Right>
struct Matmul {
  using type =
      std::conditional_t < Left::rank<2, ranks_differ<Left::rank, 2>, ranks_differ<Right::rank, 2>>;
};
template <class Left, class Right>
  requires(Left::rank >= 2 && Right::rank >= 2)
struct Matmul<Left, Right> {
  using l = SplitMatrix<Left>;
  using r = SplitMatrix<Right>;
  using contracted = meet<typename l::column, typename r::row>;
  using batch = broadcast<typename l::batch, typename r::batch>;
  using type = typename std::conditional_t<AxisType<contracted>,
                                           Join<batch, Axes<typename l::row, typename r::column>>,
                                           std::type_identity<contracted>>::type;
};

template <class Left, class Right>
struct Dot {
  using type = ranks_differ<(Left::rank == 1 ? Right::rank : Left::rank), 1>;
};
template <class A, class B>
struct Dot<Axes<A>, Axes<B>> {
  using type = typename std::conditional_t<AxisType<meet<A, B>>, std::type_identity<Axes<>>,
                                           std::type_identity<meet<A, B>>>::type;
};

/// Pairs of axes that a contraction makes one: their common axes, or what is wrong.
template <class Left, class Right, class I, class J>
struct Paired {
  using type = ranks_differ<0, 1>;
};
template <class Left, class Right>
struct Paired<Left, Right, Numbers<>, Numbers<>> {
  using type = Axes<>;
};
template <class Left, class Right, int I, int... Is, int J, int... Js>
  requires(sizeof...(Is) == sizeof...(Js) && axis_number(I, Left::rank) < Left::rank &&
           axis_number(J, Right::rank) < Right::rank)
struct Paired<Left, Right, Numbers<I, Is...>, Numbers<J, Js...>> {
  using type = typename Prepend<
      meet<at<axis_number(I, Left::rank), Left>, at<axis_number(J, Right::rank), Right>>,
      typename Paired<Left, Right, Numbers<Is...>, Numbers<Js...>>::type>::type;
};
template <class Left, class Right, int I, int... Is, int J, int... Js>
  requires(sizeof...(Is) == sizeof...(Js) && axis_number(I, Left::rank) == Left::rank)
struct Paired<Left, Right, Numbers<I, Is...>, Numbers<J, Js...>> {
  using type = no_axis_number<I, Left::rank>;
};
template <class Left, class Right, int I, int... Is, int J, int... Js>
  requires(sizeof...(Is) == sizeof...(Js) && axis_number(I, Left::rank) < Left::rank &&
           axis_number(J, Right::rank) == Right::rank)
struct Paired<Left, Right, Numbers<I, Is...>, Numbers<J, Js...>> {
  using type = no_axis_number<J, Right::rank>;
};

/// A list without some of its axes; none at all may be left.
template <class List, int... I>
struct Remaining {
  using type = typename Dropped<List, I...>::type;
};
template <class List>
struct Remaining<List> {
  using type = List;
};

template <class Left, class Right, class LC, class RC, class LB, class RB>
struct Contract;
template <class Left, class Right, int... LC, int... RC, int... LB, int... RB>
struct Contract<Left, Right, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>> {
  using summed = typename Paired<Left, Right, Numbers<LC...>, Numbers<RC...>>::type;
  using common = typename Paired<Left, Right, Numbers<LB...>, Numbers<RB...>>::type;
  using all =
      typename Join<common,
                    typename Join<typename Remaining<Left, LC..., LB...>::type,
                                  typename Remaining<Right, RC..., RB...>::type>::type>::type;
  using type = std::conditional_t<Shape<summed>, all, summed>;
};
}  // namespace detail

/// matmul.c1: both have rank 2 or more; matmul.c2: the last axis of the left and the last but one
/// of the right are equal; matmul.c3: the axes before broadcast.  [b..., m, k] x [b..., k, n] ->
/// [b..., m, n]
template <class Left, class Right>
using matmul = typename detail::Matmul<Left, Right>::type;

/// contract.c1: as many axes of the left as of the right, and each exists; contract.c2: the pairs
/// are equal.
template <class Left, class Right, class LC, class RC, class LB = Numbers<>, class RB = Numbers<>>
using contract = typename detail::Contract<Left, Right, LC, RC, LB, RB>::type;

/// dot.c1: both have rank 1; dot.c2: their axes are equal.  [k] x [k] -> scalar
template <class Left, class Right>
using dot = typename detail::Dot<Left, Right>::type;

}  // namespace rules
}  // namespace tlaloc
