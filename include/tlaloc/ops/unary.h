// Functions of one tensor, element by element. The same names exist for scalars (scalar.h).
//
// Written by `./dev regen` from the table in src/ops: do not edit.
// clang-format off
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// -x. Integers wrap.
template <NumberTensor X>
std::remove_cvref_t<X> operator-(X&& x) {
  return detail::pointwise<"neg", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Absolute value. Its slope at 0 is 0.
template <NumberTensor X>
std::remove_cvref_t<X> abs(X&& x) {
  return detail::pointwise<"abs", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// -1, 0 or 1 as x is below, at or above 0.
template <NumberTensor X>
std::remove_cvref_t<X> sign(X&& x) {
  return detail::pointwise<"sign", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The greatest whole number that is not above x.
template <FloatingTensor X>
std::remove_cvref_t<X> floor(X&& x) {
  return detail::pointwise<"floor", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Square root. Its slope at 0 is infinite, and counts as 0 where the cotangent is exactly 0, or
/// where x is a sum of squares: a norm.
template <FloatingTensor X>
std::remove_cvref_t<X> sqrt(X&& x) {
  return detail::pointwise<"sqrt", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x where x is above 0, else 0; a NaN stays. Its slope at 0 is 0.
template <FloatingTensor X>
std::remove_cvref_t<X> relu(X&& x) {
  return detail::pointwise<"relu", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Sine of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> sin(X&& x) {
  return detail::pointwise<"sin", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Cosine of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> cos(X&& x) {
  return detail::pointwise<"cos", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// e to the power x.
template <FloatingTensor X>
std::remove_cvref_t<X> exp(X&& x) {
  return detail::pointwise<"exp", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Natural logarithm.
template <FloatingTensor X>
std::remove_cvref_t<X> log(X&& x) {
  return detail::pointwise<"log", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// exp(x) - 1, exact near 0.
template <FloatingTensor X>
std::remove_cvref_t<X> expm1(X&& x) {
  return detail::pointwise<"expm1", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// log(1 + x), exact near 0.
template <FloatingTensor X>
std::remove_cvref_t<X> log1p(X&& x) {
  return detail::pointwise<"log1p", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Hyperbolic tangent.
template <FloatingTensor X>
std::remove_cvref_t<X> tanh(X&& x) {
  return detail::pointwise<"tanh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 1 / (1 + exp(-x)), between 0 and 1.
template <FloatingTensor X>
std::remove_cvref_t<X> sigmoid(X&& x) {
  return detail::pointwise<"sigmoid", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Tangent of an angle in radians.
template <FloatingTensor X>
std::remove_cvref_t<X> tan(X&& x) {
  return detail::pointwise<"tan", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose sine is x. Its slope at -1 and 1 is infinite.
template <FloatingTensor X>
std::remove_cvref_t<X> asin(X&& x) {
  return detail::pointwise<"asin", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose cosine is x. Its slope at -1 and 1 is infinite.
template <FloatingTensor X>
std::remove_cvref_t<X> acos(X&& x) {
  return detail::pointwise<"acos", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The angle in radians whose tangent is x.
template <FloatingTensor X>
std::remove_cvref_t<X> atan(X&& x) {
  return detail::pointwise<"atan", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Hyperbolic sine.
template <FloatingTensor X>
std::remove_cvref_t<X> sinh(X&& x) {
  return detail::pointwise<"sinh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Hyperbolic cosine.
template <FloatingTensor X>
std::remove_cvref_t<X> cosh(X&& x) {
  return detail::pointwise<"cosh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of sinh.
template <FloatingTensor X>
std::remove_cvref_t<X> asinh(X&& x) {
  return detail::pointwise<"asinh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of cosh; NaN below 1. Its slope at 1 is infinite.
template <FloatingTensor X>
std::remove_cvref_t<X> acosh(X&& x) {
  return detail::pointwise<"acosh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The inverse of tanh; infinite at -1 and 1.
template <FloatingTensor X>
std::remove_cvref_t<X> atanh(X&& x) {
  return detail::pointwise<"atanh", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 2 to the power x.
template <FloatingTensor X>
std::remove_cvref_t<X> exp2(X&& x) {
  return detail::pointwise<"exp2", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Logarithm to base 2.
template <FloatingTensor X>
std::remove_cvref_t<X> log2(X&& x) {
  return detail::pointwise<"log2", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Logarithm to base 10.
template <FloatingTensor X>
std::remove_cvref_t<X> log10(X&& x) {
  return detail::pointwise<"log10", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Cube root, of negative numbers too. Its slope at 0 is infinite.
template <FloatingTensor X>
std::remove_cvref_t<X> cbrt(X&& x) {
  return detail::pointwise<"cbrt", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The error function.
template <FloatingTensor X>
std::remove_cvref_t<X> erf(X&& x) {
  return detail::pointwise<"erf", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// 1 - erf(x), exact where erf is nearly 1.
template <FloatingTensor X>
std::remove_cvref_t<X> erfc(X&& x) {
  return detail::pointwise<"erfc", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The least whole number that is not below x.
template <FloatingTensor X>
std::remove_cvref_t<X> ceil(X&& x) {
  return detail::pointwise<"ceil", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x without its fraction.
template <FloatingTensor X>
std::remove_cvref_t<X> trunc(X&& x) {
  return detail::pointwise<"trunc", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The nearest whole number, halves away from 0.
template <FloatingTensor X>
std::remove_cvref_t<X> round(X&& x) {
  return detail::pointwise<"round", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// The nearest whole number, halves to the even one.
template <FloatingTensor X>
std::remove_cvref_t<X> rint(X&& x) {
  return detail::pointwise<"rint", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// Whether the operand is false.
template <BoolTensor X>
std::remove_cvref_t<X> operator!(X&& x) {
  return detail::pointwise<"logical_not", std::remove_cvref_t<X>>(std::forward<X>(x));
}

/// x itself, seen as a constant by derivatives.
template <TensorLike X>
std::remove_cvref_t<X> stop_gradient(X&& x) {
  return detail::pointwise<"stop_gradient", std::remove_cvref_t<X>>(std::forward<X>(x));
}

}  // namespace tlaloc
