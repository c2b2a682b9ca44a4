// Making tensors: zeros, ones, full, eye, arange, linspace, from, and the same in the shape of
// another.
//
// The first template argument is an element type, and the result has one `Any` for each size given;
// or it is a tensor type, and one size is given for each axis, or for each axis whose size its type
// leaves open. Sizes may also stand in braces: zeros<float>({2, 3}).
#pragma once

#include <span>

#include <tlaloc/tensor.h>

namespace tlaloc {

namespace detail {
template <class T, std::size_t R>
struct Made {
  using type = plain_tensor<T, R>;
};
template <TensorLike X, std::size_t R>
struct Made<X, R> {
  using type = X;
};
template <class T>
struct ElementOfMade {
  using type = T;
};
template <TensorLike X>
struct ElementOfMade<X> {
  using type = typename X::value_type;
};
template <class T>
using element_of_made = typename ElementOfMade<T>::type;

template <class Shape>
inline constexpr std::size_t open_axes = 0;
template <class... A>
inline constexpr std::size_t open_axes<Axes<A...>> =
    (std::size_t{0} + ... + std::size_t{!axis_info<A>.extent.is_fixed()});

/// The sizes of an X when `given` has one for each axis, or for each axis that its type leaves
/// open.
template <class... A, std::size_t N>
constexpr std::array<std::int64_t, sizeof...(A)> all_sizes(const std::int64_t (&given)[N],
                                                           std::size_t n, Axes<A...>) {
  std::size_t next = 0;
  if (n == sizeof...(A)) return {((void)axis_info<A>, given[next++])...};
  return {(axis_info<A>.extent.is_fixed() ? axis_info<A>.extent.size : given[next++])...};
}

/// Whether N sizes say what the sizes of an X are.
template <class T, std::size_t N>
inline constexpr bool sizes_fit = N > 0;
template <TensorLike X, std::size_t N>
inline constexpr bool sizes_fit<X, N> = N == X::rank || N == open_axes<typename X::axes>;

template <class T, std::integral... S>
auto made(const char* op, S... sizes) {
  using X = typename Made<T, sizeof...(S)>::type;
  const std::int64_t given[] = {static_cast<std::int64_t>(sizes)..., 0};
  return X::uninitialized(all_sizes(given, sizeof...(S), typename X::axes{}), op);
}
template <class T, std::size_t N>
auto made(const char* op, const std::int64_t (&sizes)[N]) {
  using X = typename Made<T, N>::type;
  return X::uninitialized(all_sizes(sizes, N, typename X::axes{}), op);
}
template <class X>
X filled(X x, Scalar<typename X::value_type> value) {
  for (auto& e : x.mutable_span()) e = value.value;
  return x;
}
}  // namespace detail

/// All elements `value`.  full<float>(2.5, 2, 3); full<Tensor<float, Batch, Dim<3>>>(2.5, 8)
template <class T, std::integral... S>
  requires(detail::sizes_fit<T, sizeof...(S)>)
auto full(Scalar<detail::element_of_made<T>> value, S... sizes) {
  return detail::filled(detail::made<T>("full", sizes...), value);
}
template <class T, std::size_t N>
  requires(detail::sizes_fit<T, N>)
auto full(Scalar<detail::element_of_made<T>> value, const std::int64_t (&sizes)[N]) {
  return detail::filled(detail::made<T>("full", sizes), value);
}

/// All elements 0.  zeros<float>(2, 3); zeros<Tensor<float, Batch, Dim<3>>>(8)
template <class T, std::integral... S>
  requires(detail::sizes_fit<T, sizeof...(S)>)
auto zeros(S... sizes) {
  return detail::filled(detail::made<T>("zeros", sizes...), 0);
}
template <class T, std::size_t N>
  requires(detail::sizes_fit<T, N>)
auto zeros(const std::int64_t (&sizes)[N]) {
  return detail::filled(detail::made<T>("zeros", sizes), 0);
}

/// All elements 1.
template <class T, std::integral... S>
  requires(detail::sizes_fit<T, sizeof...(S)>)
auto ones(S... sizes) {
  return detail::filled(detail::made<T>("ones", sizes...), 1);
}
template <class T, std::size_t N>
  requires(detail::sizes_fit<T, N>)
auto ones(const std::int64_t (&sizes)[N]) {
  return detail::filled(detail::made<T>("ones", sizes), 1);
}

/// The shape and type of `x`, all elements `value`.
template <TensorLike X>
X full_like(const X& x, std::type_identity_t<Scalar<typename X::value_type>> value) {
  return detail::filled(X::uninitialized(x.shape(), "full_like"), value);
}
/// The shape and type of `x`, all elements 0.
template <TensorLike X>
X zeros_like(const X& x) {
  return full_like(x, 0);
}
/// The shape and type of `x`, all elements 1.
template <TensorLike X>
X ones_like(const X& x) {
  return full_like(x, 1);
}

/// The same for a scalar.
template <std::floating_point T>
T zeros_like(T) {
  return 0;
}
template <std::floating_point T>
T ones_like(T) {
  return 1;
}

/// n rows and columns, 1 on the diagonal and 0 elsewhere.
template <Element T>
Matrix<T> eye(std::int64_t n, std::int64_t columns) {
  Matrix<T> x = zeros<T>(n, columns);
  auto e = x.mutable_span();
  for (std::int64_t i = 0; i < n && i < columns; ++i) e[i * columns + i] = Scalar<T>(1).value;
  return x;
}
template <Element T>
Matrix<T> eye(std::int64_t n) {
  return eye<T>(n, n);
}

/// begin, begin + step, ... below `end` (above it if step is negative). Throws Error if step is 0.
template <Element T>
Vector<T> arange(std::int64_t begin, std::int64_t end, std::int64_t step = 1) {
  if (step == 0) detail::throw_step("arange");
  const std::int64_t n = step > 0 ? (end > begin ? (end - begin - 1) / step + 1 : 0)
                                  : (end < begin ? (begin - end - 1) / -step + 1 : 0);
  auto x = Vector<T>::uninitialized({n}, "arange");
  std::int64_t v = begin;
  for (auto& e : x.mutable_span()) {
    e = Scalar<T>(v).value;
    v += step;
  }
  return x;
}
/// 0, 1, ... below `end`.
template <Element T>
Vector<T> arange(std::int64_t end) {
  return arange<T>(0, end);
}

/// The number of each element along one axis, in a tensor of these sizes.
///
///   iota<int, 1>({2, 3})   // [[0, 1, 2], [0, 1, 2]]
template <Element T, int Along, std::size_t N>
  requires(rules::axis_number(Along, N) < N)
auto iota(const std::int64_t (&sizes)[N]) {
  auto x = detail::made<T>("iota", sizes);
  std::int64_t inner = 1;
  for (std::size_t i = rules::axis_number(Along, N) + 1; i < N; ++i) inner *= sizes[i];
  std::int64_t at = 0;
  for (auto& e : x.mutable_span())
    e = Scalar<T>(at++ / inner % sizes[rules::axis_number(Along, N)]).value;
  return x;
}

/// n numbers at equal distances, from `first` to `last` inclusive.
template <std::floating_point T>
Vector<T> linspace(std::type_identity_t<Scalar<T>> first, std::type_identity_t<Scalar<T>> last,
                   std::int64_t n) {
  auto x = Vector<T>::uninitialized({n}, "linspace");
  auto e = x.mutable_span();
  const T step = n > 1 ? (last.value - first.value) / static_cast<T>(n - 1) : T(0);
  for (std::int64_t i = 0; i < n; ++i) e[i] = first.value + step * static_cast<T>(i);
  if (n > 1) e[n - 1] = last.value;
  return x;
}

/// A copy of `values`, row-major, in these sizes; without sizes, a vector. Throws Error if their
/// number is not the product of the sizes.  from(std::span(pixels), 60000, 784); from<Tensor<float,
/// Batch, Feature>>(values, 8)
template <TensorLike X, std::integral... S>
  requires(detail::sizes_fit<X, sizeof...(S)>)
X from(std::type_identity_t<std::span<const typename X::value_type>> values, S... sizes) {
  X x = detail::made<X>("from", sizes...);
  if (static_cast<std::int64_t>(values.size()) != x.count())
    detail::throw_count("from", static_cast<std::int64_t>(values.size()), x.shape().data(),
                        X::rank);
  auto* to = x.mutable_span().data();
  for (const auto& v : values) *to++ = v;
  return x;
}
template <Element T, std::size_t N, std::integral... S>
  requires(sizeof...(S) > 0)
auto from(std::span<const T, N> values, S... sizes) {
  return from<plain_tensor<T, sizeof...(S)>>(values, sizes...);
}
template <Element T, std::size_t N>
Vector<T> from(std::span<const T, N> values) {
  return from<Vector<T>>(values, values.size());
}
/// The same from a vector or a std::array, or from a span that could be written through.
template <class C, std::integral... S>
  requires(!std::is_const_v<typename C::value_type> ||
           !std::is_same_v<C, std::span<typename C::value_type>>)
auto from(const C& values, S... sizes) {
  return from(std::span<const std::remove_cv_t<typename C::value_type>>(values), sizes...);
}

/// A copy of all elements, the last axis fastest.
template <TensorLike X>
std::vector<typename X::value_type> to_vector(const X& x) {
  return x.to_vector();
}

}  // namespace tlaloc
