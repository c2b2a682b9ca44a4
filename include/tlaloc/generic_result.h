// The result type of a transformed generic callable, known once the arguments of a call are: the
// arguments of the callable itself are worked out from those of the transformed one, then its
// result type, and the path is applied to that signature.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <tlaloc/result_type.h>

namespace tlaloc::detail {

template <std::size_t N, class Taken, class... A>
struct TakeFirst {
  using type = Taken;
};
template <std::size_t N, class... Taken, class A, class... Rest>
  requires(N > 0)
struct TakeFirst<N, Types<Taken...>, A, Rest...> : TakeFirst<N - 1, Types<Taken..., A>, Rest...> {};

template <class List>
inline constexpr std::size_t length_of = 0;
template <class... T>
inline constexpr std::size_t length_of<Types<T...>> = sizeof...(T);

/// How many of A are arguments when the rest are their tangents: the k with k + (differentiable
/// among the first k) = all.
template <std::size_t K, class... A>
struct ArgumentsBeforeTangents {
  using First = typename TakeFirst<K, Types<>, A...>::type;
  template <class... F>
  static constexpr std::size_t differentiable(Types<F...>) {
    return (std::size_t{0} + ... + std::size_t{is_differentiable<F>});
  }
  static_assert(K <= sizeof...(A),
                "tlaloc: jvp: one tangent is needed for each differentiable argument");
  static constexpr bool fits = K + differentiable(First{}) == sizeof...(A);
};

template <std::size_t K, class... A>
struct SplitTangents : std::conditional_t<ArgumentsBeforeTangents<K, A...>::fits,
                                          TakeFirst<K, Types<>, A...>, SplitTangents<K + 1, A...>> {
};

/// The arguments of f, from those of Path(f).
template <class P, class List>
struct ArgumentsUnder {
  using type = List;
};
template <class Op, class... Rest, class List>
struct ArgumentsUnder<Path<Op, Rest...>, List> : ArgumentsUnder<Path<Rest...>, List> {};
template <class... Rest, class... A>
struct ArgumentsUnder<Path<JvpOp, Rest...>, Types<A...>>
    : ArgumentsUnder<Path<Rest...>, typename SplitTangents<0, A...>::type> {};
template <class... Rest, class... A>
struct ArgumentsUnder<Path<ValueAndJvpOp, Rest...>, Types<A...>>
    : ArgumentsUnder<Path<JvpOp, Rest...>, Types<A...>> {};

template <class... Rest, class... A>
struct ArgumentsUnder<Path<HvpOp, Rest...>, Types<A...>>
    : ArgumentsUnder<Path<JvpOp, Rest...>, Types<A...>> {};
template <int... I, class... Rest, class... A>
struct ArgumentsUnder<Path<VjpOp<I...>, Rest...>, Types<A...>> {
  static_assert(sizeof...(A) > 0, "tlaloc: vjp: the last argument is the result's cotangent");
  using type =
      typename ArgumentsUnder<Path<Rest...>,
                              typename TakeFirst<sizeof...(A) - 1, Types<>, A...>::type>::type;
};

template <class F, class List>
struct SignatureAt;
template <class F, class... A>
struct SignatureAt<F, Types<A...>> {
  using type = Signature<std::invoke_result_t<const F&, A...>, A...>;
};

template <class S>
struct ResultOf;
template <class R, class... A>
struct ResultOf<Signature<R, A...>> {
  using type = R;
};

template <class P, class F, class... A>
using GenericResult = typename ResultOf<typename ApplyPath<
    P, typename SignatureAt<F, typename ArgumentsUnder<P, Types<A...>>::type>::type>::type>::type;

}  // namespace tlaloc::detail
