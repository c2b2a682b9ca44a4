// Sums of products over axes that meet: matmul, dot, contract.
#pragma once

#include <algorithm>
#include <array>
#include <span>

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

/// Of each operand of a contraction: the axes that are common, summed and free, and whether these
/// stand so that it is a batch of matrices as it lies, those of x or of y turned or not.
struct ProductAxes {
  using List = std::span<const std::int64_t>;
  List left_batch, left_summed, left_free, right_batch, right_summed, right_free;
  bool left_turned, right_turned;
};
/// Those axes of `Rank` that are in neither list.
template <std::size_t Rank, std::size_t B, std::size_t S>
constexpr auto free_axes(const std::array<std::int64_t, B>& batch,
                         const std::array<std::int64_t, S>& summed) {
  std::array<std::int64_t, (Rank > B + S ? Rank - B - S : 0)> free{};
  std::size_t n = 0;
  for (std::size_t axis = 0; axis < Rank && n < free.size(); ++axis) {
    const auto is = [&](std::int64_t a) { return a == static_cast<std::int64_t>(axis); };
    if (std::ranges::none_of(batch, is) && std::ranges::none_of(summed, is))
      free[n++] = static_cast<std::int64_t>(axis);
  }
  return free;
}
/// Whether these lists, one after the other, are all axes of a rank as they stand.
constexpr bool are_in_place(std::size_t rank, auto... lists) {
  std::size_t next = 0;
  bool so = true;
  const auto check = [&](const auto& list) {
    for (std::int64_t axis : list) so &= axis == static_cast<std::int64_t>(next++);
  };
  (check(lists), ...);
  return so && next == rank;
}
template <std::size_t Left, std::size_t Right, class LC, class RC, class LB, class RB>
struct AxesOfProduct;
template <std::size_t Left, std::size_t Right, int... LC, int... RC, int... LB, int... RB>
struct AxesOfProduct<Left, Right, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>> {
  static constexpr auto lc = axis_numbers<Left, LC...>(), lb = axis_numbers<Left, LB...>();
  static constexpr auto rc = axis_numbers<Right, RC...>(), rb = axis_numbers<Right, RB...>();
  static constexpr auto lf = free_axes<Left>(lb, lc);
  static constexpr auto rf = free_axes<Right>(rb, rc);
  static constexpr bool left_lies = are_in_place(Left, lb, lf, lc);
  static constexpr bool right_lies = are_in_place(Right, rb, rc, rf);
  static constexpr bool lie = (left_lies || are_in_place(Left, lb, lc, lf)) &&
                              (right_lies || are_in_place(Right, rb, rf, rc));
  static constexpr ProductAxes axes = {lb, lc, lf, rb, rc, rf, !left_lies, !right_lies};
};
/// The product of operands that lie so; false, and nothing done, where sizes that meet differ.
bool run_product(const Operand& x, const Operand& y, const ProductAxes& axes, const Slot& result);

/// A contraction by op N: straight to the kernel where the operands lie as it wants them, else, or
/// to say what does not fit, through the table.
template <Name N, class Result, class Axes, class X, class Y>
Result product(std::initializer_list<Attribute> attrs, X&& x, Y&& y) {
  if constexpr (Axes::lie) {
    Result result{};
    if (run_product(operand(std::as_const(x)), operand(std::as_const(y)), Axes::axes,
                    slot(result))) {
      if constexpr (is_tensor<Result>)
        check_sizes(op_ref<N>.name, Access::sizes(result), typename Result::axes{});
      return result;
    }
  }
  return call<N, Result>(attrs, std::forward<X>(x), std::forward<Y>(y));
}
}  // namespace detail

/// Matrix product over the last two axes; axes before them broadcast. Integers wrap.
///
///   [b..., m, k] x [b..., k, n] -> [b..., m, n]
///
/// Different axes at k do not compile (matmul.c2); sizes known at run time only are checked then.
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::matmul_t<X, Y>>
auto matmul(X&& x, Y&& y) -> detail::matmul_t<X, Y> {
  using Result = detail::matmul_t<X, Y>;
  if constexpr (std::remove_cvref_t<X>::rank == 2 && std::remove_cvref_t<Y>::rank == 2)
    return detail::product<
        "matmul", Result,
        detail::AxesOfProduct<2, 2, Numbers<1>, Numbers<0>, Numbers<>, Numbers<>>>(
        {}, std::forward<X>(x), std::forward<Y>(y));
  else
    return detail::call<"matmul", Result>({}, std::forward<X>(x), std::forward<Y>(y));
}
template <NumberTensor X, NumberTensor Y>
  requires(!detail::Answer<detail::matmul_t<X, Y>>)
detail::matmul_t<X, Y> matmul(X&& x, Y&& y) = delete;

/// The sum of products of two vectors.  [k] x [k] -> scalar
template <NumberTensor X, NumberTensor Y>
  requires detail::Answer<detail::dot_t<X, Y>>
auto dot(X&& x, Y&& y) -> detail::dot_t<X, Y> {
  return detail::product<"dot", detail::dot_t<X, Y>,
                         detail::AxesOfProduct<1, 1, Numbers<0>, Numbers<0>, Numbers<>, Numbers<>>>(
      {}, std::forward<X>(x), std::forward<Y>(y));
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
  using Axes =
      detail::AxesOfProduct<std::remove_cvref_t<X>::rank, std::remove_cvref_t<Y>::rank,
                            Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>>;
  return detail::product<
      "contract",
      detail::contract_t<X, Y, Numbers<LC...>, Numbers<RC...>, Numbers<LB...>, Numbers<RB...>>,
      Axes>({{"left_batch", detail::Attribute::Kind::integers, Axes::lb},
             {"right_batch", detail::Attribute::Kind::integers, Axes::rb},
             {"left_contract", detail::Attribute::Kind::integers, Axes::lc},
             {"right_contract", detail::Attribute::Kind::integers, Axes::rc}},
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
