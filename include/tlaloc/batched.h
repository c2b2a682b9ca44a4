// Batched<A, S>: a value of type S for every lane of axis A.
//
// For a number it is a Tensor<T, A>, for a tensor the tensor with A in front; tuples, pairs and
// arrays hold their parts so. For a plain struct it is a BatchedStruct: every leaf has A in front,
// b[i] is an S. Members that no program computes (enums, strings) are the same in all lanes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/fields.h>
#include <tlaloc/tensor.h>

namespace tlaloc {

template <AxisType A, class S>
struct BatchedStruct;

namespace detail {

[[noreturn, gnu::cold]] void throw_lanes_differ(const char* op);
[[noreturn, gnu::cold]] void throw_no_lane(std::int64_t i, std::int64_t lanes);

/// A list of axes with A put in as axis I.
template <int I, class A, class Before, class After>
struct InsertAxis {
  static_assert(I == 0, "tlaloc: vmap: the value has no place for an axis of this number");
};
template <class A, class... B, class... C>
struct InsertAxis<0, A, Axes<B...>, Axes<C...>> {
  using type = Axes<B..., A, C...>;
};
template <int I, class A, class... B, class C0, class... C>
  requires(I > 0)
struct InsertAxis<I, A, Axes<B...>, Axes<C0, C...>>
    : InsertAxis<I - 1, A, Axes<B..., C0>, Axes<C...>> {};

/// What a value of type S becomes when every lane of A has one, A standing at I. Here: what no
/// program computes.
template <class A, class S, int I = 0>
struct BatchedOf {
  using type = S;
};
template <class A, Element T, int I>
struct BatchedOf<A, T, I> {
  static_assert(I == 0, "tlaloc: vmap: a number has no axis behind which another could stand");
  using type = Tensor<T, A>;
};
template <class A, class T, class... B, int I>
struct BatchedOf<A, Tensor<T, B...>, I> {
  using type = tensor_of<T, typename InsertAxis<I, A, Axes<>, Axes<B...>>::type>;
};
template <class A, Element T, class Alloc, int I>
struct BatchedOf<A, std::vector<T, Alloc>, I> {
  using type = tensor_of<T, typename InsertAxis<I, A, Axes<>, Axes<Any>>::type>;
};
template <class A, class T, std::size_t N, int I>
  requires Element<std::remove_cv_t<T>>
struct BatchedOf<A, std::span<T, N>, I> {
  using Own = std::conditional_t<N == std::dynamic_extent, Any,
                                 Dim<N == std::dynamic_extent ? 0 : static_cast<std::int64_t>(N)>>;
  using type = tensor_of<std::remove_cv_t<T>, typename InsertAxis<I, A, Axes<>, Axes<Own>>::type>;
};
template <class A, class T, std::size_t N, int I>
struct BatchedOf<A, std::array<T, N>, I> {
  using type = std::array<typename BatchedOf<A, T, I>::type, N>;
};
template <class A, class T, std::size_t N, int I>
struct BatchedOf<A, T[N], I> : BatchedOf<A, std::array<T, N>, I> {};
template <class A, class T, class U, int I>
struct BatchedOf<A, std::pair<T, U>, I> {
  using type = std::pair<typename BatchedOf<A, T, I>::type, typename BatchedOf<A, U, I>::type>;
};
template <class A, class... T, int I>
struct BatchedOf<A, std::tuple<T...>, I> {
  using type = std::tuple<typename BatchedOf<A, T, I>::type...>;
};
template <class A, PlainStruct S, int I>
struct BatchedOf<A, S, I> {
  static_assert(I == 0, "tlaloc: vmap: the axis of a batch of structs stands in front");
  using type = BatchedStruct<A, S>;
};

template <class A, class Fields>
struct BatchedFields;
template <class A, class... F>
struct BatchedFields<A, std::tuple<F&...>> {
  using type = std::tuple<typename BatchedOf<A, std::remove_cv_t<F>>::type...>;
};

}  // namespace detail

/// A value of type S for every lane of A: a tensor for a number or a tensor, a BatchedStruct for a
/// plain struct.
template <AxisType A, class S>
using Batched = typename detail::BatchedOf<A, S>::type;

/// A plain struct S for every lane of A: the fields of S, each with A in front.
///
///   Batched<Batch, Layer> layers = stack<Batch>(std::span<const Layer>(list));
///   layers.leaf<&Layer::w>()   // Tensor<float, Batch, Any, Any>
///   layers[2]                  // a Layer
template <AxisType A, class S>
struct BatchedStruct {
  using axis = A;
  using lane_type = S;
  typename detail::BatchedFields<A, decltype(fields_of(std::declval<S&>()))>::type fields;

