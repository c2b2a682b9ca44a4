// The signature of a callable, read off its type. A generic callable has none until it is called.
#pragma once

#include <type_traits>

namespace tlaloc::detail {

template <class R, class... A>
struct Signature {};

/// The signature behind a pointer to a call operator; void for what is no such pointer.
template <class T>
struct MemberSignature {
  using type = void;
  static constexpr bool nothrow = false;
};
#define TLALOC_MEMBER_SIGNATURE(qualifiers, is_nothrow) \
  template <class C, class R, class... A>               \
  struct MemberSignature<R (C::*)(A...) qualifiers> {   \
    using type = Signature<R, A...>;                    \
    static constexpr bool nothrow = is_nothrow;         \
  };
TLALOC_MEMBER_SIGNATURE(, false)
TLALOC_MEMBER_SIGNATURE(const, false)
TLALOC_MEMBER_SIGNATURE(&, false)
TLALOC_MEMBER_SIGNATURE(const&, false)
TLALOC_MEMBER_SIGNATURE(noexcept, true)
TLALOC_MEMBER_SIGNATURE(const noexcept, true)
TLALOC_MEMBER_SIGNATURE(& noexcept, true)
TLALOC_MEMBER_SIGNATURE(const& noexcept, true)
#undef TLALOC_MEMBER_SIGNATURE

/// Signature of F, or void when F is generic or overloaded.
template <class F>
struct SignatureOf {
  using type = void;
};
template <class F>
  requires requires { &F::operator(); }
struct SignatureOf<F> {
  using type = typename MemberSignature<decltype(&F::operator())>::type;
};
template <class F>
  requires requires { typename F::tlaloc_signature; }
struct SignatureOf<F> {
  using type = typename F::tlaloc_signature;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...)> {
  using type = Signature<R, A...>;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...) noexcept> {
  using type = Signature<R, A...>;
};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) const> {
  using type = Signature<R, const C&, A...>;
};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) const noexcept> {
  using type = Signature<R, const C&, A...>;
};

/// Whether calling F cannot throw. Read off the pointer type: a noexcept-expression would make
/// g++ -Wnoexcept talk about the user's lambda.
template <class F>
inline constexpr bool is_nothrow_callable = false;
template <class F>
  requires requires { &F::operator(); }
inline constexpr bool is_nothrow_callable<F> = MemberSignature<decltype(&F::operator())>::nothrow;

}  // namespace tlaloc::detail
