// One of two, element by element: where, clamp; and cast.
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/ops/compare.h>

namespace tlaloc {

namespace detail {
template <class C, class X, class Y>
struct Where {
  using type = elements_differ<operand_element<X>, operand_element<Y>>;
};
template <class C, class X, class Y>
  requires(std::is_same_v<operand_element<X>, operand_element<Y>>)
struct Where<C, X, Y> {
  using type = tensor_of<operand_element<X>,
                         rules::broadcast_all<operand_axes<C>, operand_axes<X>, operand_axes<Y>>>;
};
template <OperandLike C, OperandLike X, OperandLike Y>
using where_t = typename Where<C, X, Y>::type;
}  // namespace detail

/// x where the condition holds, else y; all three broadcast, and x or y may be scalars. The
/// derivative flows into the chosen one only, whatever the other one is.
///
///   where(x > 0, x, 0)
template <BoolTensor C, TensorLike X, TensorLike Y>
  requires detail::Answer<detail::where_t<C, X, Y>>
auto where(C&& condition, X&& x, Y&& y) -> detail::where_t<C, X, Y> {
  return detail::pointwise<"select", detail::where_t<C, X, Y>>(
      std::forward<C>(condition), std::forward<X>(x), std::forward<Y>(y));
}
template <BoolTensor C, TensorLike X>
  requires detail::Answer<detail::where_t<C, X, Scalar<element_of<X>>>>
auto where(C&& condition, X&& x, Scalar<element_of<X>> y)
    -> detail::where_t<C, X, Scalar<element_of<X>>> {
  return detail::pointwise<"select", detail::where_t<C, X, Scalar<element_of<X>>>>(
      std::forward<C>(condition), std::forward<X>(x), y);
}
template <BoolTensor C, TensorLike Y>
  requires detail::Answer<detail::where_t<C, Scalar<element_of<Y>>, Y>>
auto where(C&& condition, Scalar<element_of<Y>> x, Y&& y)
    -> detail::where_t<C, Scalar<element_of<Y>>, Y> {
  return detail::pointwise<"select", detail::where_t<C, Scalar<element_of<Y>>, Y>>(
      std::forward<C>(condition), x, std::forward<Y>(y));
}
template <BoolTensor C, Element T>
tensor_of<T, axes_of<C>> where(C&& condition, T x, T y) {
  return detail::pointwise<"select", tensor_of<T, axes_of<C>>>(std::forward<C>(condition),
                                                               Scalar<T>(x), Scalar<T>(y));
}
/// One condition for all elements; x and y have one type.
template <TensorLike X, TensorLike Y>
  requires(std::is_same_v<std::remove_cvref_t<X>, std::remove_cvref_t<Y>>)
std::remove_cvref_t<X> where(bool condition, X&& x, Y&& y) {
  if (condition) return std::forward<X>(x);
  return std::forward<Y>(y);
}
template <BoolTensor C, TensorLike X, TensorLike Y>
  requires(!detail::Answer<detail::where_t<C, X, Y>>)
detail::where_t<C, X, Y> where(C&& condition, X&& x, Y&& y) = delete;

/// x, but low where it is below and high where it is above; slope 1 inside and on the bounds.
template <NumberTensor X>
std::remove_cvref_t<X> clamp(const X& x, Scalar<element_of<X>> low, Scalar<element_of<X>> high) {
  return where(x < low, low, where(x > high, high, x));
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