  /// The number of lanes.
  std::int64_t size() const;
  /// Lane i. Throws Error if there is none.
  S operator[](std::int64_t i) const;
  /// All lanes of a field, or of a field of a field: leaf<&Model::first, &Layer::w>().
  template <auto First, auto... Rest>
  const auto& leaf() const;
};

/// One value of all lanes from a list of values, one a lane. Throws Error if sizes differ, or if a
/// member that no program computes does.
///
///   stack : [lanes] of S -> Batched<A, S>
template <AxisType A, class S>
Batched<A, std::remove_cv_t<S>> stack(std::span<S> lanes);
template <AxisType A, class S>
Batched<A, S> stack(const std::vector<S>& lanes) {
  return stack<A>(std::span<const S>(lanes));
}

namespace detail {

/// The number of lanes of a batched value whose lanes are S; -1: it has no leaf.
template <class S, class B>
std::int64_t lanes_of(const B& b) {
  if constexpr (is_tensor<B>) {
    return b.size(0);
  } else if constexpr (requires { b.fields; }) {
    return b.size();
  } else if constexpr (requires { std::tuple_size<B>::value; }) {
    std::int64_t n = -1;
    std::apply([&](const auto&... part) { ((n = n < 0 ? lanes_of<void>(part) : n), ...); }, b);
    return n;
  } else {
    return -1;
  }
}

template <class S, class B>
S lane(const B& b, std::int64_t i);
template <class S, class B, std::size_t... N>
S lane_of_parts(const B& b, std::int64_t i, std::index_sequence<N...>) {
  if constexpr (requires { std::tuple_size<S>::value; }) {
    return S{lane<std::tuple_element_t<N, S>>(std::get<N>(b), i)...};
  } else {
    S s{};
    const auto parts = fields_of(s);
    const auto fill = [&](auto& field, const auto& all) {
      using F = std::remove_reference_t<decltype(field)>;
      if constexpr (std::is_array_v<F>) {
        for (std::size_t k = 0; k < all.size(); ++k)
          field[k] = lane<std::remove_extent_t<F>>(all[k], i);
      } else {
        field = lane<F>(all, i);
      }
    };
    (fill(std::get<N>(parts), std::get<N>(b)), ...);
    return s;
  }
}

/// Lane i of a batched value.
template <class S, class B>
S lane(const B& b, std::int64_t i) {
  if constexpr (Element<S>) {
    return b(i);
  } else if constexpr (is_tensor<S>) {
    std::array<std::int64_t, S::rank> sizes;
    for (std::size_t k = 0; k < S::rank; ++k) sizes[k] = b.shape()[k + 1];
    S y = S::uninitialized(sizes, "lane");
    const std::int64_t each = y.count();
    if (each > 0)
      std::memcpy(y.mutable_span().data(), b.data() + i * each,
                  static_cast<std::size_t>(each) * sizeof(typename S::value_type));
    return y;
  } else if constexpr (is_tensor<B>) {  // of vectors
    const auto row = b.data() + i * b.size(1);
    return S(row, row + b.size(1));
  } else if constexpr (requires { b.fields; }) {
    return b[i];
  } else if constexpr (requires { std::tuple_size<B>::value; }) {
    return lane_of_parts<S>(b, i, std::make_index_sequence<std::tuple_size_v<B>>{});
  } else {
    return b;
  }
}

/// The batched value of n lanes; `at(i)` is a reference to lane i.
template <class A, class S, class At>
auto stacked(std::int64_t n, const At& at) -> typename BatchedOf<A, S>::type;

template <class A, class S, class At, std::size_t... N>
auto stacked_fields(std::int64_t n, const At& at, std::index_sequence<N...>) {
  const auto field = [&]<std::size_t I>() {
    using F = std::remove_cvref_t<decltype(std::get<I>(fields_of(std::declval<S&>())))>;
    return stacked<A, F>(n,
                         [&](std::int64_t i) -> const F& { return std::get<I>(fields_of(at(i))); });
  };
  return BatchedStruct<A, S> { {field.template operator()<N>()...} };
}
template <class A, class S, class At, std::size_t... N>
auto stacked_parts(std::int64_t n, const At& at, std::index_sequence<N...>) {
  const auto part = [&]<std::size_t I>() {
    using F = std::remove_cvref_t<decltype(std::declval<const S&>()[0])>;
    return stacked<A, F>(n, [&](std::int64_t i) -> const F& { return at(i)[I]; });
  };
  return typename BatchedOf<A, S>::type { part.template operator()<N>()... };
}
template <class A, class S, class At, std::size_t... N>
auto stacked_members(std::int64_t n, const At& at, std::index_sequence<N...>) {
  const auto member = [&]<std::size_t I>() {
    using F = std::tuple_element_t<I, S>;
    return stacked<A, F>(n, [&](std::int64_t i) -> const F& { return std::get<I>(at(i)); });
  };
  return typename BatchedOf<A, S>::type { member.template operator()<N>()... };
}

/// Leaves one behind the other, in one tensor.
template <class Y, class At>
Y stacked_leaves(std::int64_t n, const At& at) {
  std::array<std::int64_t, Y::rank> sizes{};
  sizes[0] = n;
  const auto row = [&](std::int64_t i) {
    using Leaf = std::remove_cvref_t<decltype(at(i))>;
    if constexpr (Element<Leaf>)
      return std::span<const typename Y::value_type>(&at(i), 1);
    else
      return std::span<const typename Y::value_type>(
          at(i).data(), static_cast<std::size_t>([&] {
            if constexpr (is_tensor<Leaf>)
              return at(i).count();
            else
              return static_cast<std::int64_t>(at(i).size());
          }()));
  };
  const auto sizes_of = [&](std::int64_t i) {
    using Leaf = std::remove_cvref_t<decltype(at(i))>;
    std::array<std::int64_t, Y::rank> out{};
    out[0] = n;
    if constexpr (is_tensor<Leaf>)
      for (std::size_t k = 0; k < Leaf::rank; ++k) out[k + 1] = at(i).shape()[k];
    else if constexpr (!Element<Leaf>)
      out[1] = static_cast<std::int64_t>(at(i).size());
    return out;
  };
  if (n > 0) sizes = sizes_of(0);
  Y y = Y::uninitialized(sizes, "stack");
  if (y.count() == 0) return y;
  const std::size_t each = static_cast<std::size_t>(y.count() / n);
  auto* to = y.mutable_span().data();
  for (std::int64_t i = 0; i < n; ++i, to += each) {
    if (sizes_of(i) != sizes) throw_lanes_differ("stack");
    std::memcpy(to, row(i).data(), each * sizeof(typename Y::value_type));
  }
  return y;
}

template <class A, class S, class At>
auto stacked(std::int64_t n, const At& at) -> typename BatchedOf<A, S>::type {
  using Y = typename BatchedOf<A, S>::type;
  if constexpr (is_tensor<Y>) {
    return stacked_leaves<Y>(n, at);
  } else if constexpr (requires { typename Y::lane_type; }) {
    return stacked_fields<A, S>(n, at, std::make_index_sequence<field_count<S>>{});
  } else if constexpr (std::is_array_v<S> || requires(const S& s) {
                         s[0];
                         std::tuple_size<S>::value;
                       }) {
    return stacked_parts<A, S>(n, at, std::make_index_sequence<std::tuple_size_v<Y>>{});
  } else if constexpr (requires { std::tuple_size<S>::value; }) {
    return stacked_members<A, S>(n, at, std::make_index_sequence<std::tuple_size_v<S>>{});
  } else {
    for (std::int64_t i = 1; i < n; ++i)
      if (!(at(i) == at(0))) throw_lanes_differ("stack");
    return n > 0 ? at(0) : S{};
  }
}

/// The number of the field that a pointer to member names.
template <class S, auto Member>
consteval std::size_t field_number() {
  constexpr auto& ghost = fields::ghost<S>.value;
  std::size_t found = field_count<S>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto look = [&]<std::size_t N>() {
      const void* at = &std::get<N>(fields_of(ghost));
      if (at == static_cast<const void*>(&(ghost.*Member))) found = N;
    };
    (look.template operator()<I>(), ...);
  }(std::make_index_sequence<field_count<S>>{});
  return found;
}

}  // namespace detail

template <AxisType A, class S>
std::int64_t BatchedStruct<A, S>::size() const {
  const std::int64_t n = detail::lanes_of<S>(fields);
  return n < 0 ? 0 : n;
}
template <AxisType A, class S>
S BatchedStruct<A, S>::operator[](std::int64_t i) const {
  if (i < 0 || i >= size()) detail::throw_no_lane(i, size());
  return detail::lane_of_parts<S>(fields, i, std::make_index_sequence<field_count<S>>{});
}
template <AxisType A, class S>
template <auto First, auto... Rest>
const auto& BatchedStruct<A, S>::leaf() const {
  const auto& field = std::get<detail::field_number<S, First>()>(fields);
  if constexpr (sizeof...(Rest) == 0)
    return field;
  else
    return field.template leaf<Rest...>();
}
template <AxisType A, class S>
Batched<A, std::remove_cv_t<S>> stack(std::span<S> lanes) {
  using Lane = std::remove_cv_t<S>;
  return detail::stacked<A, Lane>(
      static_cast<std::int64_t>(lanes.size()),
      [&](std::int64_t i) -> const Lane& { return lanes[static_cast<std::size_t>(i)]; });
}

}  // namespace tlaloc
