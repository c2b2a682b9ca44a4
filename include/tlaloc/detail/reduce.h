// What the functions that take axes away share: their result types, their axes in order.
#pragma once

#include <tlaloc/detail/eager.h>
#include <tlaloc/ops/shape.h>

namespace tlaloc {

namespace detail {
template <class T, class X, int... I>
using reduced_t = tensor_of<T, rules::reduce<axes_of<X>, I...>>;
template <class T, class X, class... A>
using reduced_named_t = tensor_of<T, rules::reduce_named<axes_of<X>, A...>>;

template <std::size_t Rank, int... I>
inline constexpr std::array<std::int64_t, (sizeof...(I) == 0 ? Rank : sizeof...(I))> axis_list =
    sorted_numbers<Rank, I...>();

template <Name N, class Y, int... I, class X>
Y reduce(X&& x) {
  return call<N, Y>(
      {{"axes", Attribute::Kind::integers, axis_list<std::remove_cvref_t<X>::rank, I...>}},
      std::forward<X>(x));
}
/// How many elements become one.
template <int... I, class X>
std::int64_t reduced_count(const X& x) {
  std::int64_t n = 1;
  for (std::int64_t i : axis_list<X::rank, I...>) n *= x.size(static_cast<int>(i));
  return n;
}
}  // namespace detail

}  // namespace tlaloc
