// Functions that take axes away: over numbered axes (-1 is the last), over named ones, or over all.
//
//   sum<0>(x)   sum<0, 2>(x)   sum<Batch>(x)   sum(x)
//
// Written by `./dev regen` from the table in src/ops: do not edit.
// clang-format off
#pragma once

#include <tlaloc/detail/reduce.h>
#include <tlaloc/ops/shape.h>

namespace tlaloc {

/// Sum over axes, which go away. Integers wrap; the sum of nothing is 0.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto sum(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  using Y = detail::reduced_t<element_of<X>, X, I...>;
  return detail::reduce<"sum", Y, I...>(std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto sum(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  using Shape = axes_of<X>;
  return tlaloc::sum<rules::axis_named<A0, Shape>, rules::axis_named<A, Shape>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto sum(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto sum(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The largest element along axes, which go away; NaN if one is. Equal ones share the slope.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto max(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  using Y = detail::reduced_t<element_of<X>, X, I...>;
  return detail::reduce<"reduce_max", Y, I...>(std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto max(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  using Shape = axes_of<X>;
  return tlaloc::max<rules::axis_named<A0, Shape>, rules::axis_named<A, Shape>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto max(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto max(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// The smallest element along axes, which go away; NaN if one is. Equal ones share the slope.
template <int... I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<element_of<X>, X, I...>>
auto min(X&& x) -> detail::reduced_t<element_of<X>, X, I...> {
  using Y = detail::reduced_t<element_of<X>, X, I...>;
  return detail::reduce<"reduce_min", Y, I...>(std::forward<X>(x));
}
template <AxisType A0, AxisType... A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>
auto min(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> {
  using Shape = axes_of<X>;
  return tlaloc::min<rules::axis_named<A0, Shape>, rules::axis_named<A, Shape>...>(
      std::forward<X>(x));
}
template <int... I, NumberTensor X>
  requires(!detail::Answer<detail::reduced_t<element_of<X>, X, I...>>)
auto min(X&& x) -> detail::reduced_t<element_of<X>, X, I...> = delete;
template <AxisType A0, AxisType... A, NumberTensor X>
  requires(!detail::Answer<detail::reduced_named_t<element_of<X>, X, A0, A...>>)
auto min(X&& x) -> detail::reduced_named_t<element_of<X>, X, A0, A...> = delete;

/// Where the largest element stands along an axis, as i32; the first of equal ones, and of NaNs.
template <int I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<detail::index_t, X, I>>
auto argmax(X&& x) -> detail::reduced_t<detail::index_t, X, I> {
  constexpr auto& axis = detail::axis_list<std::remove_cvref_t<X>::rank, I>;
  return detail::call<"argmax", detail::reduced_t<detail::index_t, X, I>>(
      {{"axis", detail::Attribute::Kind::integer, axis}}, std::forward<X>(x));
}
template <AxisType A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>
auto argmax(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> {
  return tlaloc::argmax<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
/// The same as if the tensor were one row.
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

/// Where the smallest element stands along an axis, as i32; the first of equal ones, and of NaNs.
template <int I, NumberTensor X>
  requires detail::Answer<detail::reduced_t<detail::index_t, X, I>>
auto argmin(X&& x) -> detail::reduced_t<detail::index_t, X, I> {
  constexpr auto& axis = detail::axis_list<std::remove_cvref_t<X>::rank, I>;
  return detail::call<"argmin", detail::reduced_t<detail::index_t, X, I>>(
      {{"axis", detail::Attribute::Kind::integer, axis}}, std::forward<X>(x));
}
template <AxisType A, NumberTensor X>
  requires detail::Answer<detail::reduced_named_t<detail::index_t, X, A>>
auto argmin(X&& x) -> detail::reduced_named_t<detail::index_t, X, A> {
  return tlaloc::argmin<rules::axis_named<A, axes_of<X>>>(std::forward<X>(x));
}
/// The same as if the tensor were one row.
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
