// Reading and writing by index: one place (index, update, add_at, place), or many (take,
// scatter_add).
//
// An index in braces names the first axes; what stands there is an element, or a tensor of the axes
// left. Indices are checked and throw Error, which names the place `where` if it is given. `update`
// is a new tensor; it writes in place if x is an rvalue that nobody shares.
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/make.h>
#include <tlaloc/ops/shape.h>

namespace tlaloc {

namespace detail {
template <class List, class Counts>
struct RestAfter;
template <class List, int... I>
struct RestAfter<List, std::integer_sequence<int, I...>> {
  using type = rules::reduce<List, I...>;
};
/// What stands at an index of N numbers.
template <class X, std::size_t N>
using rest_t = tensor_of<element_of<X>,
                         typename RestAfter<axes_of<X>, std::make_integer_sequence<int, N>>::type>;

/// Where the part at this index starts. Throws Error if a number is out of range.
template <TensorLike X, std::size_t N>
std::int64_t part_offset(const char* op, const X& x, const std::int64_t (&i)[N],
                         const char* where) {
  std::int64_t at = 0;
  const auto& sizes = Access::sizes(x);
  for (std::size_t axis = 0; axis < X::rank; ++axis) {
    if (axis < N && static_cast<std::uint64_t>(i[axis]) >= static_cast<std::uint64_t>(sizes[axis]))
      throw_index(op, axis, i[axis], sizes[axis], where);
    at = at * sizes[axis] + (axis < N ? i[axis] : 0);
  }
  return at;
}
template <TensorLike X, TensorLike V>
void check_part(const char* op, const X& x, const V& v) {
  constexpr std::size_t skip = X::rank - V::rank;
  for (std::size_t i = 0; i < V::rank; ++i)
    if (Access::sizes(v)[i] != Access::sizes(x)[skip + i])
      throw_part(op, i, Access::sizes(v)[i], Access::sizes(x)[skip + i]);
}
template <class X, class V, std::size_t N>
inline constexpr bool is_part = false;
template <class X, TensorLike V, std::size_t N>
inline constexpr bool is_part<X, V, N> =
    N < std::remove_cvref_t<X>::rank &&
    std::remove_cvref_t<V>::rank == std::remove_cvref_t<X>::rank - N &&
    std::is_same_v<element_of<X>, element_of<V>>;
}  // namespace detail

/// What stands at an index.  index(x, {i, j}) : [a, b] -> scalar;  index(x, {i}) : [a, b] -> [b]
template <TensorLike X, std::size_t N>
  requires(N <= std::remove_cvref_t<X>::rank)
auto index(const X& x, const std::int64_t (&i)[N], const char* where = "") -> detail::rest_t<X, N> {
  const std::int64_t at = detail::part_offset("index", x, i, where);
  if constexpr (N == X::rank) {
    return x.data()[at];
  } else {
    using Y = detail::rest_t<X, N>;
    std::array<std::int64_t, Y::rank> sizes;
    for (std::size_t a = 0; a < Y::rank; ++a) sizes[a] = detail::Access::sizes(x)[N + a];
    Y y = Y::uninitialized(sizes, "index");
    const auto to = y.mutable_span();
    for (std::size_t e = 0; e < to.size(); ++e) to[e] = x.data()[at + static_cast<std::int64_t>(e)];
    return y;
  }
}

/// x with v at an index.
template <TensorLike X, std::size_t N>
  requires(N == std::remove_cvref_t<X>::rank)
std::remove_cvref_t<X> update(X&& x, const std::int64_t (&i)[N], Scalar<element_of<X>> v,
                              const char* where = "") {
  const std::int64_t at = detail::part_offset("update", x, i, where);
  std::remove_cvref_t<X> y = std::forward<X>(x);
  y.mutable_span()[static_cast<std::size_t>(at)] = v.value;
  return y;
}
template <TensorLike X, std::size_t N, TensorLike V>
  requires detail::is_part<X, V, N>
std::remove_cvref_t<X> update(X&& x, const std::int64_t (&i)[N], const V& v,
                              const char* where = "") {
  const std::int64_t at = detail::part_offset("update", x, i, where);
  detail::check_part("update", x, v);
  std::remove_cvref_t<X> y = std::forward<X>(x);
  auto* to = y.mutable_span().data() + at;
  for (const auto& e : v.span()) *to++ = e;
  return y;
}

/// x with v added to what stands at an index.
template <NumberTensor X, std::size_t N>
  requires(N == std::remove_cvref_t<X>::rank)
std::remove_cvref_t<X> add_at(X&& x, const std::int64_t (&i)[N], Scalar<element_of<X>> v,
                              const char* where = "") {
  const std::int64_t at = detail::part_offset("add_at", x, i, where);
  std::remove_cvref_t<X> y = std::forward<X>(x);
  auto& e = y.mutable_span()[static_cast<std::size_t>(at)];
  e = detail::plus(e, v.value);
  return y;
}
template <NumberTensor X, std::size_t N, TensorLike V>
  requires detail::is_part<X, V, N>
std::remove_cvref_t<X> add_at(X&& x, const std::int64_t (&i)[N], const V& v,
                              const char* where = "") {
  const std::int64_t at = detail::part_offset("add_at", x, i, where);
  detail::check_part("add_at", x, v);
  std::remove_cvref_t<X> y = std::forward<X>(x);
  auto* to = y.mutable_span().data() + at;
  for (const auto& e : v.span()) {
    *to = detail::plus(*to, e);
    ++to;
  }
  return y;
}

/// Zeros of these sizes with v at an index: the adjoint of index.
template <Element T, std::size_t N>
auto place(const std::int64_t (&sizes)[N], const std::int64_t (&i)[N], T v, const char* where = "")
    -> plain_tensor<T, N> {
  return update(zeros<T>(sizes), i, v, where);
}
template <TensorLike V, std::size_t R, std::size_t N>
  requires detail::is_part<plain_tensor<element_of<V>, R>, V, N>
auto place(const std::int64_t (&sizes)[R], const std::int64_t (&i)[N], const V& v,
           const char* where = "") -> plain_tensor<element_of<V>, R> {
  return update(zeros<element_of<V>>(sizes), i, v, where);
}

/// The parts of x at these indices along axis I, whose place the axes of the indices take.
///
///   take<0>(x, i) : [n, k], [m] -> [m, k], result[j] = x[i[j]].  Throws Error if an index is out
///   of range.
template <int I = 0, TensorLike X, IntegerTensor J>
  requires detail::Answer<tensor_of<element_of<X>, rules::take<axes_of<X>, axes_of<J>, I>>>
auto take(X&& x, J&& indices, const char* where = "")
    -> tensor_of<element_of<X>, rules::take<axes_of<X>, axes_of<J>, I>> {
  using Y = tensor_of<element_of<X>, rules::take<axes_of<X>, axes_of<J>, I>>;
  Y y;
  detail::take_rows(detail::operand(std::as_const(x)),
                    rules::axis_number(I, std::remove_cvref_t<X>::rank),
                    detail::operand(std::as_const(indices)), detail::slot(y), where);
  return y;
}
template <int I = 0, TensorLike X, IntegerTensor J>
  requires(!detail::Answer<tensor_of<element_of<X>, rules::take<axes_of<X>, axes_of<J>, I>>>)
rules::take<axes_of<X>, axes_of<J>, I> take(X&& x, J&& indices, const char* = "") = delete;

/// What stands at one index of axis 0.  [n, k...] -> [k...]
template <TensorLike X, std::integral J>
auto take(const X& x, J i, const char* where = "") -> detail::rest_t<X, 1> {
  return index(x, {static_cast<std::int64_t>(i)}, where);
}

/// x with v's parts added at these indices along axis 0, one after the other: the adjoint of
/// take<0>.
///
///   [n, k...], [m...], [m..., k...] -> [n, k...]
template <NumberTensor X, IntegerTensor J, NumberTensor V>
  requires(std::remove_cvref_t<X>::rank - 1 + std::remove_cvref_t<J>::rank ==
               std::remove_cvref_t<V>::rank &&
           std::is_same_v<element_of<X>, element_of<V>>)
std::remove_cvref_t<X> scatter_add(X&& x, J&& indices, V&& v, const char* where = "") {
  std::remove_cvref_t<X> y = std::forward<X>(x);
  y.mutable_span();
  detail::scatter_add_rows(detail::slot(y), detail::operand(std::as_const(indices)),
                           detail::operand(std::as_const(v)), where);
  return y;
}

template <NumberTensor X, std::integral J, class V>
auto scatter_add(X&& x, J i, const V& v, const char* where = "") -> std::remove_cvref_t<X> {
  return add_at(std::forward<X>(x), {static_cast<std::int64_t>(i)}, v, where);
}

/// The indices themselves.  Throws Error if one is negative or not below `size`.
template <IntegerTensor J>
std::remove_cvref_t<J> axis_indices(J&& indices, std::int64_t size, const char* where = "") {
  detail::check_indices("index", "index", detail::operand(std::as_const(indices)), size, where);
  return std::forward<J>(indices);
}
template <std::integral J>
J axis_indices(J i, std::int64_t size, const char* where = "") {
  if (static_cast<std::uint64_t>(i) >= static_cast<std::uint64_t>(size))
    detail::throw_index("index", 0, static_cast<std::int64_t>(i), size, where);
  return i;
}

}  // namespace tlaloc
