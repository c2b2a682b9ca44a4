// The fields of plain structs and their names, without macros: what trees of tensors are built on.
//
// A plain struct is an aggregate class without base classes, of at most kMaxFields fields; members
// may be structs, arrays (also C arrays) and anything that can be moved. Own code: with g++ 12
// Boost.PFR crashes on arrays of structs.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tlaloc {

/// The most fields that a struct may have.
inline constexpr std::size_t kMaxFields = 24;

namespace detail::fields {

/// Converts to anything but the struct itself, so that T{anything} never means a copy.
template <class Struct>
struct Anything {
  template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Struct>)
  operator T() const noexcept {
    __builtin_trap();  // never called, and defined for structs that only one file knows
  }
};

template <class T, class Before, class Inner, class After>
inline constexpr bool takes_nested = false;
template <class T, std::size_t... B, std::size_t... I, std::size_t... A>
inline constexpr bool takes_nested<T, std::index_sequence<B...>, std::index_sequence<I...>,
                                   std::index_sequence<A...>> = requires {
  T{((void)B, Anything<T>{})..., {((void)I, Anything<T>{})...}, ((void)A, Anything<T>{})...};
};
template <class T, class All>
inline constexpr bool takes = false;
template <class T, std::size_t... I>
inline constexpr bool takes<T, std::index_sequence<I...>> =
    requires { T{((void)I, Anything<T>{})...}; };

/// The most initialisers that T takes; the elements of a C array count one by one.
template <class T, std::size_t N = 0, std::size_t Misses = 0>
consteval std::size_t initializers() {
  // Fewer than all may fail: a member without a default needs its own.
  if constexpr (N > 8 * kMaxFields)
    return N - Misses;
  else if constexpr (takes<T, std::make_index_sequence<N + 1>>)
    return initializers<T, N + 1, 0>();
  else if constexpr (N + 1 < kMaxFields && Misses < 4)
    return initializers<T, N + 1, Misses + 1>();
  else
    return N - Misses;
}

/// How many initialisers the member that starts at initialiser At takes: more than 1 for a C array.
template <class T, std::size_t At, std::size_t All, std::size_t Try = All - At>
consteval std::size_t extent() {
  using Before = std::make_index_sequence<At>;
  using Inner = std::make_index_sequence<Try>;
  if constexpr (Try <= 1)
    return 1;
  else if constexpr (takes_nested<T, Before, Inner, std::make_index_sequence<All - At - Try>> &&
                     !takes_nested<T, Before, Inner, std::make_index_sequence<All - At - Try + 1>>)
    return Try;
  else
    return extent<T, At, All, Try - 1>();
}

template <class T, std::size_t All, std::size_t At = 0, std::size_t Count = 0>
consteval std::size_t count() {
  if constexpr (At >= All)
    return Count;
  else
    return count<T, All, At + extent<T, At, All>(), Count + 1>();
}

template <class T>
union Ghost {
  char none;
  T value;
  constexpr Ghost() : none{} {}
  constexpr ~Ghost() {}
};
/// An object that is never made: its members have addresses, and so names.
template <class T>
inline constexpr Ghost<T> ghost{};

template <auto* Member>
consteval std::string_view name_at() {
  std::string_view s = __PRETTY_FUNCTION__;
#if defined(__clang__)
  s = s.substr(0, s.find(']', s.find("Member = ")));
#else
  s = s.substr(0, s.rfind(");"));
#endif
  return s.substr(s.find_last_of(":.") + 1);
}

}  // namespace detail::fields

/// A plain struct: an aggregate class that is no array.
template <class T>
concept PlainStruct =
    std::is_aggregate_v<std::remove_cvref_t<T>> && std::is_class_v<std::remove_cvref_t<T>> &&
    !requires { std::tuple_size<std::remove_cvref_t<T>>::value; };

/// How many fields a plain struct has.
template <PlainStruct T>
inline constexpr std::size_t field_count =
    detail::fields::count<std::remove_cvref_t<T>,
                          detail::fields::initializers<std::remove_cvref_t<T>>()>();

/// References to the fields of a plain struct, in order.
template <PlainStruct T>
constexpr auto fields_of(T& x) {
  constexpr std::size_t n = field_count<T>;
  static_assert(n <= kMaxFields, "tlaloc: a struct may have at most 24 fields");
  if constexpr (n == 0) {
    return std::tuple<>();
  } else if constexpr (n == 1) {
    auto& [m0] = x;
    return std::tie(m0);
  } else if constexpr (n == 2) {
    auto& [m0, m1] = x;
    return std::tie(m0, m1);
  } else if constexpr (n == 3) {
    auto& [m0, m1, m2] = x;
    return std::tie(m0, m1, m2);
  } else if constexpr (n == 4) {
    auto& [m0, m1, m2, m3] = x;
    return std::tie(m0, m1, m2, m3);
  } else if constexpr (n == 5) {
    auto& [m0, m1, m2, m3, m4] = x;
    return std::tie(m0, m1, m2, m3, m4);
  } else if constexpr (n == 6) {
    auto& [m0, m1, m2, m3, m4, m5] = x;
    return std::tie(m0, m1, m2, m3, m4, m5);
  } else if constexpr (n == 7) {
    auto& [m0, m1, m2, m3, m4, m5, m6] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6);
  } else if constexpr (n == 8) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7);
  } else if constexpr (n == 9) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8);
  } else if constexpr (n == 10) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9);
  } else if constexpr (n == 11) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10);
  } else if constexpr (n == 12) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11);
  } else if constexpr (n == 13) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12);
  } else if constexpr (n == 14) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13);
  } else if constexpr (n == 15) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14);
  } else if constexpr (n == 16) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
  } else if constexpr (n == 17) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16);
  } else if constexpr (n == 18) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17);
  } else if constexpr (n == 19) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18);
  } else if constexpr (n == 20) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
           m19] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18, m19);
  } else if constexpr (n == 21) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18, m19, m20);
  } else if constexpr (n == 22) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18, m19, m20, m21);
  } else if constexpr (n == 23) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18, m19, m20, m21, m22);
  } else if constexpr (n == 24) {
    auto& [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23] = x;
    return std::tie(m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18, m19, m20, m21, m22, m23);
  }
}

/// The name of field I: "w".
template <PlainStruct T, std::size_t I>
inline constexpr std::string_view field_name = detail::fields::name_at<&std::get<I>(
    fields_of(detail::fields::ghost<std::remove_cvref_t<T>>.value))>();

}  // namespace tlaloc
