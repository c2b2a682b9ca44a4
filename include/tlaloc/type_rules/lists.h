// Lists of axes: as one list beside another, and with axes chosen, moved or taken away. Vocabulary:
// standard library only.
#pragma once

#include <tlaloc/type_rules/pairs.h>

namespace tlaloc {
namespace rules {

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

}  // namespace rules
}  // namespace tlaloc
