// How a callable gets an identity, so that generated code can be found by its type. Only the tool
// writes calls of these: it wraps a callable where it stands and specialises Program for its site.
//   mark    a lambda without run-time captures     open   a lambda with them
//   named   a function                             SiteOf a function object, specialised late
#pragma once

#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <tlaloc/signature.h>

namespace tlaloc::detail {

/// The generated program of one transformation of one callable: `call<R>(f, arguments...)`.
template <class Site, class P>
struct Program;

/// Marks a site whose programs are specialised at the end of the file, because they name types
/// that are not known before. Calls of them are not constexpr: both compilers instantiate such
/// functions at the end of the translation unit.
template <class Site>
struct Late {};
template <class Site>
inline constexpr bool is_late = false;
template <class Site>
inline constexpr bool is_late<Late<Site>> = true;
template <class Site>
struct WithoutLate {
  using type = Site;
};
template <class Site>
struct WithoutLate<Late<Site>> {
  using type = Site;
};

/// The site of a callable type; void: none.
template <class F>
struct SiteOf {
  using type = void;
};
template <class F>
  requires requires { typename F::tlaloc_site; }
struct SiteOf<F> {
  using type = typename F::tlaloc_site;
};

/// Callables whose programs stand before them; they may be used in constant expressions.
template <class F>
concept HasEarlySite = requires {
  typename F::tlaloc_site;
  requires !is_late<typename F::tlaloc_site>;
};

// Keys: one site inside a template has one program for each instance.
template <auto V>
struct Val {};
template <class T>
struct TypeKey {};
template <class... T>
struct Pack {};
template <int N, class Keys = void>
struct Tag {};
template <class T>
struct KeyOf {
  using type = TypeKey<T>;
};
template <class T>
  requires requires { typename T::tlaloc_site; }
struct KeyOf<T> {
  using type = typename T::tlaloc_site;
};
template <class T>
  requires requires { typename T::tlaloc_tag; }
struct KeyOf<T> {
  using type = typename T::tlaloc_tag;
};
template <class T>
using Key = typename KeyOf<T>::type;

/// References to what is named, lvalues only.
template <class... T>
constexpr std::tuple<T...> tie(T&&... t) noexcept {
  return {std::forward<T>(t)...};
}

/// A lambda that captures nothing at run time: identity and nothing else.
template <class Site, class F>
struct Marked : F {
  using tlaloc_site = Site;
  constexpr Marked()
    requires std::is_default_constructible_v<F>
  = default;
  constexpr Marked(F f) : F(std::move(f)) {}
  constexpr auto tlaloc_read() const { return std::tuple<>(); }
};
template <class Site, class F>
constexpr Marked<Site, F> mark(F f) {
  return {std::move(f)};
}

/// References to the captures, and the user's own lambda.
template <class T, class F>
struct Both {
  T captured;
  F call;
};
template <class T, class F>
constexpr Both<T, F> both(T t, F f) {
  return {std::move(t), std::move(f)};
}

/// Outer is a closure that owns the user's captures; calling it gives Both.
template <class Outer>
using InnerOf = decltype(std::declval<const Outer&>()().call);
template <class Outer>
using InnerSignature = typename SignatureOf<InnerOf<Outer>>::type;

template <class Outer, class S>
struct OpenedBase;
template <class Outer, class R, class... A>
struct OpenedBase<Outer, Signature<R, A...>> : Outer {
  constexpr OpenedBase(Outer outer) : Outer(std::move(outer)) {}
  constexpr R operator()(A... a) const noexcept(is_nothrow_callable<InnerOf<Outer>>) {
    return Outer::operator()().call(std::forward<A>(a)...);
  }
};
template <class Outer>
struct OpenedBase<Outer, void> : Outer {
  constexpr OpenedBase(Outer outer) : Outer(std::move(outer)) {}
  template <class... A>
  constexpr auto operator()(A&&... a) const
      -> decltype(std::declval<const InnerOf<Outer>&>()(std::forward<A>(a)...)) {
    return Outer::operator()().call(std::forward<A>(a)...);
  }
};

/// A lambda with run-time captures, each evaluated once, by the user's own capture list.
template <class Site, class Outer>
struct Opened : OpenedBase<Outer, InnerSignature<Outer>> {
  using tlaloc_site = Site;
  using OpenedBase<Outer, InnerSignature<Outer>>::OpenedBase;
  constexpr auto tlaloc_read() const { return static_cast<const Outer&>(*this)().captured; }
};
template <class Site, class Outer>
constexpr Opened<Site, Outer> open(Outer outer) {
  return {std::move(outer)};
}

/// The same for a lambda with default arguments, which keeps its shorter calls.
template <class Site, class Outer>
struct OpenedWithDefaults : Opened<Site, Outer> {
  using tlaloc_signature = InnerSignature<Outer>;
  using Opened<Site, Outer>::Opened;
  using Opened<Site, Outer>::operator();
  template <class... A>
  constexpr auto operator()(A&&... a) const
      -> decltype(std::declval<const InnerOf<Outer>&>()(std::forward<A>(a)...)) {
    return static_cast<const Outer&>(*this)().call(std::forward<A>(a)...);
  }
};
template <class Site, class Outer>
constexpr OpenedWithDefaults<Site, Outer> open_with_defaults(Outer outer) {
  return {std::move(outer)};
}

/// A function or member function: a pointer has no identity, its wrapper has.
template <class Site, class P>
struct Named {
  using tlaloc_site = Site;
  using tlaloc_signature = typename SignatureOf<P>::type;
  P pointer;
  template <class... A>
  constexpr decltype(auto) operator()(A&&... a) const {
    return std::invoke(pointer, std::forward<A>(a)...);
  }
  constexpr auto tlaloc_read() const { return std::tuple<>(); }
};
template <class Site, class P>
constexpr Named<Site, P> named(P pointer) {
  return {pointer};
}

/// Reads a private member of a function object; the tool instantiates OpenPrivate for it.
template <class Member, auto Pointer>
struct OpenPrivate {
  friend constexpr auto tlaloc_private(Member) { return Pointer; }
};

}  // namespace tlaloc::detail

namespace tlaloc {

/// A function as a callable with an identity, where only a pointer would pass:
/// `newton(fn<cube>, 2.0)` with `grad(f)` inside `newton`.
template <auto Function>
struct Fn {
  using tlaloc_signature = typename detail::SignatureOf<std::remove_cv_t<decltype(Function)>>::type;
  template <class... A>
  constexpr decltype(auto) operator()(A&&... a) const {
    return std::invoke(Function, std::forward<A>(a)...);
  }
};
template <auto Function>
inline constexpr Fn<Function> fn{};

}  // namespace tlaloc
