// Comparisons, element by element: a tensor of bool. NaN is unequal to everything and in no order.
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// x equals y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator==(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"eq", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
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

/// x differs from y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator!=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"ne", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
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

/// x is less than y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator<(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"lt", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator<(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"lt", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator<(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"lt", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator<(X&&, Y&&) = delete;

/// x is not greater than y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator<=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"le", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator<=(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"le", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator<=(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"le", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator<=(X&&, Y&&) = delete;

/// x is greater than y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator>(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"gt", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator>(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"gt", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator>(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"gt", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator>(X&&, Y&&) = delete;

/// x is not less than y.
template <TensorLike X, TensorLike Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator>=(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"ge", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                  std::forward<Y>(y));
}
template <TensorLike X>
tensor_of<bool, axes_of<X>> operator>=(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"ge", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <TensorLike Y>
tensor_of<bool, axes_of<Y>> operator>=(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"ge", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator>=(X&&, Y&&) = delete;

}  // namespace tlaloc
