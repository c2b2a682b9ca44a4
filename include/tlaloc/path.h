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

/// How vmap takes an argument: one part of it a lane, along axis I; or the same for all lanes.
template <int I>
struct BatchedAt {};
struct Shared {};
/// Where the axis of the lanes stands in vmap's results.
template <int I>
struct OutAt {};
/// Markers: one an argument, or none (every argument is batched at 0); then perhaps an OutAt.
template <class Axis, class... Markers>
struct VmapOp {};

template <class... Op>
struct Path {};

}  // namespace tlaloc
