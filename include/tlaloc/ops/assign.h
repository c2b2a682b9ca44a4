// += and its kind on tensors.
#pragma once

#include <tlaloc/ops/binary.h>

namespace tlaloc {

/// x becomes x plus y; in place where nobody shares x. Throws Error if x's shape would change.
template <Element T, class... A, TensorLike Y>
  requires std::is_same_v<detail::pointwise_t<T, Tensor<T, A...>, Y>, Tensor<T, A...>>
Tensor<T, A...>& operator+=(Tensor<T, A...>& x, Y&& y) {
  const auto shape = x.shape();
  auto result = std::move(x) + std::forward<Y>(y);  // takes x's buffer only if the shapes are equal
  if (result.shape() != shape) detail::throw_grown("+=");
  return x = std::move(result);
}
template <Element T, class... A>
Tensor<T, A...>& operator+=(Tensor<T, A...>& x, std::type_identity_t<Scalar<T>> y) {
  return x = std::move(x) + y;
}

/// x becomes x minus y; in place where nobody shares x. Throws Error if x's shape would change.
template <Element T, class... A, TensorLike Y>
  requires std::is_same_v<detail::pointwise_t<T, Tensor<T, A...>, Y>, Tensor<T, A...>>
Tensor<T, A...>& operator-=(Tensor<T, A...>& x, Y&& y) {
  const auto shape = x.shape();
  auto result = std::move(x) - std::forward<Y>(y);  // takes x's buffer only if the shapes are equal
  if (result.shape() != shape) detail::throw_grown("-=");
  return x = std::move(result);
}
template <Element T, class... A>
Tensor<T, A...>& operator-=(Tensor<T, A...>& x, std::type_identity_t<Scalar<T>> y) {
  return x = std::move(x) - y;
}

/// x becomes x times y; in place where nobody shares x. Throws Error if x's shape would change.
template <Element T, class... A, TensorLike Y>
  requires std::is_same_v<detail::pointwise_t<T, Tensor<T, A...>, Y>, Tensor<T, A...>>
Tensor<T, A...>& operator*=(Tensor<T, A...>& x, Y&& y) {
  const auto shape = x.shape();
  auto result = std::move(x) * std::forward<Y>(y);  // takes x's buffer only if the shapes are equal
  if (result.shape() != shape) detail::throw_grown("*=");
  return x = std::move(result);
}
template <Element T, class... A>
Tensor<T, A...>& operator*=(Tensor<T, A...>& x, std::type_identity_t<Scalar<T>> y) {
  return x = std::move(x) * y;
}

/// x becomes x divided by y; in place where nobody shares x. Throws Error if x's shape would
/// change.
template <Element T, class... A, TensorLike Y>
  requires std::is_same_v<detail::pointwise_t<T, Tensor<T, A...>, Y>, Tensor<T, A...>>
Tensor<T, A...>& operator/=(Tensor<T, A...>& x, Y&& y) {
  const auto shape = x.shape();
  auto result = std::move(x) / std::forward<Y>(y);  // takes x's buffer only if the shapes are equal
  if (result.shape() != shape) detail::throw_grown("/=");
  return x = std::move(result);
}
template <Element T, class... A>
Tensor<T, A...>& operator/=(Tensor<T, A...>& x, std::type_identity_t<Scalar<T>> y) {
  return x = std::move(x) / y;
}

}  // namespace tlaloc
