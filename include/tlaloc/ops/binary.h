// Functions of two operands, element by element: two tensors of one element type, or a tensor and a
// scalar.
//
// Shapes broadcast (type_rules.h). Shapes that do not meet select a deleted overload whose result
// type names the two axes.
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// x + y.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator+(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"add", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> operator+(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"add", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator+(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"add", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator+(X&&, Y&&) = delete;

/// x - y.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator-(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"sub", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> operator-(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"sub", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator-(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"sub", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator-(X&&, Y&&) = delete;

/// x * y.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator*(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"mul", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> operator*(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"mul", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator*(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"mul", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator*(X&&, Y&&) = delete;

/// x / y; integers round towards zero, as in C++.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator/(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"div", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> operator/(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"div", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator/(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"div", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator/(X&&, Y&&) = delete;

/// The remainder of x / y, with the sign of x.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator%(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"rem", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> operator%(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"rem", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator%(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"rem", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator%(X&&, Y&&) = delete;

/// The remainder of x / y, with the sign of x.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto fmod(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"rem", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> fmod(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"rem", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> fmod(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"rem", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> fmod(X&&, Y&&) = delete;

/// The larger one; NaN if either is. Equal ones share the slope.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto max(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"max", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> max(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"max", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> max(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"max", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> max(X&&, Y&&) = delete;

/// The smaller one; NaN if either is. Equal ones share the slope.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto min(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"min", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <NumberTensor X>
tensor_of<element_of<X>, axes_of<X>> min(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"min", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <NumberTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> min(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"min", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> min(X&&, Y&&) = delete;

/// x to the power y; slope 0 in y where x is 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto pow(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"pow", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                            std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> pow(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"pow", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> pow(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"pow", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> pow(X&&, Y&&) = delete;

/// The angle of the point (y, x), from -pi to pi; slopes 0 at the origin.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto atan2(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"atan2", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                              std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> atan2(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"atan2", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> atan2(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"atan2", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> atan2(X&&, Y&&) = delete;

/// sqrt(x * x + y * y) without overflow on the way; slopes 0 at the origin.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto hypot(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"hypot", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                              std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> hypot(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"hypot", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> hypot(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"hypot", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> hypot(X&&, Y&&) = delete;

/// x minus the multiple of y nearest to it.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto remainder(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"remainder", detail::pointwise_t<element_of<X>, X, Y>>(
      std::forward<X>(x), std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> remainder(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"remainder", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x),
                                                                              y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> remainder(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"remainder", tensor_of<element_of<Y>, axes_of<Y>>>(x,
                                                                              std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> remainder(X&&, Y&&) = delete;

/// |x| with the sign of y; slope 0 in y.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto copysign(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"copysign", detail::pointwise_t<element_of<X>, X, Y>>(
      std::forward<X>(x), std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> copysign(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"copysign", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> copysign(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"copysign", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> copysign(X&&, Y&&) = delete;

/// x - y where positive, else 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto fdim(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"fdim", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                             std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> fdim(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"fdim", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> fdim(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"fdim", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> fdim(X&&, Y&&) = delete;

/// The bits that x and y both have.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_and(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"bit_and", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                                std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> bit_and(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"bit_and", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> bit_and(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"bit_and", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> bit_and(X&&, Y&&) = delete;

/// The bits that x or y has.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_or(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"bit_or", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                               std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> bit_or(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"bit_or", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> bit_or(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"bit_or", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> bit_or(X&&, Y&&) = delete;

/// The bits that exactly one of x and y has.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_xor(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"bit_xor", detail::pointwise_t<element_of<X>, X, Y>>(std::forward<X>(x),
                                                                                std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> bit_xor(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"bit_xor", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> bit_xor(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"bit_xor", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> bit_xor(X&&, Y&&) = delete;

/// x times 2 to the power y, wrapped.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto shift_left(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"shift_left", detail::pointwise_t<element_of<X>, X, Y>>(
      std::forward<X>(x), std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> shift_left(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"shift_left", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x),
                                                                               y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> shift_left(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"shift_left", tensor_of<element_of<Y>, axes_of<Y>>>(x,
                                                                               std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> shift_left(X&&, Y&&) = delete;

/// x by 2 to the power y, rounded down.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto shift_right(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"shift_right", detail::pointwise_t<element_of<X>, X, Y>>(
      std::forward<X>(x), std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> shift_right(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"shift_right", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x),
                                                                                y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> shift_right(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"shift_right", tensor_of<element_of<Y>, axes_of<Y>>>(x,
                                                                                std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> shift_right(X&&, Y&&) = delete;

/// x * y, but 0 wherever x is exactly 0, whatever y is: for derivatives.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto mul_masked(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  return detail::pointwise<"mul_masked", detail::pointwise_t<element_of<X>, X, Y>>(
      std::forward<X>(x), std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> mul_masked(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"mul_masked", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x),
                                                                               y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> mul_masked(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"mul_masked", tensor_of<element_of<Y>, axes_of<Y>>>(x,
                                                                               std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> mul_masked(X&&, Y&&) = delete;

/// Both.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator&(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"logical_and", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                           std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<bool, axes_of<X>> operator&(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_and", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<bool, axes_of<Y>> operator&(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_and", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator&(X&&, Y&&) = delete;

/// Either.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator|(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"logical_or", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                          std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<bool, axes_of<X>> operator|(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_or", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<bool, axes_of<Y>> operator|(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_or", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator|(X&&, Y&&) = delete;

/// Exactly one.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator^(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"logical_xor", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                           std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<bool, axes_of<X>> operator^(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_xor", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<bool, axes_of<Y>> operator^(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_xor", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator^(X&&, Y&&) = delete;

/// Both; both operands are always evaluated.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator&&(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"logical_and", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                           std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<bool, axes_of<X>> operator&&(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_and", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<bool, axes_of<Y>> operator&&(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_and", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator&&(X&&, Y&&) = delete;

/// Either; both operands are always evaluated.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<bool, X, Y>>
auto operator||(X&& x, Y&& y) -> detail::pointwise_t<bool, X, Y> {
  return detail::pointwise<"logical_or", detail::pointwise_t<bool, X, Y>>(std::forward<X>(x),
                                                                          std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<bool, axes_of<X>> operator||(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_or", tensor_of<bool, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<bool, axes_of<Y>> operator||(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_or", tensor_of<bool, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<bool, X, Y>>)
detail::pointwise_t<bool, X, Y> operator||(X&&, Y&&) = delete;

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
