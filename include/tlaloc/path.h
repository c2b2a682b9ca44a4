// What was asked for, as types: each transformation is an empty tag, a chain of them is a Path.
// Outermost first: grad(jvp(f)) is Path<GradOp<>, JvpOp>.
#pragma once

namespace tlaloc {

template <int... I>
struct GradOp {};
template <int... I>
struct ValueAndGradOp {};
struct JvpOp {};
struct ValueAndJvpOp {};
struct FusedOp {};
template <int... I>
struct VjpOp {};
struct HvpOp {};
struct JacobianOp {};
struct JacobianReverseOp {};
struct HessianOp {};

template <class... Op>
struct Path {};

}  // namespace tlaloc
