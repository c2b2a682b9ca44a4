// Jacobians: the derivative of X -> Y has Y's axes, then X's. With a struct, tuple or array on a
// side it is Blocks<Y, X>: one such block for each pair of leaves.
//
//   auto j = jacobian(f)(model);             // f : Model -> Vector<float>
//   j.block<&Model::w>()                     // the part by model.w
//   jacobian(g)(x, y).block<0, 1>()          // of the tuple that g returns: number 0 by y
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/axis.h>
#include <tlaloc/fields.h>
#include <tlaloc/make.h>
#include <tlaloc/tensor.h>
#include <tlaloc/tree.h>

namespace tlaloc {

template <class Y, class X>
struct Blocks;

namespace detail::blocks {

template <class... T>
struct List {
  static constexpr std::size_t size = sizeof...(T);
};
template <class... L>
struct Join {
  using type = List<>;
};
template <class... A>
struct Join<List<A...>> {
  using type = List<A...>;
};
template <class... A, class... B, class... Rest>
struct Join<List<A...>, List<B...>, Rest...> : Join<List<A..., B...>, Rest...> {};

// ---- leaves ----

/// The members of a struct, tuple or array.
template <class T>
struct Members;
template <class Refs>
struct WithoutReferences;
template <class... T>
struct WithoutReferences<std::tuple<T...>> {
  using type = List<std::remove_cvref_t<T>...>;
};
template <class T>
  requires(tree_kind<T> == TreeKind::record)
struct Members<T> : WithoutReferences<decltype(fields_of(std::declval<T&>()))> {};
template <class... T>
struct Members<std::tuple<T...>> {
  using type = List<T...>;
};
template <class T, class U>
struct Members<std::pair<T, U>> {
  using type = List<T, U>;
};
template <class T, std::size_t... I>
List<std::conditional_t<(I >= 0), T, T>...> repeated(std::index_sequence<I...>);
template <class T, std::size_t N>
struct Members<std::array<T, N>> {
  using type = decltype(repeated<T>(std::make_index_sequence<N>{}));
};
template <class T, std::size_t N>
struct Members<T[N]> : Members<std::array<T, N>> {};

template <class T>
inline constexpr bool is_span = false;
template <class T, std::size_t N>
inline constexpr bool is_span<std::span<T, N>> = true;

/// The differentiable leaves of a type, in order.
template <class T>
struct LeavesOf;
template <class L>
struct LeavesOfAll;
template <class... T>
struct LeavesOfAll<List<T...>> : Join<typename LeavesOf<T>::type...> {};
template <class T>
struct LeavesOf {
  static_assert(tree_kind<T> != TreeKind::list && tree_kind<T> != TreeKind::unknown,
                "tlaloc: jacobian: a class that is neither a tensor nor a plain struct, or a list "
                "of structs");
  using type = typename LeavesOfAll<typename Members<T>::type>::type;
};
template <class T>
  requires(tree_kind<T> == TreeKind::leaf)
struct LeavesOf<T> {
  using type = List<T>;
};
template <class T>
  requires(tree_kind<T> == TreeKind::skipped)
struct LeavesOf<T> {
  using type = List<>;
};
template <class T, std::size_t N>
struct LeavesOf<std::span<T, N>> {
  using type = List<std::vector<std::remove_cv_t<T>>>;
};
template <class T>
inline constexpr std::size_t leaf_count = LeavesOf<T>::type::size;

template <class T>
inline constexpr bool is_leaf = tree_kind<T> == TreeKind::leaf || is_span<T>;

// ---- a leaf by a leaf ----

template <class T>
struct LeafAxes {
  using element = T;
  using axes = List<>;
};
template <class T, class... A>
struct LeafAxes<Tensor<T, A...>> {
  using element = T;
  using axes = List<A...>;
};
template <class T, class Alloc>
struct LeafAxes<std::vector<T, Alloc>> {
  using element = T;
  using axes = List<Any>;
};

template <class A>
struct WithPrime {
  using type = A;
};
template <Name N>
consteval auto primed_name() {
  constexpr std::size_t length = N.view().size();
  char text[length + 2] = {};
  for (std::size_t i = 0; i < length; ++i) text[i] = N.view()[i];
  text[length] = '\'';
  return Name(text);
}
template <Name N, Extent E>
struct WithPrime<Axis<N, E>> {
  using type = Axis<primed_name<N>(), E>;
};

/// A, with primes behind its name until no axis of Taken has it.
template <class A, class... Taken>
struct Primed {
  static constexpr bool stands_twice =
      ((axis_info<A>.is_named() && axis_info<A>.name == axis_info<Taken>.name) || ...);
  using type =
      typename std::conditional_t<stands_twice, Primed<typename WithPrime<A>::type, Taken...>,
                                  std::type_identity<A>>::type;
};
template <class A, class... Taken>
  requires(!axis_info<A>.is_named())
struct Primed<A, Taken...> {
  using type = A;
};

template <class T, class Y, class X>
struct TensorOf;
template <class T, class... Y>
struct TensorOf<T, List<Y...>, List<>> {
  using type = Tensor<T, Y...>;
};
template <class T, class... Y, class X0, class... X>
struct TensorOf<T, List<Y...>, List<X0, X...>>
    : TensorOf<T, List<Y..., typename Primed<X0, Y...>::type>, List<X...>> {};

template <class Y, class X, class T = typename LeafAxes<Y>::element,
          class YAxes = typename LeafAxes<Y>::axes, class XAxes = typename LeafAxes<X>::axes>
struct LeafByLeaf : TensorOf<T, YAxes, XAxes> {};
template <class Y, class X, class T, class YAxes>
struct LeafByLeaf<Y, X, T, YAxes, List<>> {
  using type = Y;
};
template <class Y, class T, class U, class Alloc>
struct LeafByLeaf<Y, std::vector<U, Alloc>, T, List<>, List<Any>> {
  using type = std::vector<T>;
};

template <class Y, class XLeaves>
struct Row;
template <class Y, class... X>
struct Row<Y, List<X...>> {
  using type = List<typename LeafByLeaf<Y, X>::type...>;
};
template <class YLeaves, class XLeaves>
struct Rows;
template <class... Y, class XLeaves>
struct Rows<List<Y...>, XLeaves> : Join<typename Row<Y, XLeaves>::type...> {};
template <class L>
struct TupleOf;
template <class... T>
struct TupleOf<List<T...>> {
  using type = std::tuple<T...>;
};

/// The type of the derivative of X -> Y.
template <class Y, class X>
struct JacobianOf {
  using type = Blocks<Y, X>;
};
template <class Y, class X>
  requires(is_leaf<Y> && is_leaf<X>)
struct JacobianOf<Y, X> {
  using type = std::tuple_element_t<
      0, typename TupleOf<
             typename Rows<typename LeavesOf<Y>::type, typename LeavesOf<X>::type>::type>::type>;
};

// ---- members by name ----

template <auto Member>
struct MemberNumber {
  static_assert(std::is_integral_v<decltype(Member)>, "a member is named &S::x or by its number");
  template <class S>
  static constexpr std::size_t in = static_cast<std::size_t>(Member);
};
/// The field that a pointer to member means: the one at its address and of its type.
template <class S, class M, std::size_t I = 0>
consteval std::size_t number_of_field(M S::* member) {
  const auto fields = fields_of(fields::ghost<S>.value);
  if constexpr (I == std::tuple_size_v<decltype(fields)>) {
    return I;
  } else if constexpr (std::is_same_v<
                           std::tuple_element_t<I, std::remove_const_t<decltype(fields)>>,
                           const M&>) {
    if (&std::get<I>(fields) == &(fields::ghost<S>.value.*member)) return I;
    return number_of_field<S, M, I + 1>(member);
  } else {
    return number_of_field<S, M, I + 1>(member);
  }
}
template <class S, class M, M S::* Member>
struct MemberNumber<Member> {
  template <class Whole>
  static constexpr std::size_t in = [] {
    static_assert(std::is_same_v<S, Whole>, "tlaloc: block: a member of another struct is named");
    return number_of_field<S>(Member);
  }();
};

template <class L, std::size_t I>
struct At;
template <class... T, std::size_t I>
struct At<List<T...>, I> {
  static_assert(I < sizeof...(T), "tlaloc: block: there is no member of this number");
  using type = std::tuple_element_t<I, std::tuple<T...>>;
};

/// Leaves before member I of a compound type.
template <class L, std::size_t I>
inline constexpr std::size_t leaves_before = 0;
template <class T0, class... T, std::size_t I>
  requires(I > 0)
inline constexpr std::size_t leaves_before<List<T0, T...>, I> =
    leaf_count<T0> + leaves_before<List<T...>, I - 1>;

/// What a member names on one side: its type and where its leaves begin.
template <class Side, auto Member>
struct Chosen {
  using members = typename Members<Side>::type;
  static constexpr std::size_t number = MemberNumber<Member>::template in<Side>;
  using type = typename At<members, number>::type;
  static constexpr std::size_t first = leaves_before<members, number>;
};
template <class Side>
struct Whole {
  using type = Side;
  static constexpr std::size_t first = 0;
};

/// What the members given to block mean: one for each side that is no leaf itself.
template <class Y, class X, auto... M>
struct Sides {
  static_assert(sizeof...(M) == 0,
                "tlaloc: block: give one member for each side that is a struct, tuple or array");
};
template <class Y, class X, auto A, auto B>
  requires(!is_leaf<Y> && !is_leaf<X>)
struct Sides<Y, X, A, B> {
  using y = Chosen<Y, A>;
  using x = Chosen<X, B>;
};
template <class Y, class X, auto A>
  requires(!is_leaf<Y> && is_leaf<X>)
struct Sides<Y, X, A> {
  using y = Chosen<Y, A>;
  using x = Whole<X>;
};
template <class Y, class X, auto B>
  requires(is_leaf<Y> && !is_leaf<X>)
struct Sides<Y, X, B> {
  using y = Whole<Y>;
  using x = Chosen<X, B>;
};

// ---- dense ----

template <class Leaf>
inline constexpr std::size_t leaf_rank = LeafAxes<Leaf>::axes::size;

/// Rows and columns of a block whose first `y_rank` axes are the result's.
template <class Block>
std::pair<std::int64_t, std::int64_t> extent(const Block& b, std::size_t y_rank) {
  std::int64_t room = 0, rows = 1, columns = 1;
  const auto [sizes, rank] = leaf_sizes(b, room);
  for (std::size_t i = 0; i < rank; ++i) (i < y_rank ? rows : columns) *= sizes[i];
  return {rows, columns};
}
template <class Block>
auto elements(const Block& b) {
  if constexpr (is_tensor<Block>)
    return b.span();
  else if constexpr (std::is_class_v<Block> && requires { b.data(); })
    return std::span(b.data(), b.size());
  else
    return std::span(&b, 1);
}

}  // namespace detail::blocks

/// The derivative of X -> Y where one of them is a struct, tuple or array: a block for each pair of
/// leaves, with the axes of Y's leaf, then those of X's. Members without a derivative have none.
template <class Y, class X>
struct Blocks {
  /// By Y's leaves, then X's.
  using Leaves = typename detail::blocks::TupleOf<
      typename detail::blocks::Rows<typename detail::blocks::LeavesOf<Y>::type,
                                    typename detail::blocks::LeavesOf<X>::type>::type>::type;
  Leaves leaves;

