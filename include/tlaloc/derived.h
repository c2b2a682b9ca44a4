// Derived<Path, F>: what every transformation returns. Its call operator has the explicit type that
// the path makes of F's signature, and asks the program of F's site for the value.
// Invariant: a call of a Derived whose callable has no program does not build (gnu::error).
#pragma once

#include <type_traits>
#include <utility>

#include <tlaloc/detail/lifted_math.h>
#include <tlaloc/detail/sorting.h>
#include <tlaloc/generic_result.h>
#include <tlaloc/path.h>
#include <tlaloc/result_type.h>
#include <tlaloc/signature.h>
#include <tlaloc/site.h>
#include <tlaloc/version.h>

#if defined(TLALOC_ACTIVE)
#define TLALOC_NOT_TRANSFORMED                                                                \
  "tlaloc: this call was not transformed: the tool did not see it; it reads no preprocessed " \
  "text, and a function that a macro uses twice needs a name first: auto f = [](double x) ..."
#else
#define TLALOC_NOT_TRANSFORMED                                                                 \
  "tlaloc: this call was not transformed: the file was compiled without the tlaloc tool; add " \
  "tlaloc_target(<target>) to CMakeLists.txt or compile with 'tlaloc c++ ...' (a file, no "    \
  "preprocessed text)"
#endif

// The launcher defines TLALOC_ACTIVE. Without it a transformation is a call that stops the build
// at the user's own line; the asm and the attributes keep it from being folded away.
#if defined(TLALOC_ACTIVE)
#define TLALOC_TRANSFORM constexpr
#define TLALOC_OPAQUE
#elif defined(__clang__)
#define TLALOC_TRANSFORM [[gnu::error(TLALOC_NOT_TRANSFORMED), gnu::noinline, gnu::used]]
#define TLALOC_OPAQUE __asm__ volatile("");
#else
#define TLALOC_TRANSFORM [[gnu::error(TLALOC_NOT_TRANSFORMED), gnu::noipa]]
#define TLALOC_OPAQUE __asm__ volatile("");
#endif

// While the tool parses, late calls are constexpr functions that are never constant: a derivative
// that does not exist yet must not be folded into what is lifted.
#if defined(TLALOC_LIFTING)
#define TLALOC_LATE constexpr
#else
#define TLALOC_LATE
#endif

namespace tlaloc {

namespace detail {

[[gnu::error(TLALOC_NOT_TRANSFORMED)]] void not_transformed();

#if defined(TLALOC_LIFTING)
template <class R>
R untransformed();
#else
template <class R>
[[noreturn]] inline R untransformed() {
  not_transformed();
  __builtin_unreachable();
}
#endif

/// The program of a callable whose site may be specialised late.
template <class R, class P, class F, class... A>
constexpr R call_late(const F& f, A&&... a) {
  using Site = typename WithoutLate<typename SiteOf<F>::type>::type;
  if constexpr (std::is_void_v<Site>) {
    return untransformed<R>();
  } else {
    return Program<Site, P>::template call<R>(f, std::forward<A>(a)...);
  }
}

template <class P, class F, class S>
struct DerivedBase;

template <class P, class F, class R, class... A>
struct DerivedBase<P, F, Signature<R, A...>> {
  F f;
  constexpr R operator()(A... a) const
    requires HasEarlySite<F>
  {
    return Program<typename F::tlaloc_site, P>::template call<R>(f, std::forward<A>(a)...);
  }
  TLALOC_LATE R operator()(A... a) const
    requires(!HasEarlySite<F>)
  {
    return call_late<R, P>(f, std::forward<A>(a)...);
  }
};

template <class P, class F>
struct DerivedBase<P, F, void> {
  F f;
  template <class... A>
  constexpr auto operator()(A... a) const -> GenericResult<P, F, A...>
    requires HasEarlySite<F>
  {
    using R = GenericResult<P, F, A...>;
    return Program<typename F::tlaloc_site, P>::template call<R>(f, std::forward<A>(a)...);
  }
  template <class... A>
  TLALOC_LATE auto operator()(A... a) const -> GenericResult<P, F, A...>
    requires(!HasEarlySite<F>)
  {
    return call_late<GenericResult<P, F, A...>, P>(f, std::forward<A>(a)...);
  }
};

template <class P, class F>
using DerivedSignature = typename ApplyPath<P, typename SignatureOf<F>::type>::type;

}  // namespace detail

/// A transformed callable: `f` after the transformations of `P`, the innermost last.
template <class P, class F>
struct Derived : detail::DerivedBase<P, F, detail::DerivedSignature<P, F>> {
  static_assert(std::is_class_v<F> || std::is_pointer_v<F> || std::is_member_pointer_v<F>,
                "tlaloc: transform: what is handed over cannot be called: hand over a lambda, a "
                "function or an object with a call operator");
};

namespace detail {

/// The type of Op(f): a transformed callable grows its path, it does not nest.
template <class Op, class F>
struct DerivedFrom {
  using type = Derived<Path<Op>, F>;
  static constexpr type make(F f) { return {{std::move(f)}}; }
};
template <class Op, class... P, class F>
struct DerivedFrom<Op, Derived<Path<P...>, F>> {
  using type = Derived<Path<Op, P...>, F>;
  static constexpr type make(Derived<Path<P...>, F> d) { return {{std::move(d.f)}}; }
};

}  // namespace detail
}  // namespace tlaloc
