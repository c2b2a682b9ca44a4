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

/// The tangent of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> tan(X&& x) {
  return detail::pointwise<"tan", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose sine is x; NaN beyond -1 and 1.
template <FloatingTensor X>
std::remove_cvref_t<X> asin(X&& x) {
  return detail::pointwise<"asin", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose cosine is x; NaN beyond -1 and 1.
template <FloatingTensor X>
std::remove_cvref_t<X> acos(X&& x) {
  return detail::pointwise<"acos", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose tangent is x.
template <FloatingTensor X>
std::remove_cvref_t<X> atan(X&& x) {
  return detail::pointwise<"atan", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The hyperbolic sine.
template <FloatingTensor X>
std::remove_cvref_t<X> sinh(X&& x) {
  return detail::pointwise<"sinh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The hyperbolic cosine.
template <FloatingTensor X>
std::remove_cvref_t<X> cosh(X&& x) {
  return detail::pointwise<"cosh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of sinh.
template <FloatingTensor X>
std::remove_cvref_t<X> asinh(X&& x) {
  return detail::pointwise<"asinh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of cosh; NaN below 1.
template <FloatingTensor X>
std::remove_cvref_t<X> acosh(X&& x) {
  return detail::pointwise<"acosh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of tanh; NaN beyond -1 and 1.
template <FloatingTensor X>
std::remove_cvref_t<X> atanh(X&& x) {
  return detail::pointwise<"atanh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 2 to the power x.
template <FloatingTensor X>
std::remove_cvref_t<X> exp2(X&& x) {
  return detail::pointwise<"exp2", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The logarithm to base 2; NaN below 0.
template <FloatingTensor X>
std::remove_cvref_t<X> log2(X&& x) {
  return detail::pointwise<"log2", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The logarithm to base 10; NaN below 0.
template <FloatingTensor X>
std::remove_cvref_t<X> log10(X&& x) {
  return detail::pointwise<"log10", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The cube root, of negative numbers too.
template <FloatingTensor X>
std::remove_cvref_t<X> cbrt(X&& x) {
  return detail::pointwise<"cbrt", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The error function.
template <FloatingTensor X>
std::remove_cvref_t<X> erf(X&& x) {
  return detail::pointwise<"erf", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 1 - erf(x), accurate where erf is nearly 1.
template <FloatingTensor X>
std::remove_cvref_t<X> erfc(X&& x) {
  return detail::pointwise<"erfc", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The smallest integer not below x. Its derivative is zero.
template <FloatingTensor X>
std::remove_cvref_t<X> ceil(X&& x) {
  return detail::pointwise<"ceil", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x without its fraction. Its derivative is zero.
template <FloatingTensor X>
std::remove_cvref_t<X> trunc(X&& x) {
  return detail::pointwise<"trunc", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The nearest integer, halves away from 0. Its derivative is zero.
template <FloatingTensor X>
std::remove_cvref_t<X> round(X&& x) {
  return detail::pointwise<"round", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The nearest integer, halves to the even one. Its derivative is zero.
template <FloatingTensor X>
std::remove_cvref_t<X> rint(X&& x) {
  return detail::pointwise<"rint", std::remove_cvref_t<X>>(std::forward<X>(x));
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
