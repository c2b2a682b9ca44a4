// The mean over numbered axes, over named ones, or over all: a composition.
#pragma once

#include <tlaloc/ops/binary.h>
#include <tlaloc/ops/reduce.h>

namespace tlaloc {

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

}  // namespace tlaloc
