// Structs of tensors as trees: walks over their differentiable leaves.
//
// A leaf is a floating scalar, a floating tensor, or a std::vector of floating numbers. Plain
// structs, std::tuple, std::pair, arrays and std::vector of these are looked into. Integers, bool,
// enums, strings and integer tensors have no derivative: walks skip them, and map_leaves copies
// them from the first argument. Leaves have names by path: "l1.w", "more[2].b", "first"; a member
// of a tuple is "[1]".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/dyn_tensor.h>
#include <tlaloc/fields.h>
#include <tlaloc/tensor.h>

namespace tlaloc {

namespace detail {

/// Where a walk stands: a field of what is above, or an element of it.
struct LeafPath {
  const LeafPath* above;
  std::string_view field;
  std::int64_t index;
  std::string text() const;
};
[[noreturn, gnu::cold]] void throw_leaves_differ(const LeafPath* path, const std::int64_t* got,
                                                 std::size_t got_rank, const std::int64_t* expected,
                                                 std::size_t rank);

template <class T>
inline constexpr bool is_floating_element =
    std::is_floating_point_v<T> || std::is_same_v<T, bfloat16>;

enum class TreeKind { leaf, skipped, record, tuple, array, list, unknown };

template <class T>
struct TreeOf {
  static constexpr TreeKind kind = is_floating_element<T> ? TreeKind::leaf
                                   : std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                                           std::is_pointer_v<T> || std::is_null_pointer_v<T>
                                       ? TreeKind::skipped
                                   : PlainStruct<T> ? TreeKind::record
                                                    : TreeKind::unknown;
};
template <class T, class... A>
struct TreeOf<Tensor<T, A...>> {
  static constexpr TreeKind kind = is_floating_element<T> ? TreeKind::leaf : TreeKind::skipped;
};
template <class T>
struct TreeOf<DynTensor<T>> {
  static constexpr TreeKind kind = is_floating_element<T> ? TreeKind::leaf : TreeKind::skipped;
};
template <class C, class Traits, class Alloc>
struct TreeOf<std::basic_string<C, Traits, Alloc>> {
  static constexpr TreeKind kind = TreeKind::skipped;
};
template <class C, class Traits>
struct TreeOf<std::basic_string_view<C, Traits>> {
  static constexpr TreeKind kind = TreeKind::skipped;
};
template <class T, class Alloc>
struct TreeOf<std::vector<T, Alloc>> {
  static constexpr TreeKind kind = is_floating_element<T>                 ? TreeKind::leaf
                                   : TreeOf<T>::kind == TreeKind::skipped ? TreeKind::skipped
                                                                          : TreeKind::list;
};
template <class T, std::size_t N>
struct TreeOf<std::array<T, N>> {
  static constexpr TreeKind kind = TreeKind::array;
};
template <class T, std::size_t N>
struct TreeOf<T[N]> {
  static constexpr TreeKind kind = TreeKind::array;
};
template <class... T>
struct TreeOf<std::tuple<T...>> {
  static constexpr TreeKind kind = TreeKind::tuple;
};
template <class T, class U>
struct TreeOf<std::pair<T, U>> {
  static constexpr TreeKind kind = TreeKind::tuple;
};
template <class T>
inline constexpr TreeKind tree_kind = TreeOf<std::remove_cvref_t<T>>::kind;

template <class T>
inline constexpr bool is_pair = false;
template <class T, class U>
inline constexpr bool is_pair<std::pair<T, U>> = true;

/// The sizes of a leaf as a view that lives as long as the leaf and `room`.
template <class Leaf>
std::pair<const std::int64_t*, std::size_t> leaf_sizes(const Leaf& x, std::int64_t& room) {
  if constexpr (is_tensor<Leaf>) {
    return {Access::sizes(x).data(), Leaf::rank};
  } else if constexpr (std::is_class_v<Leaf> && requires { x.shape().data(); }) {
    return {x.shape().data(), x.rank()};
  } else if constexpr (requires { x.size(); }) {
    room = static_cast<std::int64_t>(x.size());
    return {&room, 1};
  } else {
    return {nullptr, 0};
  }
}
/// Refuses leaves, or lists, whose sizes differ from the first one's.
template <class First, class... Rest>
void check_leaves(const LeafPath* path, const First& first, const Rest&... rest) {
  std::int64_t first_room = 0, room = 0;
  const auto expected = leaf_sizes(first, first_room);
  [[maybe_unused]] const auto check = [&](const auto& x) {
    const auto got = leaf_sizes(x, room);
    bool same = got.second == expected.second;
    for (std::size_t i = 0; same && i < got.second; ++i) same = got.first[i] == expected.first[i];
    if (!same) throw_leaves_differ(path, got.first, got.second, expected.first, expected.second);
  };
  (check(rest), ...);
}

/// Calls f(path, leaf...) on the leaves of same-typed trees, side by side.
template <class F, class First, class... Rest>
void walk_leaves(F& f, const LeafPath* path, First& first, Rest&... rest) {
  using T = std::remove_cv_t<First>;
  static_assert((std::is_same_v<T, std::remove_cv_t<Rest>> && ...),
                "tlaloc: the structs that are walked together must have one type");
  constexpr TreeKind kind = tree_kind<T>;
  static_assert(
      kind != TreeKind::unknown,
      "tlaloc: a tree of tensors holds a class that is neither a tensor nor a plain struct");
  if constexpr (kind == TreeKind::leaf) {
    check_leaves(path, first, rest...);
    f(path, first, rest...);
  } else if constexpr (kind == TreeKind::record) {
    const auto step = [&]<std::size_t N>(auto&... trees) {
      const LeafPath here{path, field_name<T, N>, -1};
      walk_leaves(f, &here, std::get<N>(fields_of(trees))...);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (step.template operator()<I>(first, rest...), ...);
    }(std::make_index_sequence<field_count<T>>{});
  } else if constexpr (kind == TreeKind::tuple) {
    const auto step = [&]<std::size_t N>(auto&... trees) {
      constexpr std::string_view name = !is_pair<T> ? "" : N == 0 ? "first" : "second";
      const LeafPath here{path, name, static_cast<std::int64_t>(N)};
      walk_leaves(f, &here, std::get<N>(trees)...);
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (step.template operator()<I>(first, rest...), ...);
    }(std::make_index_sequence<std::tuple_size_v<T>>{});
  } else if constexpr (kind == TreeKind::array || kind == TreeKind::list) {
    if constexpr (kind == TreeKind::list) check_leaves(path, first, rest...);
    std::size_t i = 0;
    for (auto& element : first) {
      const LeafPath here{path, {}, static_cast<std::int64_t>(i)};
      walk_leaves(f, &here, element, rest[i]...);
      ++i;
    }
  }
}
}  // namespace detail

/// Calls f on every differentiable leaf of s, and on the leaves at the same place in the others of
/// its type; leaves of structs that are not const may be written. Throws Error where lengths of
/// lists or sizes of leaves differ.
///
///   for_each_leaf([&](auto& w, const auto& g) { w -= rate * g; }, model, gradient);
template <class F, class First, class... Rest>
void for_each_leaf(F&& f, First&& first, Rest&&... rest) {
  const auto visit = [&](const detail::LeafPath*, auto&... leaves) { f(leaves...); };
  detail::walk_leaves(visit, nullptr, first, rest...);
}

/// As for_each_leaf; f takes the leaf's name first.
///
///   for_each_named_leaf([](const std::string& name, const auto& leaf) { ... }, model);
template <class F, class First, class... Rest>
void for_each_named_leaf(F&& f, First&& first, Rest&&... rest) {
  const auto visit = [&](const detail::LeafPath* path, auto&... leaves) {
    f(path == nullptr ? std::string() : path->text(), leaves...);
  };
  detail::walk_leaves(visit, nullptr, first, rest...);
}

/// A struct of s's type whose leaves are f of the leaves; what is no leaf is copied from `first`.
/// Throws Error where lengths of lists or sizes of leaves differ.
///
///   Model zeros = map_leaves([](const auto& leaf) { return zeros_like(leaf); }, model);
template <class F, class First, class... Rest>
std::remove_cvref_t<First> map_leaves(F&& f, const First& first, const Rest&... rest) {
  First y = first;
  const auto visit = [&](const detail::LeafPath*, auto& out, const auto&... leaves) {
    out = f(leaves...);
  };
  detail::walk_leaves(visit, nullptr, y, first, rest...);
  return y;
}

/// The names of the leaves of a struct, in order.
template <class T>
std::vector<std::string> leaf_names(const T& s) {
  std::vector<std::string> names;
  for_each_named_leaf([&](std::string name, const auto&) { names.push_back(std::move(name)); }, s);
  return names;
}

}  // namespace tlaloc
