// Which types have a derivative, and the type that the gradient with respect to one has.
// Integers, bool, enums and strings have none: as arguments they are skipped.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <tlaloc/dtype.h>
#include <tlaloc/fields.h>

namespace tlaloc {

/// True if some part of a T can move smoothly: of a plain struct, one of its fields. Any other
/// class that nobody described counts: the tool looks inside it, and refuses what it cannot read.
template <class T>
struct IsDifferentiable : std::bool_constant<std::is_floating_point_v<T> || std::is_class_v<T> ||
                                             std::is_pointer_v<T>> {};
namespace detail {

template <class T>
constexpr bool some_field_moves() {
  if constexpr (field_count<T> > kMaxFields) {
    return true;  // too many to look at
  } else {
    using Fields = decltype(fields_of(std::declval<T&>()));
    return []<class... F>(std::type_identity<std::tuple<F...>>) {
      return std::disjunction_v<IsDifferentiable<std::remove_cvref_t<F>>...>;
    }(std::type_identity<Fields>());
  }
}

}  // namespace detail

template <>
struct IsDifferentiable<bfloat16> : std::true_type {};
template <>
struct IsDifferentiable<std::string> : std::false_type {};
template <>
struct IsDifferentiable<std::string_view> : std::false_type {};
template <class T>
  requires(std::is_class_v<T> && requires { typename T::value_type; })
struct IsDifferentiable<T> : IsDifferentiable<std::remove_cv_t<typename T::value_type>> {};
template <class T>
  requires(PlainStruct<T> && !requires { typename T::value_type; })
struct IsDifferentiable<T> : std::bool_constant<detail::some_field_moves<T>()> {};
template <class T, class U>
struct IsDifferentiable<std::pair<T, U>>
    : std::disjunction<IsDifferentiable<T>, IsDifferentiable<U>> {};
template <class... T>
struct IsDifferentiable<std::tuple<T...>> : std::disjunction<IsDifferentiable<T>...> {};
template <class T, std::size_t N>
struct IsDifferentiable<T[N]> : IsDifferentiable<T> {};

/// IsDifferentiable of T without const and references.
template <class T>
inline constexpr bool is_differentiable = IsDifferentiable<std::remove_cvref_t<T>>::value;

/// The type of a gradient with respect to a T: T itself, but a vector for a span.
template <class T>
struct GradientOf {
  using type = T;
};
template <class T, std::size_t N>
struct GradientOf<std::span<T, N>> {
  using type = std::vector<std::remove_cv_t<T>>;
};

/// GradientOf T without const and references.
template <class T>
using Gradient = typename GradientOf<std::remove_cvref_t<T>>::type;

}  // namespace tlaloc
