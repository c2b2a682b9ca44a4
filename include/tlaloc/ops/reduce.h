// Functions that take axes away: over numbered axes (-1 is the last), over named ones, or over all.
//
//   sum<0>(x)   sum<0, 2>(x)   sum<Batch>(x)   sum(x)
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/ops/shape.h>

namespace tlaloc {

namespace detail {
template <class T, class X, int... I>
using reduced_t = tensor_of<T, rules::reduce<axes_of<X>, I...>>;
template <class T, class X, class... A>
using reduced_named_t = tensor_of<T, rules::reduce_named<axes_of<X>, A...>>;

template <std::size_t Rank, int... I>
inline constexpr std::array<std::int64_t, (sizeof...(I) == 0 ? Rank : sizeof...(I))> axis_list =
    sorted_numbers<Rank, I...>();

template <Name N, class Y, int... I, class X>
Y reduce(X&& x) {
  return call<N, Y>(
      {{"axes", Attribute::Kind::integers, axis_list<std::remove_cvref_t<X>::rank, I...>}},
      std::forward<X>(x));
}
/// How many elements become one.
template <int... I, class X>
std::int64_t reduced_count(const X& x) {
  std::int64_t n = 1;
  for (std::int64_t i : axis_list<X::rank, I...>) n *= x.size(static_cast<int>(i));
  return n;
}
}  // namespace detail

/// The sum; 0 of no elements.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto sum(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  return detail::reduce<"sum", detail::reduced_t<element_of<X>, X, I...>, I...>(std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto sum(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  return tlaloc::sum<rules::axis_named<A0, axes_of<X>>, rules::axis_named<A, axes_of<X>>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto sum(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto sum(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The largest element; NaN if one is. Equal ones share the slope. Throws Error if there are none.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto max(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  return detail::reduce<"reduce_max", detail::reduced_t<element_of<X>, X, I...>, I...>(
      std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto max(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  return tlaloc::max<rules::axis_named<A0, axes_of<X>>, rules::axis_named<A, axes_of<X>>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto max(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto max(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The smallest element; NaN if one is. Equal ones share the slope. Throws Error if there are none.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto min(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  return detail::reduce<"reduce_min", detail::reduced_t<element_of<X>, X, I...>, I...>(
      std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto min(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  return tlaloc::min<rules::axis_named<A0, axes_of<X>>, rules::axis_named<A, axes_of<X>>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto min(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto min(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The sum divided by the number of elements; NaN of no elements.
template <int... I, FloatingTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto mean(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  return tlaloc::sum<I...>(std::forward<X>(x)) /
         Scalar<element_of<X>>(detail::reduced_count<I...>(x)).value;
}
template <AxisType A0, AxisType... A, FloatingTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto mean(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  return tlaloc::mean<rules::axis_named<A0, axes_of<X>>, rules::axis_named<A, axes_of<X>>...>(
      std::forward<X>(x));
}
template <int... I, FloatingTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto mean(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, FloatingTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto mean(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The index of the largest element along axis I; the first of equal ones. Throws Error if there
/// are none.
template <int I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<detail::index_t, X, I>>
auto argmax(X&& x) -> detail::reduced_t<detail::index_t, X, I> {
  return detail::call<"argmax", detail::reduced_t<detail::index_t, X, I>>(
      {{"axis", detail::Attribute::Kind::integer,
        detail::axis_list<std::remove_cvref_t<X>::rank, I>}},
      std::forward<X>(x));
}
template <AxisType A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>
auto argmax(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> {
  return tlaloc::argmax<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
/// The index of the largest element, as if the tensor were one row.
template <NumberTensor X>
detail::index_t argmax(X&& x) {
  const std::int64_t count = x.count();
  return tlaloc::argmax<0>(reshape(std::forward<X>(x), count));
}
template <int I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<detail::index_t, X, I>>)
auto argmax(X&& x) -> detail::reduced_t<detail::index_t, X, I> = delete;
template <AxisType A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>)
auto argmax(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> = delete;

/// The index of the smallest element along axis I; the first of equal ones. Throws Error if there
/// are none.
template <int I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<detail::index_t, X, I>>
auto argmin(X&& x) -> detail::reduced_t<detail::index_t, X, I> {
  return detail::call<"argmin", detail::reduced_t<detail::index_t, X, I>>(
      {{"axis", detail::Attribute::Kind::integer,
        detail::axis_list<std::remove_cvref_t<X>::rank, I>}},
      std::forward<X>(x));
}
template <AxisType A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>
auto argmin(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> {
  return tlaloc::argmin<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
/// The index of the smallest element, as if the tensor were one row.
template <NumberTensor X>
detail::index_t argmin(X&& x) {
  const std::int64_t count = x.count();
  return tlaloc::argmin<0>(reshape(std::forward<X>(x), count));
}
template <int I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<detail::index_t, X, I>>)
auto argmin(X&& x) -> detail::reduced_t<detail::index_t, X, I> = delete;
template <AxisType A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>)
auto argmin(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> = delete;

}  // namespace tlaloc
