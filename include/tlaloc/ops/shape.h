// Functions that move elements and keep their values: reshape, transpose, broadcast, slice, concat
// and kin.
//
// Sizes stand in braces or as arguments: reshape(x, {2, 3}), reshape(x, 2, 3). Axes are template
// arguments, numbered from the left, or from the right below 0.
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/make.h>

namespace tlaloc {

namespace detail {
template <std::size_t Rank, int... I>
constexpr auto axis_numbers() {
  return std::array<std::int64_t, sizeof...(I)>{
      static_cast<std::int64_t>(rules::axis_number(I, Rank))...};
}
/// The axes I..., in order; all of them where none is named.
template <std::size_t Rank, int... I>
constexpr auto sorted_numbers() {
  std::array<std::int64_t, (sizeof...(I) == 0 ? Rank : sizeof...(I))> all{};
  std::size_t n = 0;
  for (std::size_t axis = 0; axis < Rank; ++axis)
    if (sizeof...(I) == 0 || ((rules::axis_number(I, Rank) == axis) || ...))
      all[n++] = static_cast<std::int64_t>(axis);
  return all;
}

/// "got 6 elements for 4x2": where reshape goes wrong.
template <class Y, class X>
Y reshaped(X&& x, const std::array<std::int64_t, Y::rank>& sizes) {
  check_sizes("reshape", sizes, typename Y::axes{});
  check_count("reshape", x.count(), sizes.data(), Y::rank);
  if constexpr (std::is_lvalue_reference_v<X> || std::is_const_v<std::remove_reference_t<X>>) {
    return Access::make<Y>(sizes, Access::storage(x));
  } else {
    Access::sizes(x) = {};
    return Access::make<Y>(sizes, std::move(Access::storage(x)));
  }
}

/// The last Few of Many axes.
template <std::size_t Many, std::size_t Few>
constexpr auto last_axes() {
  std::array<std::int64_t, Few> axes{};
  for (std::size_t i = 0; i < Few; ++i) axes[i] = static_cast<std::int64_t>(Many - Few + i);
  return axes;
}

/// What stands in for braces with nothing in them.
struct NoNumbers {};

template <std::size_t N>
constexpr std::array<std::int64_t, N> array_of(const std::int64_t (&v)[N]) {
  std::array<std::int64_t, N> a{};
  for (std::size_t i = 0; i < N; ++i) a[i] = v[i];
  return a;
}
}  // namespace detail

// ---- reshape ----

/// The same elements, row-major, in other sizes; shares or takes over the storage. Throws Error if
/// their number is not the product of the sizes.
///
///   reshape(x, 2, 3)   reshape<Tensor<float, Batch, Dim<10>>>(x, n)
template <TensorLike X, std::integral... S>
  requires(sizeof...(S) > 0)
auto reshape(X&& x, S... sizes) -> plain_tensor<element_of<X>, sizeof...(S)> {
  return detail::reshaped<plain_tensor<element_of<X>, sizeof...(S)>>(
      std::forward<X>(x), {static_cast<std::int64_t>(sizes)...});
}
template <TensorLike X, std::size_t N>
auto reshape(X&& x, const std::int64_t (&sizes)[N]) -> plain_tensor<element_of<X>, N> {
  return detail::reshaped<plain_tensor<element_of<X>, N>>(std::forward<X>(x),
                                                          detail::array_of(sizes));
}
template <TensorLike Y, TensorLike X, std::integral... S>
  requires(std::is_same_v<element_of<X>, element_of<Y>> && detail::sizes_fit<Y, sizeof...(S)>)
Y reshape(X&& x, S... sizes) {
  const std::int64_t given[] = {static_cast<std::int64_t>(sizes)..., 0};
  return detail::reshaped<Y>(std::forward<X>(x),
                             detail::all_sizes(given, sizeof...(S), axes_of<Y>{}));
}
/// One element as a tensor whose axes all have size 1.
template <Element T, std::size_t N>
auto reshape(T x, const std::int64_t (&sizes)[N]) -> plain_tensor<T, N> {
  return detail::reshaped<plain_tensor<T, N>>(Vector<T>{x}, detail::array_of(sizes));
}

/// The element of a tensor whose axes all have size 1.
template <TensorLike X>
auto reshape(X&& x, detail::NoNumbers) -> element_of<X> {
  return reshape(std::forward<X>(x), 1)(0);
}

// ---- transpose, reverse ----

/// The axes in another order: axis i of the result is axis I[i] of x. Without numbers, the last
/// becomes the first.
///
///   [a, b] -> [b, a];  transpose<1, 0, 2> : [a, b, c] -> [b, a, c]
template <int... I, TensorLike X>
  requires(sizeof...(I) > 0 &&
           detail::Answer<tensor_of<element_of<X>, rules::permute<axes_of<X>, I...>>>)
auto transpose(X&& x) -> tensor_of<element_of<X>, rules::permute<axes_of<X>, I...>> {
  constexpr auto order = detail::axis_numbers<std::remove_cvref_t<X>::rank, I...>();
  return detail::call<"transpose", tensor_of<element_of<X>, rules::permute<axes_of<X>, I...>>>(
      {{"permutation", detail::Attribute::Kind::integers, order}}, std::forward<X>(x));
}
template <TensorLike X>
auto transpose(X&& x) -> tensor_of<element_of<X>, rules::reversed<axes_of<X>>> {
  return [&]<int... I>(std::integer_sequence<int, I...>) {
    return tlaloc::transpose<(static_cast<int>(sizeof...(I)) - 1 - I)...>(std::forward<X>(x));
  }(std::make_integer_sequence<int, std::remove_cvref_t<X>::rank>{});
}
template <int... I, TensorLike X>
  requires(sizeof...(I) > 0 &&
           !detail::Answer<tensor_of<element_of<X>, rules::permute<axes_of<X>, I...>>>)
auto transpose(X&& x) -> tensor_of<element_of<X>, rules::permute<axes_of<X>, I...>> = delete;

/// The elements along axes I... in reverse order.
template <int... I, TensorLike X>
  requires(sizeof...(I) > 0 && rules::Shape<rules::reduce<axes_of<X>, I...>>)
std::remove_cvref_t<X> reverse(X&& x) {
  constexpr auto numbers = detail::axis_numbers<std::remove_cvref_t<X>::rank, I...>();
  return detail::call<"reverse", std::remove_cvref_t<X>>(
      {{"axes", detail::Attribute::Kind::integers, numbers}}, std::forward<X>(x));
}
template <int... I, TensorLike X>
  requires(sizeof...(I) > 0 && !rules::Shape<rules::reduce<axes_of<X>, I...>>)
rules::reduce<axes_of<X>, I...> reverse(X&& x) = delete;

// ---- broadcast ----

/// x repeated to these sizes: its axes align from the right with the result's, or axis i of x
/// becomes axis to[i]. Throws Error where a size is neither 1 nor the result's.
///
///   broadcast(bias, {batch, 10})   broadcast(column, {rows, columns}, {0})
template <TensorLike X, std::size_t N>
  requires(N >= std::remove_cvref_t<X>::rank)
auto broadcast(X&& x, const std::int64_t (&sizes)[N], std::initializer_list<std::int64_t> to)
    -> plain_tensor<element_of<X>, N> {
  return detail::call<"broadcast", plain_tensor<element_of<X>, N>>(
      {{"sizes", detail::Attribute::Kind::sizes, sizes},
       {"axes", detail::Attribute::Kind::integers, {to.begin(), to.size()}}},
      std::forward<X>(x));
}
template <TensorLike X, std::size_t N>
  requires(N >= std::remove_cvref_t<X>::rank)
auto broadcast(X&& x, const std::int64_t (&sizes)[N]) -> plain_tensor<element_of<X>, N> {
  constexpr auto to = detail::last_axes<N, std::remove_cvref_t<X>::rank>();
  return detail::call<"broadcast", plain_tensor<element_of<X>, N>>(
      {{"sizes", detail::Attribute::Kind::sizes, sizes},
       {"axes", detail::Attribute::Kind::integers, to}},
      std::forward<X>(x));
}
/// One number everywhere.
template <Element T, std::size_t N>
auto broadcast(T x, const std::int64_t (&sizes)[N], detail::NoNumbers = {}) -> plain_tensor<T, N> {
  return full<T>(x, sizes);
}

namespace detail {

template <class X, std::size_t N>
bool has_sizes(const X& x, const std::int64_t (&sizes)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    if (x.size(static_cast<int>(i)) != sizes[i]) return false;
  return true;
}
/// Whether axis i goes to axis i.
inline bool is_in_place(std::initializer_list<std::int64_t> axes, std::size_t rank) {
  std::int64_t next = 0;
  for (std::int64_t a : axes)
    if (a != next++) return false;
  return axes.size() == rank;
}

}  // namespace detail

/// The adjoint of broadcast: sums x over the axes along which a tensor of these sizes was repeated.
/// Where it was repeated along none, that is x itself, and shares its storage.
template <NumberTensor X, std::size_t N>
  requires(N <= std::remove_cvref_t<X>::rank)
auto sum_to(X&& x, const std::int64_t (&sizes)[N], std::initializer_list<std::int64_t> from)
    -> plain_tensor<element_of<X>, N> {
  if constexpr (N == std::remove_cvref_t<X>::rank)
    if (detail::has_sizes(x, sizes) && detail::is_in_place(from, N)) return std::forward<X>(x);
  return detail::call<"sum_to", plain_tensor<element_of<X>, N>>(
      {{"sizes", detail::Attribute::Kind::sizes, sizes},
       {"axes", detail::Attribute::Kind::integers, {from.begin(), from.size()}}},
      std::forward<X>(x));
}
template <NumberTensor X, std::size_t N>
  requires(N <= std::remove_cvref_t<X>::rank)
auto sum_to(X&& x, const std::int64_t (&sizes)[N]) -> plain_tensor<element_of<X>, N> {
  if constexpr (N == std::remove_cvref_t<X>::rank)
    if (detail::has_sizes(x, sizes)) return std::forward<X>(x);
  constexpr auto from = detail::last_axes<std::remove_cvref_t<X>::rank, N>();
  return detail::call<"sum_to", plain_tensor<element_of<X>, N>>(
      {{"sizes", detail::Attribute::Kind::sizes, sizes},
       {"axes", detail::Attribute::Kind::integers, from}},
      std::forward<X>(x));
}
/// All of it, summed.
template <NumberTensor X>
auto sum_to(X&& x, detail::NoNumbers, detail::NoNumbers = {}) -> element_of<X> {
  return detail::call<"sum_to", element_of<X>>(
      {{"sizes", detail::Attribute::Kind::sizes}, {"axes", detail::Attribute::Kind::integers}},
      std::forward<X>(x));
}

// ---- slice, pad, concat ----

/// Elements start, start + stride, ... below limit along each axis. Throws Error if one is out of
/// range.
///
///   slice(x, {0, 1}, {2, 3})
template <TensorLike X, std::size_t N>
  requires(N == std::remove_cvref_t<X>::rank)
auto slice(X&& x, const std::int64_t (&starts)[N], const std::int64_t (&limits)[N],
           const std::int64_t (&strides)[N]) -> plain_tensor<element_of<X>, N> {
  return detail::call<"slice", plain_tensor<element_of<X>, N>>(
      {{"starts", detail::Attribute::Kind::sizes, starts},
       {"limits", detail::Attribute::Kind::sizes, limits},
       {"strides", detail::Attribute::Kind::sizes, strides}},
      std::forward<X>(x));
}
template <TensorLike X, std::size_t N>
  requires(N == std::remove_cvref_t<X>::rank)
auto slice(X&& x, const std::int64_t (&starts)[N], const std::int64_t (&limits)[N])
    -> plain_tensor<element_of<X>, N> {
  std::int64_t strides[N];
  for (auto& s : strides) s = 1;
  return tlaloc::slice(std::forward<X>(x), starts, limits, strides);
}
/// Elements start, start + stride, ... below limit along axis I; the other axes stay. The axis
/// keeps its name.
///
///   slice<0>(images, 0, 128)
template <int I, TensorLike X>
  requires detail::Answer<tensor_of<element_of<X>, rules::slice<axes_of<X>, I>>>
auto slice(X&& x, std::int64_t start, std::int64_t limit, std::int64_t stride = 1)
    -> tensor_of<element_of<X>, rules::slice<axes_of<X>, I>> {
  constexpr std::size_t rank = std::remove_cvref_t<X>::rank;
  constexpr std::size_t axis = rules::axis_number(I, rank);
  std::int64_t starts[rank] = {}, strides[rank];
  auto limits = x.shape();
  for (auto& s : strides) s = 1;
  starts[axis] = start;
  limits[axis] = limit;
  strides[axis] = stride;
  return detail::call<"slice", tensor_of<element_of<X>, rules::slice<axes_of<X>, I>>>(
      {{"starts", detail::Attribute::Kind::sizes, starts},
       {"limits", detail::Attribute::Kind::sizes, limits},
       {"strides", detail::Attribute::Kind::sizes, strides}},
      std::forward<X>(x));
}
template <int I, TensorLike X>
  requires(!detail::Answer<tensor_of<element_of<X>, rules::slice<axes_of<X>, I>>>)
rules::slice<axes_of<X>, I> slice(X&& x, std::int64_t start, std::int64_t limit,
                                  std::int64_t stride = 1) = delete;

/// Zeros of these sizes with x's elements in them: at low, low + stride, ... along each axis. The
/// adjoint of slice.
template <NumberTensor X, std::size_t N>
  requires(N == std::remove_cvref_t<X>::rank)
auto pad(X&& x, const std::int64_t (&low)[N], const std::int64_t (&strides)[N],
         const std::int64_t (&sizes)[N]) -> plain_tensor<element_of<X>, N> {
  return detail::call<"pad", plain_tensor<element_of<X>, N>>(
      {{"low", detail::Attribute::Kind::sizes, low},
       {"strides", detail::Attribute::Kind::sizes, strides},
       {"sizes", detail::Attribute::Kind::sizes, sizes}},
      std::forward<X>(x));
}

/// One after the other along axis I. The other sizes must be equal.
///
///   concat<0>(a, b) : [n, k], [m, k] -> [n + m, k]
template <int I, TensorLike X, TensorLike... Y>
  requires((std::is_same_v<element_of<X>, element_of<Y>> && ...) &&
           detail::Answer<tensor_of<element_of<X>, rules::concat<I, axes_of<X>, axes_of<Y>...>>>)
auto concat(X&& x, Y&&... y)
    -> tensor_of<element_of<X>, rules::concat<I, axes_of<X>, axes_of<Y>...>> {
  constexpr auto axis = detail::axis_numbers<std::remove_cvref_t<X>::rank, I>();
  return detail::call<"concat",
                      tensor_of<element_of<X>, rules::concat<I, axes_of<X>, axes_of<Y>...>>>(
      {{"axis", detail::Attribute::Kind::integer, axis}}, std::forward<X>(x),
      std::forward<Y>(y)...);
}
template <int I, TensorLike X, TensorLike... Y>
  requires((std::is_same_v<element_of<X>, element_of<Y>> && ...) &&
           !detail::Answer<tensor_of<element_of<X>, rules::concat<I, axes_of<X>, axes_of<Y>...>>>)
rules::concat<I, axes_of<X>, axes_of<Y>...> concat(X&& x, Y&&... y) = delete;

}  // namespace tlaloc
