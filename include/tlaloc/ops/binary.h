// Functions of two operands, element by element: two tensors of one element type, or a tensor
// and a scalar.
//
// Shapes broadcast (type_rules.h). Shapes that do not meet select a deleted overload whose result
// type names the two axes.
//
// Written by `./dev regen` from the table in src/ops: do not edit.
// clang-format off
#pragma once

#include <tlaloc/detail/eager.h>

namespace tlaloc {

/// Sum, element by element. Integers wrap.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator+(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"add", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Difference, element by element. Integers wrap.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator-(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"sub", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Product, element by element. Integers wrap.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator*(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"mul", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Quotient, element by element. Integers round towards zero; in tensors x / 0 is 0 for them.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator/(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"div", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Remainder with the sign of the first operand, as C++'s % and fmod. In tensors of integers x % 0
/// is 0.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator%(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"rem", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Remainder with the sign of the first operand, as C++'s % and fmod. In tensors of integers x % 0
/// is 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto fmod(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"rem", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// x * slope, but a zero wherever x is zero, even where the slope is infinite or NaN. Derivatives
/// use it where an op's slope can be: an exactly zero cotangent stays zero.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto mul_masked(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"mul_masked", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> mul_masked(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"mul_masked", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> mul_masked(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"mul_masked", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> mul_masked(X&&, Y&&) = delete;

/// x to the power e. Slopes where x is 0: in x 0 for e = 0, 1 for e = 1, 0 above, infinite below 1;
/// in e 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto pow(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"pow", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// The angle of the point (x, y), between -pi and pi. Operands: y, x. Slopes are 0 at the origin.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto atan2(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"atan2", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// sqrt(x x + y y) without overflow on the way. Slopes are 0 at the origin.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto hypot(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"hypot", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// x minus the multiple of y that is nearest to it; at a jump the slope is as beside it.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto remainder(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"remainder", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <FloatingTensor X>
tensor_of<element_of<X>, axes_of<X>> remainder(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"remainder", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <FloatingTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> remainder(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"remainder", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <FloatingTensor X, FloatingTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> remainder(X&&, Y&&) = delete;

/// |x| with the sign of y. Its slope in y is 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto copysign(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"copysign", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// x - y where that is positive, else 0. Where x is y the slopes are 0.
template <FloatingTensor X, FloatingTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto fdim(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"fdim", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// The larger operand; NaN if either is. Equal ones share the slope in halves.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto max(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"max", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// The smaller operand; NaN if either is. Equal ones share the slope in halves.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto min(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"min", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// Whether both operands are true.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator&(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"logical_and", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<element_of<X>, axes_of<X>> operator&(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_and", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator&(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_and", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator&(X&&, Y&&) = delete;

/// Whether both operands are true.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator&&(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"logical_and", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<element_of<X>, axes_of<X>> operator&&(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_and", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator&&(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_and", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator&&(X&&, Y&&) = delete;

/// Whether an operand is true.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator|(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"logical_or", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<element_of<X>, axes_of<X>> operator|(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_or", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator|(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_or", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator|(X&&, Y&&) = delete;

/// Whether an operand is true.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator||(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"logical_or", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<element_of<X>, axes_of<X>> operator||(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_or", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator||(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_or", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator||(X&&, Y&&) = delete;

/// Whether exactly one operand is true.
template <BoolTensor X, BoolTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto operator^(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"logical_xor", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor X>
tensor_of<element_of<X>, axes_of<X>> operator^(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"logical_xor", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <BoolTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> operator^(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"logical_xor", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <BoolTensor X, BoolTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> operator^(X&&, Y&&) = delete;

/// The bits that both operands have.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_and(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"bit_and", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// The bits that one of the operands has.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_or(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"bit_or", Z>(std::forward<X>(x), std::forward<Y>(y));
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

/// The bits that exactly one of the operands has.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto bit_xor(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"bit_xor", Z>(std::forward<X>(x), std::forward<Y>(y));
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
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"shift_left", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> shift_left(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"shift_left", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> shift_left(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"shift_left", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> shift_left(X&&, Y&&) = delete;

/// x by 2 to the power y, rounded down.
template <IntegerTensor X, IntegerTensor Y>
  requires detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>
auto shift_right(X&& x, Y&& y) -> detail::pointwise_t<element_of<X>, X, Y> {
  using Z = detail::pointwise_t<element_of<X>, X, Y>;
  return detail::pointwise<"shift_right", Z>(std::forward<X>(x), std::forward<Y>(y));
}
template <IntegerTensor X>
tensor_of<element_of<X>, axes_of<X>> shift_right(X&& x, Scalar<element_of<X>> y) {
  return detail::pointwise<"shift_right", tensor_of<element_of<X>, axes_of<X>>>(std::forward<X>(x), y);
}
template <IntegerTensor Y>
tensor_of<element_of<Y>, axes_of<Y>> shift_right(Scalar<element_of<Y>> x, Y&& y) {
  return detail::pointwise<"shift_right", tensor_of<element_of<Y>, axes_of<Y>>>(x, std::forward<Y>(y));
}
template <IntegerTensor X, IntegerTensor Y>
  requires(!detail::Answer<detail::pointwise_t<element_of<X>, X, Y>>)
detail::pointwise_t<element_of<X>, X, Y> shift_right(X&&, Y&&) = delete;

}  // namespace tlaloc
