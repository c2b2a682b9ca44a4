// Derivatives that the user gives: custom_vjp, custom_jvp, custom_vjp_jvp; and checkpoint.
//
// A rule has the signature of what it stands for: vjp(f) or jvp(f). Where the function is called it
// computes what f computes; where it is differentiated, the rule runs instead of f's derivative.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <tlaloc/generic_result.h>
#include <tlaloc/result_type.h>
#include <tlaloc/signature.h>
#include <tlaloc/site.h>

namespace tlaloc {

/// In place of a rule that was not given.
struct NoRule {};

namespace detail {

/// Numbers are taken in the function's own type: a conversion would round behind the rule's back.
template <class Rule, class Wanted>
inline constexpr bool takes_own_numbers = true;
template <class R, class... A, class Wanted, class... B>
  requires(sizeof...(A) == sizeof...(B))
inline constexpr bool takes_own_numbers<Signature<R, A...>, Signature<Wanted, B...>> =
    ((!std::is_arithmetic_v<std::remove_cvref_t<A>> ||
      std::is_same_v<std::remove_cvref_t<A>, std::remove_cvref_t<B>>) &&
     ...);

template <class Rule, class S>
inline constexpr bool rule_fits = false;
template <class Rule, class R, class... A>
inline constexpr bool rule_fits<Rule, Signature<R, A...>> = requires(const Rule& rule, A... a) {
  { rule(std::forward<A>(a)...) } -> std::convertible_to<R>;
  requires takes_own_numbers<typename SignatureOf<Rule>::type, Signature<R, A...>>;
  requires std::is_class_v<R> ||
               std::same_as<std::remove_cvref_t<decltype(rule(std::forward<A>(a)...))>, R>;
};
template <class S>
inline constexpr bool rule_fits<NoRule, S> = true;
template <class R, class... A>
inline constexpr bool rule_fits<NoRule, Signature<R, A...>> = true;

/// What a rule has to be, checked where the types are known.
template <class Rule, class Op, class S>
constexpr bool check_rule() {
  if constexpr (!std::is_same_v<Rule, NoRule>) {
    if constexpr (std::is_same_v<Op, JvpOp>)
      static_assert(rule_fits<Rule, typename ApplyOp<Op, S>::type>,
                    "tlaloc: custom_jvp: the rule is not (x..., dx...) -> dy with the function's "
                    "own types: one tangent for each differentiable argument");
    else
      static_assert(rule_fits<Rule, typename ApplyOp<Op, S>::type>,
                    "tlaloc: custom_vjp: the rule is not (x..., dy) -> dx... with the function's "
                    "own types: one cotangent for each differentiable argument, several as a "
                    "std::tuple");
  }
  return true;
}

template <class T>
inline constexpr bool has_site = std::is_same_v<T, NoRule>;
template <class T>
  requires requires { typename T::tlaloc_site; }
inline constexpr bool has_site<T> = true;
/// Where it stands is told by its parts.
template <class... Part>
struct SiteOfParts {};
template <class... Part>
  requires(has_site<Part> && ...)
struct SiteOfParts<Part...> {
  using tlaloc_site = Pack<typename WithoutLate<Key<Part>>::type...>;
};

template <class F, class V, class J, class S>
struct CustomBase;
template <class F, class V, class J, class R, class... A>
struct CustomBase<F, V, J, Signature<R, A...>> {
  static_assert(check_rule<V, VjpOp<>, Signature<R, A...>>() &&
                check_rule<J, JvpOp, Signature<R, A...>>());
  F f;
  V vjp_rule;
  J jvp_rule;
  constexpr R operator()(A... a) const { return f(std::forward<A>(a)...); }
};
template <class F, class V, class J>
struct CustomBase<F, V, J, void> {
  F f;
  V vjp_rule;
  J jvp_rule;
  template <class... A>
  constexpr auto operator()(A... a) const -> std::invoke_result_t<const F&, A...> {
    return f(std::forward<A>(a)...);
  }
};

template <class F, class S>
struct CheckpointBase;
template <class F, class R, class... A>
struct CheckpointBase<F, Signature<R, A...>> {
  F f;
  constexpr R operator()(A... a) const { return f(std::forward<A>(a)...); }
};
template <class F>
struct CheckpointBase<F, void> {
  F f;
  template <class... A>
  constexpr auto operator()(A... a) const -> std::invoke_result_t<const F&, A...> {
    return f(std::forward<A>(a)...);
  }
};

}  // namespace detail

/// `f` with rules for its derivative; calls of it are calls of f.
template <class F, class V, class J>
struct Custom : detail::CustomBase<F, V, J, typename detail::SignatureOf<F>::type>,
                detail::SiteOfParts<F, V, J> {};

/// f, with its reverse derivative given: rule(x..., dy) -> dx..., as vjp(f) would be. Forward mode
/// over it is refused. What the rule gives must have the sizes of the arguments (run-time sizes are
/// checked when the derivative runs); what f captures is no argument, and to differentiate by it is
/// refused.
///
///   auto clipped = custom_vjp([](double x) { return x; },
///                             [](double, double dy) { return std::clamp(dy, -1.0, 1.0); });
template <class F, class Rule>
constexpr Custom<F, Rule, NoRule> custom_vjp(F f, Rule rule) {
  return {{std::move(f), std::move(rule), {}}, {}};
}

/// f, with its forward derivative given: rule(x..., dx...) -> dy, as jvp(f) would be; linear in
/// dx. Reverse mode transposes it.
template <class F, class Rule>
constexpr Custom<F, NoRule, Rule> custom_jvp(F f, Rule rule) {
  return {{std::move(f), {}, std::move(rule)}, {}};
}

/// f, with both given.
template <class F, class VjpRule, class JvpRule>
constexpr Custom<F, VjpRule, JvpRule> custom_vjp_jvp(F f, VjpRule vjp_rule, JvpRule jvp_rule) {
  return {{std::move(f), std::move(vjp_rule), std::move(jvp_rule)}, {}};
}

/// `f`, whose values reverse mode does not keep: a call of it keeps its arguments alone, and the
/// reverse sweep computes again what lies between.
template <class F>
struct Checkpoint : detail::CheckpointBase<F, typename detail::SignatureOf<F>::type>,
                    detail::SiteOfParts<F> {};

/// f, computed again in the reverse sweep instead of stored: less memory, once more its work.
template <class F>
constexpr Checkpoint<F> checkpoint(F f) {
  return {{std::move(f)}, {}};
}

}  // namespace tlaloc
