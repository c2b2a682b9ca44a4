// Derivatives of ordinary functions. Each takes a callable f : (x...) -> y whose body the compiler
// can see and returns a plain callable; they nest to any depth.
//
//   grad, value_and_grad         of a function that returns a number: its gradient
//   jvp, value_and_jvp           (x..., t...) -> t_y: along one direction, forward mode
//   vjp                          (x..., ct) -> ct_x...: of any result, reverse mode
//   jacobian, jacobian_reverse   all derivatives of all results
//   hessian, hvp                 second derivatives; these times a vector
//   fused                        f itself, optimised
//   vmap.h: batches.   custom.h: your own derivatives, checkpoint.   check_derivatives.h: a check.
//
// Floating numbers, tensors of them, and structs, tuples, arrays, vectors and spans that hold some
// have a derivative; integers, bool, enums and strings are handed on. The gradient by a T is a T,
// by a span a std::vector. Values at ties and kinks: docs/ties.md.
//
// What cannot be lifted is refused at its line when the file compiles, with an id that
// docs/errors.md explains; sizes that do not fit throw Error when the program runs.
#pragma once

#include <utility>

#include <tlaloc/custom.h>
#include <tlaloc/derived.h>

namespace tlaloc {

/// Gradient of `f` with respect to every differentiable argument, or to arguments `I...` in the
/// order written. One gradient is plain, several are a std::tuple.
///
///   grad : (A... -> [])  ->  (A... -> A...)
///
/// `f` returns a float or double, or a std::pair of it and auxiliary results. Errors, while the
/// file compiles: f returns something else; argument I is not there, or has no derivative.
/// Example: grad([](double x) { return x * x; })(3.0) == 6.0
template <int... I, class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<GradOp<I...>, F>::type grad(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<GradOp<I...>, F>::make(std::move(f));
}

/// Value and gradient from one program: std::pair(value, gradient). With auxiliary results, when
/// `f` returns std::pair(value, aux): ((value, aux), gradient). Arguments and errors as grad.
///
///   value_and_grad : (A... -> [])  ->  (A... -> ([], A...))
///
/// Example: const auto [loss, slope] = value_and_grad<0>(f)(model, x, y);
template <int... I, class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<ValueAndGradOp<I...>, F>::type value_and_grad(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<ValueAndGradOp<I...>, F>::make(std::move(f));
}

/// Derivative along a direction: (x..., t...) -> t_y, one tangent t for each differentiable
/// argument, of its type and sizes. Costs about twice what f costs, however many inputs it has.
///
///   jvp : (A... -> B)  ->  (A..., A... -> B)
///
/// Error: "custom.forward" where f goes through a function with a reverse rule only.
/// Example: jvp([](double x, double y) { return x * y; })(3.0, 5.0, 1.0, 0.0) == 5.0
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<JvpOp, F>::type jvp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<JvpOp, F>::make(std::move(f));
}

/// Value and derivative along a direction, as jvp: (x..., t...) -> std::pair(y, t_y).
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<ValueAndJvpOp, F>::type value_and_jvp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<ValueAndJvpOp, F>::make(std::move(f));
}

/// The transposed derivative: (x..., ct) -> ct_x..., one for every differentiable argument or for
/// arguments `I...` in the order written; one is plain, several are a std::tuple. `ct` has the type
/// and sizes of f's result, which may be a scalar, a tensor, a struct, a pair or a tuple.
///
///   vjp : (A... -> B)  ->  (A..., B -> A...)
///
/// Throws Error if the sizes of `ct` are not those of the result.
/// Example: vjp([](Vector<double> x) { return x * x; })({1, 2}, {1, 10}) is {2, 40}
template <int... I, class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<VjpOp<I...>, F>::type vjp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<VjpOp<I...>, F>::make(std::move(f));
}

/// Hessian times vector, without the Hessian: (x..., v...) -> H·v, one v for each differentiable
/// argument; forward over reverse. `f`, the result and errors are as grad's.
///
///   hvp : (A... -> [])  ->  (A..., A... -> A...)
///
/// Example: hvp([](double x) { return x * x * x; })(2.0, 1.0) == 12.0
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<HvpOp, F>::type hvp(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<HvpOp, F>::make(std::move(f));
}

/// All derivatives of all results, by forward mode: for few inputs. Of f : X -> Y it has the axes
/// of Y, then those of X; an axis name that would stand twice gets a prime on X's side. A rank-1
/// span or vector counts as one free axis. With a struct, tuple or array on a side, or several
/// arguments, it is Blocks<Y, X>.
///
///   jacobian : ([x...] -> [y...])  ->  ([x...] -> [y..., x...])
///
/// Example: jacobian([](Vector<double> x) { return x * x; })({1, 2}) is {{2, 0}, {0, 4}}
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<JacobianOp, F>::type jacobian(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<JacobianOp, F>::make(std::move(f));
}

/// The same by reverse mode: for few results.
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<JacobianReverseOp, F>::type jacobian_reverse(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<JacobianReverseOp, F>::make(std::move(f));
}

/// The second derivatives of a function that returns a float or double: jacobian of grad, laid out
/// as jacobian says; symmetric.
///
///   hessian : ([x...] -> [])  ->  ([x...] -> [x..., x...])
///
/// Example: hessian([](double x) { return x * x * x; })(2.0) == 12.0
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<HessianOp, F>::type hessian(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<HessianOp, F>::make(std::move(f));
}

/// `f` itself, lifted and optimised: element-wise work is fused, buffers are reused. It gives what
/// f gives, within rounding.
template <class F>
TLALOC_TRANSFORM typename detail::DerivedFrom<FusedOp, F>::type fused(F f) {
  TLALOC_OPAQUE return detail::DerivedFrom<FusedOp, F>::make(std::move(f));
}

}  // namespace tlaloc
