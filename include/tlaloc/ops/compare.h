// Comparisons, element by element: a tensor of bool. NaN is unequal to everything and in no order.
//
// Written by `./dev regen` from the table in src/ops: do not edit.
// clang-format off
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// Whether operands are equal.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator==(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"eq", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator==(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"eq", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator==(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"eq", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator==(X&&, Y&&) = delete;

/// Whether operands differ.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator!=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"ne", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator!=(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"ne", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator!=(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"ne", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator!=(X&&, Y&&) = delete;

/// Whether the first operand is below the second.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator<(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"lt", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<bool, axes_of<X>> operator<(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"lt", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<bool, axes_of<Y>> operator<(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"lt", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator<(X&&, Y&&) = delete;

/// Whether the first operand is not above the second.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator<=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"le", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<bool, axes_of<X>> operator<=(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"le", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<bool, axes_of<Y>> operator<=(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"le", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator<=(X&&, Y&&) = delete;

/// Whether the first operand is above the second.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator>(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"gt", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<bool, axes_of<X>> operator>(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"gt", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<bool, axes_of<Y>> operator>(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"gt", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator>(X&&, Y&&) = delete;

/// Whether the first operand is not below the second.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator>=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  using Z = detail::pointwise_t<bool, X, Y>;
  return detail::pointwise<"ge", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<bool, axes_of<X>> operator>=(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"ge", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<bool, axes_of<Y>> operator>=(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"ge", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator>=(X&&, Y&&) = delete;

}  // namespace tlaloc
