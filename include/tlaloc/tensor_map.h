// generated::map: one pass over tensors, the body a lambda on lanes. Fused element-wise code ends
// here.
//
//   auto y = tlaloc::generated::map<float>([](const auto& x, const auto& w, auto& y)
//   TLALOC_LANE_BODY {
//     y = tanh(x * w);
//   }, x, w);
//
// Operands are tensors and scalars, stretched as NumPy does; at least one of them is a tensor. The
// results have the common shape, one for each type given: one tensor, or a tuple. A tensor that is
// an rvalue may lend its buffer. Sizes that do not fit throw Error. What the lambda may do: map.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <tlaloc/detail/eager.h>
#include <tlaloc/map.h>

namespace tlaloc {
namespace detail {

/// The common shape of the operands, into `sizes`. Throws Error where they do not meet.
void common_sizes(std::span<const Operand> x, std::span<std::int64_t> sizes);
/// A buffer for a result: that of an rvalue operand of these sizes whose elements are as wide, or a
/// new one.
Storage map_result(std::span<Operand> x, DType dtype, std::span<const std::int64_t> sizes);

/// A scalar operand, or a reference to a tensor.
template <class X>
struct MapOperand {
  using element = std::remove_cvref_t<X>;
  using axes = Axes<>;
  element value;
  explicit MapOperand(element v) : value(v) {}
  Operand erased() const { return {dtype_of<element>, 0, 0, nullptr, &value, nullptr}; }
};
template <TensorLike X>
struct MapOperand<X> {
  using element = element_of<X>;
  using axes = axes_of<X>;
  X&& value;
  explicit MapOperand(X&& v) : value(std::forward<X>(v)) {}
  Operand erased() const { return operand(std::forward<X>(value)); }
};

/// Runs the code over tensors: the last two axes at once, those before them in turn. `operands` has
/// the buffer of each of x and then of each result; the walk fills in the steps. `sizes` holds the
/// common shape; it has room for two axes at least, as `at` has, and `strides` for as many of each
/// x.
void walk_map(const MapCode& code, const void* f, std::span<const Operand> x, std::size_t rank,
              std::int64_t* sizes, std::int64_t* at, std::int64_t* strides,
              std::span<Strided> operands);

/// Results, one of each Y; their buffers.
template <class Y>
Y map_tensor(std::span<Operand> x, const std::array<std::int64_t, Y::rank>& shape) {
  return Access::make<Y>(shape, map_result(x, Y::dtype, shape));
}
template <class Y>
typename Y::value_type* map_data(Y& y) {
  return static_cast<typename Y::value_type*>(Access::storage(y).data());
}

/// The operands live until the call returns.
template <class Shape, class... T>
struct Mapped {
  static constexpr std::size_t room = Shape::rank < 2 ? 2 : Shape::rank;

  template <class F, class... H>
  static auto run(const F& f, const H&... held) {
    Operand x[] = {held.erased()...};
    std::array<std::int64_t, Shape::rank> shape;
    common_sizes(x, shape);
    std::tuple<tensor_of<T, Shape>...> y{map_tensor<tensor_of<T, Shape>>(x, shape)...};
    run_into<typename H::element...>(f, x, shape, y, std::index_sequence_for<H...>(),
                                     std::index_sequence_for<T...>());
    if constexpr (sizeof...(T) == 1)
      return std::get<0>(std::move(y));
    else
      return y;
  }
  template <class... X, class F, class Y, std::size_t... I, std::size_t... O>
  static void run_into(const F& f, std::span<const Operand> x,
                       const std::array<std::int64_t, Shape::rank>& shape, Y& y,
                       std::index_sequence<I...>, std::index_sequence<O...>) {
    std::int64_t sizes[room], at[room], strides[room * sizeof...(X)];
    std::copy(shape.begin(), shape.end(), sizes);
    Strided operands[] = {strided(In<X>{static_cast<const X*>(x[I].data)}, {})...,
                          strided(Out<T>{map_data(std::get<O>(y))}, {})...};
    walk_map(kMapCode<false, F, In<X>..., Out<T>...>, &f, x, Shape::rank, sizes, at, strides,
             operands);
  }
};

}  // namespace detail

namespace generated {

template <Element... T, class F, class... X>
  requires(sizeof...(T) > 0 && (TensorLike<X> || ...))
auto map(const F& f, X&&... x) {
  return detail::Mapped<rules::broadcast_all<typename detail::MapOperand<X>::axes...>, T...>::run(
      f, detail::MapOperand<X>(std::forward<X>(x))...);
}

}  // namespace generated
}  // namespace tlaloc
