// grad, value_and_grad: reverse mode. jvp, value_and_jvp: forward mode. fused: f itself, lifted and
// optimised. Each takes any callable whose body the compiler can see and returns a plain callable.
#pragma once

#include <utility>

#include <tlaloc/derived.h>

namespace tlaloc {

/// Gradient of `f` with respect to every differentiable argument, or to arguments `I...` in the
/// order written. One gradient is plain, several are a std::tuple.
///
///   grad : (A... -> [])  ->  (A... -> A...)
///
/// `f` returns a float or double, or a std::pair of it and auxiliary results.
/// Example: grad([](double x) { return x * x; })(3.0) == 6.0
template <int... I, class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<GradOp<I...>, F>::type grad(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<GradOp<I...>, F>::make(std::move(f));
}

/// Value and gradient from one program: std::pair(value, gradient). With auxiliary results, when
/// `f` returns std::pair(value, aux): ((value, aux), gradient).
template <int... I, class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<ValueAndGradOp<I...>, F>::type value_and_grad(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<ValueAndGradOp<I...>, F>::make(std::move(f));
}

/// Derivative along a direction: (x..., t...) -> t_y, one tangent t for each differentiable
/// argument.
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<JvpOp, F>::type jvp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<JvpOp, F>::make(std::move(f));
}

/// Value and derivative along a direction: (x..., t...) -> std::pair(y, t_y).
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<ValueAndJvpOp, F>::type value_and_jvp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<ValueAndJvpOp, F>::make(std::move(f));
}

/// `f` itself, lifted and optimised: element-wise work is fused, buffers are reused.
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<FusedOp, F>::type fused(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<FusedOp, F>::make(std::move(f));
}

}  // namespace tlaloc
