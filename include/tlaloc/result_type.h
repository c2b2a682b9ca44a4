// The signature of a transformed callable, computed from the signature of what it transforms. An
// editor and both compilers see it without the tool.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <tlaloc/blocks.h>
#include <tlaloc/differentiable.h>
#include <tlaloc/path.h>
#include <tlaloc/signature.h>

namespace tlaloc::detail {

template <class... T>
struct Types {};

/// One type is plain, several are a tuple.
template <class... T>
struct OneOrTuple {
  using type = std::tuple<T...>;
};
template <class T>
struct OneOrTuple<T> {
  using type = T;
};

template <class List, class... More>
struct Append;
template <class... T, class... More>
struct Append<Types<T...>, More...> {
  using type = Types<T..., More...>;
};

/// The differentiable ones among A.
template <class Kept, class... A>
struct DifferentiableAmong {
  using type = Kept;
};
template <class... Kept, class A, class... Rest>
struct DifferentiableAmong<Types<Kept...>, A, Rest...>
    : DifferentiableAmong<
          std::conditional_t<is_differentiable<A>, Types<Kept..., A>, Types<Kept...>>, Rest...> {};

/// A function may return its value with auxiliary results beside it: pair<value, aux>.
template <class R>
struct ValueOf {
  using type = R;
};
template <class T, class Aux>
struct ValueOf<std::pair<T, Aux>> {
  using type = T;
};
template <class R>
inline constexpr bool is_scalar_value =
    std::is_floating_point_v<typename ValueOf<std::remove_cvref_t<R>>::type> ||
    std::is_same_v<typename ValueOf<std::remove_cvref_t<R>>::type, bfloat16>;

/// Gradient with respect to all differentiable arguments.
template <class List>
struct AllGradients;
template <class... A>
struct AllGradients<Types<A...>> {
  static_assert(sizeof...(A) > 0,
                "tlaloc: grad: no argument of the function has a derivative (integers, bool, enums "
                "and strings have none): take a float, a double or a tensor or struct of them");
  using type = typename OneOrTuple<Gradient<A>...>::type;
};

template <int I, class... A>
struct ArgumentAt {
  static_assert(I >= 0 && I < static_cast<int>(sizeof...(A)),
                "tlaloc: grad<I>: the function has no argument number I; the first is number 0");
  using type = std::tuple_element_t<I, std::tuple<A...>>;
  static_assert(is_differentiable<type>,
                "tlaloc: grad<I>: argument number I has no derivative (integers, bool, enums and "
                "strings have none): name arguments of floating type");
};

template <class Wanted, class... A>
struct GradientResult;
template <class... A>
struct GradientResult<std::integer_sequence<int>, A...>
    : AllGradients<typename DifferentiableAmong<Types<>, A...>::type> {};
template <int I0, int... I, class... A>
struct GradientResult<std::integer_sequence<int, I0, I...>, A...> {
  using type = typename OneOrTuple<Gradient<typename ArgumentAt<I0, A...>::type>,
                                   Gradient<typename ArgumentAt<I, A...>::type>...>::type;
};

template <class R, class List>
struct SignatureFrom;
template <class R, class... A>
struct SignatureFrom<R, Types<A...>> {
  using type = Signature<R, A...>;
};
template <class First, class Second>
struct Concat;
template <class... A, class... B>
struct Concat<Types<A...>, Types<B...>> {
  using type = Types<A..., B...>;
};
/// Arguments, then one tangent for each differentiable argument.
template <class... A>
using WithTangents =
    typename Concat<Types<A...>, typename DifferentiableAmong<Types<>, A...>::type>::type;

/// What one transformation makes of a signature.
template <class Op, class S>
struct ApplyOp;

template <int... I, class R, class... A>
struct ApplyOp<GradOp<I...>, Signature<R, A...>> {
  static_assert(
      is_scalar_value<R>,
      "tlaloc: grad: the function must return a float or a double (or a std::pair of it and "
      "auxiliary results): sum a tensor's elements, or use vjp or jacobian");
  using type =
      Signature<typename GradientResult<std::integer_sequence<int, I...>, A...>::type, A...>;
};
template <int... I, class R, class... A>
struct ApplyOp<ValueAndGradOp<I...>, Signature<R, A...>> {
  static_assert(
      is_scalar_value<R>,
      "tlaloc: value_and_grad: the function must return a float or a double (or a std::pair "
      "of it and auxiliary results): sum a tensor's elements, or use vjp or jacobian");
  using Gradients = typename GradientResult<std::integer_sequence<int, I...>, A...>::type;
  using type = Signature<std::pair<std::remove_cvref_t<R>, Gradients>, A...>;
};
template <class R, class... A>
struct ApplyOp<JvpOp, Signature<R, A...>> {
  using type = typename SignatureFrom<Gradient<R>, WithTangents<A...>>::type;
};
template <class R, class... A>
struct ApplyOp<ValueAndJvpOp, Signature<R, A...>> {
  using type = typename SignatureFrom<std::pair<std::remove_cvref_t<R>, Gradient<R>>,
                                      WithTangents<A...>>::type;
};
template <class R, class... A>
struct ApplyOp<FusedOp, Signature<R, A...>> {
  using type = Signature<std::remove_cvref_t<R>, A...>;
};

/// A cotangent is read, never written: it is handed over as the function's own results are.
template <class R>
using CotangentArgument = std::conditional_t<std::is_scalar_v<std::remove_cvref_t<R>>,
                                             std::remove_cvref_t<R>, const std::remove_cvref_t<R>&>;

template <int... I, class R, class... A>
struct ApplyOp<VjpOp<I...>, Signature<R, A...>> {
  using type = Signature<typename GradientResult<std::integer_sequence<int, I...>, A...>::type,
                         A..., CotangentArgument<R>>;
};

/// H·v: forward over reverse.
template <class R, class... A>
struct ApplyOp<HvpOp, Signature<R, A...>>
    : ApplyOp<JvpOp, typename ApplyOp<GradOp<>, Signature<R, A...>>::type> {};

/// One differentiable argument is plain, several are a tuple.
template <class List>
struct AllArguments;
template <class... A>
struct AllArguments<Types<A...>> : OneOrTuple<std::remove_cvref_t<A>...> {
  static_assert(sizeof...(A) > 0,
                "tlaloc: jacobian: no argument of the function has a derivative (integers, bool, "
                "enums and strings have none)");
};
template <class R, class... A>
struct ApplyOp<JacobianOp, Signature<R, A...>> {
  using X = typename AllArguments<typename DifferentiableAmong<Types<>, A...>::type>::type;
  using type = Signature<Jacobian<std::remove_cvref_t<R>, X>, A...>;
};
template <class R, class... A>
struct ApplyOp<JacobianReverseOp, Signature<R, A...>> : ApplyOp<JacobianOp, Signature<R, A...>> {};
template <class R, class... A>
struct ApplyOp<HessianOp, Signature<R, A...>>
    : ApplyOp<JacobianOp, typename ApplyOp<GradOp<>, Signature<R, A...>>::type> {};

/// What a whole path makes of a signature; void (generic) stays void.
template <class P, class S>
struct ApplyPath;
template <class S>
  requires(!std::is_void_v<S>)
struct ApplyPath<Path<>, S> {
  using type = S;
};
template <class... Op>
struct ApplyPath<Path<Op...>, void> {
  using type = void;
};
template <class Op, class... Rest, class S>
  requires(!std::is_void_v<S>)
struct ApplyPath<Path<Op, Rest...>, S> {
  using type = typename ApplyOp<Op, typename ApplyPath<Path<Rest...>, S>::type>::type;
};

}  // namespace tlaloc::detail