  /// The derivative of a member of Y by a member of X: `block<&Y::a, &X::b>()`; members of tuples
  /// and arrays, and arguments of a function of several, by number: `block<0, 1>()`. A side that is
  /// a scalar or tensor itself is left out. A member that is a struct gives Blocks again.
  template <auto... Member>
  auto block() const {
    using Sides = detail::blocks::Sides<Y, X, Member...>;
    return part<typename Sides::y, typename Sides::x>();
  }

  /// All of it as one matrix: a row for each number in Y, a column for each in X.
  auto dense() const {
    using T = std::tuple_element_t<
        0, typename detail::blocks::TupleOf<typename detail::blocks::LeavesOf<Y>::type>::type>;
    return dense_of<typename detail::blocks::LeafAxes<T>::element>(
        std::make_index_sequence<kRows>{}, std::make_index_sequence<kColumns>{});
  }

 private:
  static constexpr std::size_t kRows = detail::blocks::leaf_count<Y>;
  static constexpr std::size_t kColumns = detail::blocks::leaf_count<X>;

  template <class SideY, class SideX>
  auto part() const {
    using SubY = typename SideY::type;
    using SubX = typename SideX::type;
    using Part = typename detail::blocks::JacobianOf<SubY, SubX>::type;
    static_assert(detail::blocks::leaf_count<SubY> > 0 && detail::blocks::leaf_count<SubX> > 0,
                  "tlaloc: block: this member has no derivative");
    if constexpr (detail::blocks::is_leaf<SubY> && detail::blocks::is_leaf<SubX>) {
      return Part(std::get<SideY::first * kColumns + SideX::first>(leaves));
    } else {
      constexpr std::size_t columns = detail::blocks::leaf_count<SubX>;
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return Part{{std::get<(SideY::first + I / columns) * kColumns + SideX::first + I % columns>(
            leaves)...}};
      }(std::make_index_sequence<detail::blocks::leaf_count<SubY> * columns>{});
    }
  }

