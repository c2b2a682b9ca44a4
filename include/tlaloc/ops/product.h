// Sums of products over axes that meet: matmul, dot, contract.
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/ops/shape.h>

namespace tlaloc {

namespace detail {
template <class Left, class Right, class Shape>
struct Product {
  using type = elements_differ<element_of<Left>, element_of<Right>>;
};
template <class Left, class Right, class Shape>
  requires(std::is_same_v<element_of<Left>, element_of<Right>>)
struct Product<Left, Right, Shape> {
  using type = tensor_of<element_of<Left>, Shape>;
};
template <class Left, class Right>
using matmul_t = typename Product<Left, Right, rules::matmul<axes_of<Left>, axes_of<Right>>>::type;
template <class Left, class Right>
using dot_t = typename Product<Left, Right, rules::dot<axes_of<Left>, axes_of<Right>>>::type;
template <class Left, class Right, class LC, class RC, class LB, class RB>
using contract_t =
    typename Product<Left, Right,
                     rules::contract<axes_of<Left>, axes_of<Right>, LC, RC, LB, RB>>::type;
}  // namespace detail

/// Matrix product over the last two axes; axes before them broadcast. Integers wrap.
///
///   [b..., m, k] x [b..., k, n] -> [b..., m, n]
///
/// Different axes at k do not compile (matmul.c2); sizes known at run time only are checked then.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::matmul_t<X, Y>>
auto matmul(X&& x, Y&& y) -> detail::matmul_t<X, Y> {
  return detail::call<"matmul", detail::matmul_t<X, Y>>({}, std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::matmul_t<X, Y>>)
detail::matmul_t<X, Y> matmul(X&& x, Y&& y) = delete;

/// The sum of products of two vectors.  [k] x [k] -> scalar
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::dot_t<X, Y>>
auto dot(X&& x, Y&& y) -> detail::dot_t<X, Y> {
  return detail::call<"dot", detail::dot_t<X, Y>>({}, std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::dot_t<X, Y>>)
detail::dot_t<X, Y> dot(X&& x, Y&& y) = delete;

/// The general product: sums over pairs of axes, goes side by side along other pairs. The result
/// has the common axes, then what is left of x, then what is left of y.
///
///   contract(x, y, axes<0>, axes<0>)                      : [k, m] x [k, n] -> [m, n]
///   contract(x, y, axes<2>, axes<1>, axes<0>, axes<0>)    : [b, m, k] x [b, k, n] -> [b, m, n]
template <NumberTensor X, NumberTensor Y, int... LC, int... RC, int... LB, int... RB>
  requires detail::Answer<
      detail::contract_t<X, Y, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>>>
auto contract(X&& x, Y&& y, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>)
    -> detail::contract_t<X, Y, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>> {
  constexpr std::size_t left = std::remove_cvref_t<X>::rank, right = std::remove_cvref_t<Y>::rank;
  constexpr auto lc = detail::axis_numbers<left, LC...>();
  constexpr auto rc = detail::axis_numbers<right, RC...>();
  constexpr auto lb = detail::axis_numbers<left, LB...>();
  constexpr auto rb = detail::axis_numbers<right, RB...>();
  return detail::call<"contract", detail::contract_t<X, Y, Numbers<LC...>, Numbers<RC...>,
                                                     Numbers<LB...>, Numbers<RB...>>>(
      {{"left_batch", detail::Attribute::Kind::integers, lb},
       {"right_batch", detail::Attribute::Kind::integers, rb},
       {"left_contract", detail::Attribute::Kind::integers, lc},
       {"right_contract", detail::Attribute::Kind::integers, rc}},
      std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y, class LC, class RC>
  requires detail::Answer<detail::contract_t<X, Y, LC, RC, Numbers<>, Numbers<>>>
auto contract(X&& x, Y&& y, LC left, RC right)
    -> detail::contract_t<X, Y, LC, RC, Numbers<>, Numbers<>> {
  return tlaloc::contract(std::forward<X>(x), std::forward<Y>(y), left, right, axes<>, axes<>);
}
template <NumberTensor X, NumberTensor Y, class LC, class RC, class LB = Numbers<>,
          class RB = Numbers<>>
  requires(!detail::Answer<detail::contract_t<X, Y, LC, RC, LB, RB>>)
detail::contract_t<X, Y, LC, RC, LB, RB> contract(X&& x, Y&& y, LC, RC, LB = {}, RB = {}) = delete;

}  // namespace tlaloc
