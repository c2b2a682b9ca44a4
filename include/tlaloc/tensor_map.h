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
/// Axes that every operand runs through in one stride become one. `strides` gets those of each
/// operand in turn, as many as axes are left, which it returns: at least two, though `rank` may be
/// one.
std::size_t plan_map(std::span<const Operand> x, std::size_t rank, std::int64_t* sizes,
                     std::int64_t* strides);
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

/// How a map walks: the axes that are left, their sizes, each operand's steps.
template <std::size_t Rank, std::size_t Count>
struct MapWalk {
  static constexpr std::size_t room = Rank < 2 ? 2 : Rank;
  std::size_t axes = 0;
  std::int64_t sizes[room] = {}, strides[room * Count] = {};
  std::int64_t at[room] = {};

  MapWalk(std::span<const Operand> x, const std::array<std::int64_t, Rank>& shape) {
    std::copy(shape.begin(), shape.end(), sizes);
    axes = plan_map(x, Rank, sizes, strides);
  }
  std::int64_t turns() const {
    std::int64_t n = 1;
    for (std::size_t a = 0; a + 2 < axes; ++a) n *= sizes[a];
    return n;
  }
  Extent rectangle() const {
    return {static_cast<std::size_t>(sizes[axes - 2]), static_cast<std::size_t>(sizes[axes - 1])};
  }
  std::int64_t count() const { return sizes[axes - 2] * sizes[axes - 1]; }
  template <class T>
  In<T> in(const Operand& x, std::size_t i) const {
    const std::int64_t* s = strides + i * axes;
    std::int64_t offset = 0;
    for (std::size_t a = 0; a + 2 < axes; ++a) offset += at[a] * s[a];
    return {static_cast<const T*>(x.data) + offset, s[axes - 2], s[axes - 1]};
  }
  void next() {
    for (std::size_t a = axes - 2; a-- > 0;) {
      if (++at[a] < sizes[a]) return;
      at[a] = 0;
    }
  }
};

/// Rectangle after rectangle: the last two axes at once, those before them in turn.
template <class... In, class... Out, std::size_t... I, class F, class Walk>
void run_map(const F& f, Walk walk, const Operand* x, std::index_sequence<I...>, Out*... y) {
  const std::int64_t turns = walk.turns(), count = walk.count();
  for (std::int64_t turn = 0; turn < turns; ++turn, walk.next())
    map_buffers(f, walk.rectangle(), walk.template in<In>(x[I], I)...,
                tlaloc::detail::Out<Out>{y + turn * count}...);
}

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
  template <class F, class... H>
  static auto run(const F& f, const H&... held) {
    Operand x[] = {held.erased()...};
    std::array<std::int64_t, Shape::rank> shape;
    common_sizes(x, shape);
    const MapWalk<Shape::rank, sizeof...(H)> walk(x, shape);
    std::tuple<tensor_of<T, Shape>...> y{map_tensor<tensor_of<T, Shape>>(x, shape)...};
    run_into<typename H::element...>(f, walk, x, y, std::index_sequence_for<H...>(),
                                     std::index_sequence_for<T...>());
    if constexpr (sizeof...(T) == 1)
      return std::get<0>(std::move(y));
    else
      return y;
  }
  template <class... In, class F, class Walk, class Y, std::size_t... I, std::size_t... O>
  static void run_into(const F& f, const Walk& walk, const Operand* x, Y& y,
                       std::index_sequence<I...> in, std::index_sequence<O...>) {
    run_map<In...>(f, walk, x, in, map_data(std::get<O>(y))...);
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
