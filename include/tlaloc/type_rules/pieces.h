// Shapes of pieces and joins: slice, concat, take, one_hot. Vocabulary: standard library only.
#pragma once

#include <tlaloc/type_rules/lists.h>

namespace tlaloc {
namespace rules {

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

}  // namespace rules
}  // namespace tlaloc
