// What vmap makes of a signature, and how the signature of a generic callable is found from a
// batched call.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <tlaloc/batched.h>
#include <tlaloc/derived.h>
#include <tlaloc/generic_result.h>
#include <tlaloc/path.h>
#include <tlaloc/result_type.h>

namespace tlaloc::detail {

template <class M>
inline constexpr int place_of = -1;  ///< of a shared argument
template <int I>
inline constexpr int place_of<BatchedAt<I>> = I;
template <class M>
inline constexpr bool is_out_at = false;
template <int I>
inline constexpr bool is_out_at<OutAt<I>> = true;
template <class M>
inline constexpr bool is_marker = is_out_at<M> || std::is_same_v<M, Shared>;
template <int I>
inline constexpr bool is_marker<BatchedAt<I>> = true;

/// The markers of the arguments, and where the results have the axis.
template <class Seen, class... M>
struct SplitMarkers {
  using Arguments = Seen;
  static constexpr int out = 0;
};
template <class... Seen, class M, class... Rest>
struct SplitMarkers<Types<Seen...>, M, Rest...> : SplitMarkers<Types<Seen..., M>, Rest...> {
  static_assert(is_marker<M>,
                "tlaloc: vmap: a marker is batched, batched_at<I> or shared, and out_at<I> last");
  static_assert(!is_out_at<M>, "tlaloc: vmap: out_at<I> stands behind the other markers");
};
template <class... Seen, int I>
struct SplitMarkers<Types<Seen...>, OutAt<I>> {
  using Arguments = Types<Seen...>;
  static constexpr int out = I;
};

/// The same value and reference kind, of another type.
template <class Was, class T>
struct LikeArgument {
  using type = T;
};
template <class Was, class T>
struct LikeArgument<const Was&, T> {
  using type = const T&;
};
template <class Was, class T>
struct LikeArgument<Was&, T> {
  using type = const T&;
};
template <class Was, class T>
struct LikeArgument<Was&&, T> {
  using type = T;
};

template <class A, int I, class T>
struct BatchedArgument : LikeArgument<T, typename BatchedOf<A, std::remove_cvref_t<T>, I>::type> {};
template <class A, int I, class T>
  requires(I < 0)
struct BatchedArgument<A, I, T> {
  using type = T;
};

template <class Axis, class Markers, class... A>
struct BatchedArguments;
template <class Axis, class... A>
struct BatchedArguments<Axis, Types<>, A...> {
  static_assert(sizeof...(A) > 0, "tlaloc: vmap: the function has no argument");
  using type = Types<typename BatchedArgument<Axis, 0, A>::type...>;
};
template <class Axis, class M0, class... M, class... A>
struct BatchedArguments<Axis, Types<M0, M...>, A...> {
  static_assert(sizeof...(M) + 1 == sizeof...(A),
                "tlaloc: vmap: one marker is needed for each argument, or none at all");
  static_assert(((place_of<M0> >= 0) || ... || (place_of<M> >= 0)),
                "tlaloc: vmap: at least one argument must be batched");
  template <class... Mark>
  struct Zip {
    template <class... T>
    using type = Types<typename BatchedArgument<Axis, place_of<Mark>, T>::type...>;
  };
  using type = typename Zip<M0, M...>::template type<A...>;
};

template <class Axis, class... M, class R, class... A>
struct ApplyOp<VmapOp<Axis, M...>, Signature<R, A...>> {
  using Marks = SplitMarkers<Types<>, M...>;
  using type = typename SignatureFrom<
      typename BatchedOf<Axis, std::remove_cvref_t<R>, Marks::out>::type,
      typename BatchedArguments<Axis, typename Marks::Arguments, A...>::type>::type;
};

// ---- what a batch over another axis meets -------------------------------------------------------

/// Why a value cannot be this argument: an axes_differ; void where axes do not stand in the way.
template <class Wanted, class Got>
struct AxesMismatch {
  using type = void;
};
template <class T, class... Wanted, class... Got>
  requires(!rules::Shape<rules::same<Axes<Got...>, Axes<Wanted...>>>)
struct AxesMismatch<Tensor<T, Wanted...>, Tensor<T, Got...>> {
  using type = rules::same<Axes<Got...>, Axes<Wanted...>>;
};
template <class A, class B, class S>
  requires(!std::is_same_v<A, B>)
struct AxesMismatch<BatchedStruct<A, S>, BatchedStruct<B, S>> {
  using type = axes_differ<B, A>;
};

template <class Wanted, class Got>
struct FirstMismatch {
  using type = void;
};
template <class W, class... Wanted, class G, class... Got>
  requires(sizeof...(Wanted) == sizeof...(Got))
struct FirstMismatch<Types<W, Wanted...>, Types<G, Got...>> {
  using Here = typename AxesMismatch<std::remove_cvref_t<W>, std::remove_cvref_t<G>>::type;
  using type = typename std::conditional_t<std::is_void_v<Here>,
                                           FirstMismatch<Types<Wanted...>, Types<Got...>>,
                                           std::type_identity<Here>>::type;
};

/// As other transformed callables; besides, a batch over another axis meets a deleted overload
/// whose result type says which axes differ.
template <class Axis, class... M, class... Op, class F, class R, class... A>
struct DerivedBase<Path<VmapOp<Axis, M...>, Op...>, F, Signature<R, A...>> {
  using tlaloc_signature = Signature<R, A...>;
  using P = Path<VmapOp<Axis, M...>, Op...>;
  F f;
  constexpr R operator()(A... a) const
    requires HasEarlySite<F>
  {
    return Program<typename F::tlaloc_site, P>::template call<R>(f, std::forward<A>(a)...);
  }
  TLALOC_LATE R operator()(A... a) const
    requires(!HasEarlySite<F>)
  {
    return call_late<R, P>(f, std::forward<A>(a)...);
  }
  template <class... B, class Why = typename FirstMismatch<Types<A...>, Types<B...>>::type>
    requires(!std::is_void_v<Why>)
  Why operator()(B&&...) const = delete;
};

// ---- generic callables --------------------------------------------------------------------------

/// Axis I taken away; it has to be A, or to have no name.
template <class A, int I, class Before, class After>
struct TakeAxis {
  static_assert(I < 0, "tlaloc: vmap: a batched argument has no axis of this number");
};
template <class A, class... B, class C0, class... C>
struct TakeAxis<A, 0, Axes<B...>, Axes<C0, C...>> {
  static_assert(rules::Shape<rules::same<Axes<C0>, Axes<A>>>,
                "tlaloc: vmap: the argument is a batch over another axis");
  using type = Axes<B..., C...>;
};
template <class A, int I, class... B, class C0, class... C>
  requires(I > 0)
struct TakeAxis<A, I, Axes<B...>, Axes<C0, C...>> : TakeAxis<A, I - 1, Axes<B..., C0>, Axes<C...>> {
};

/// A lane of a batched argument.
template <class A, int I, class T>
struct LaneOf {
  static_assert(I < 0, "tlaloc: vmap: a batched argument is a tensor or a Batched struct");
};
template <class A, int I, class T>
  requires(I < 0)
struct LaneOf<A, I, T> {
  using type = T;
};
template <class A, int I, class T, class... B>
  requires(I >= 0)
struct LaneOf<A, I, Tensor<T, B...>> {
  using type = tensor_of<T, typename TakeAxis<A, I, Axes<>, Axes<B...>>::type>;
};
template <class A, class S>
struct LaneOf<A, 0, BatchedStruct<A, S>> {
  using type = S;
};

template <class Axis, class Markers, class... A>
struct LaneArguments;
template <class Axis, class... A>
struct LaneArguments<Axis, Types<>, A...> {
  using type = Types<typename LaneOf<Axis, 0, std::remove_cvref_t<A>>::type...>;
};
template <class Axis, class M0, class... M, class... A>
struct LaneArguments<Axis, Types<M0, M...>, A...> {
  static_assert(sizeof...(M) + 1 == sizeof...(A),
                "tlaloc: vmap: one marker is needed for each argument, or none at all");
  template <class... Mark>
  struct Zip {
    template <class... T>
    using type = Types<typename LaneOf<Axis, place_of<Mark>, std::remove_cvref_t<T>>::type...>;
  };
  using type = typename Zip<M0, M...>::template type<A...>;
};

template <class Axis, class... M, class... Rest, class... A>
struct ArgumentsUnder<Path<VmapOp<Axis, M...>, Rest...>, Types<A...>>
    : ArgumentsUnder<Path<Rest...>,
                     typename LaneArguments<Axis, typename SplitMarkers<Types<>, M...>::Arguments,
                                            A...>::type> {};

}  // namespace tlaloc::detail
