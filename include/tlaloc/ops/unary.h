// Functions of one tensor, element by element. The same names exist for scalars (scalar.h).
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// -x.
template <NumberTensor X>
std::remove_cvref_t<X> operator-(X&& x) {
  return detail::pointwise<"neg", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// |x|; slope 0 at 0.
template <NumberTensor X>
std::remove_cvref_t<X> abs(X&& x) {
  return detail::pointwise<"abs", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// -1, 0 or 1; NaN stays NaN. Its derivative is zero.
template <NumberTensor X>
std::remove_cvref_t<X> sign(X&& x) {
  return detail::pointwise<"sign", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The largest integer not above x. Its derivative is zero.
template <FloatingTensor X>
std::remove_cvref_t<X> floor(X&& x) {
  return detail::pointwise<"floor", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The square root; NaN below 0.
template <FloatingTensor X>
std::remove_cvref_t<X> sqrt(X&& x) {
  return detail::pointwise<"sqrt", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// e to the power x.
template <FloatingTensor X>
std::remove_cvref_t<X> exp(X&& x) {
  return detail::pointwise<"exp", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// exp(x) - 1, accurate near 0.
template <FloatingTensor X>
std::remove_cvref_t<X> expm1(X&& x) {
  return detail::pointwise<"expm1", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The natural logarithm; NaN below 0.
template <FloatingTensor X>
std::remove_cvref_t<X> log(X&& x) {
  return detail::pointwise<"log", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// log(1 + x), accurate near 0.
template <FloatingTensor X>
std::remove_cvref_t<X> log1p(X&& x) {
  return detail::pointwise<"log1p", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The sine of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> sin(X&& x) {
  return detail::pointwise<"sin", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The cosine of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> cos(X&& x) {
  return detail::pointwise<"cos", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The hyperbolic tangent.
template <FloatingTensor X>
std::remove_cvref_t<X> tanh(X&& x) {
  return detail::pointwise<"tanh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 1 / (1 + exp(-x)); never overflows.
template <FloatingTensor X>
std::remove_cvref_t<X> sigmoid(X&& x) {
  return detail::pointwise<"sigmoid", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x where x > 0, else 0; NaN stays NaN, slope 0 at 0.
template <NumberTensor X>
std::remove_cvref_t<X> relu(X&& x) {
  return detail::pointwise<"relu", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Not x.
template <BoolTensor X>
std::remove_cvref_t<X> operator!(X&& x) {
  return detail::pointwise<"logical_not", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x itself, through which no derivative flows.
template <TensorLike X>
std::remove_cvref_t<X> stop_gradient(X&& x) {
  return detail::pointwise<"stop_gradient", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The elements as another type, as static_cast does: to integers by cutting the fraction off.
///
///   cast<float>(labels)
template <Element To, TensorLike X>
tensor_of<To, axes_of<X>> cast(X&& x) {
  if constexpr (std::is_same_v<To, element_of<X>>)
    return std::forward<X>(x);
  else
    return detail::call<"convert", tensor_of<To, axes_of<X>>>(
        {{"dtype", detail::Attribute::Kind::dtype, detail::dtype_number<To>}}, std::forward<X>(x));
}

}  // namespace tlaloc
