// Shapes of products: matmul, dot, contract. Vocabulary: standard library only.
#pragma once

#include <tlaloc/type_rules/lists.h>

namespace tlaloc {
namespace rules {

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