  template <std::size_t I>
  static constexpr std::size_t row_rank = detail::blocks::leaf_rank<std::tuple_element_t<
      I, typename detail::blocks::TupleOf<typename detail::blocks::LeavesOf<Y>::type>::type>>;

  template <class T, std::size_t... I, std::size_t... J>
  Matrix<T> dense_of(std::index_sequence<I...>, std::index_sequence<J...>) const {
    const std::array<std::int64_t, kRows> rows = {
        detail::blocks::extent(std::get<I * kColumns>(leaves), row_rank<I>).first...};
    const std::array<std::int64_t, kColumns> columns = {
        detail::blocks::extent(std::get<J>(leaves), row_rank<0>).second...};
    std::int64_t height = 0, width = 0;
    for (std::int64_t n : rows) height += n;
    for (std::int64_t n : columns) width += n;
    Matrix<T> out = zeros<T>({height, width});
    const auto to = out.mutable_span();
    std::int64_t top = 0;
    const auto row = [&]<std::size_t R>() {
      std::int64_t left = 0;
      const auto one = [&]<std::size_t C>() {
        const auto from = detail::blocks::elements(std::get<R * kColumns + C>(leaves));
        for (std::int64_t r = 0; r < rows[R]; ++r)
          for (std::int64_t c = 0; c < columns[C]; ++c)
            to[static_cast<std::size_t>((top + r) * width + left + c)] =
                from[static_cast<std::size_t>(r * columns[C] + c)];
        left += columns[C];
      };
      (one.template operator()<J>(), ...);
      top += rows[R];
    };
    (row.template operator()<I>(), ...);
    return out;
  }
};

/// The type of jacobian(f)(x) for f : X -> Y: a scalar or tensor where both are, else Blocks.
template <class Y, class X>
using Jacobian = typename detail::blocks::JacobianOf<Y, X>::type;

}  // namespace tlaloc
