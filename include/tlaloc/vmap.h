// vmap: a function of one example becomes one of a whole batch, along a named axis.
#pragma once

#include <utility>

#include <tlaloc/batched.h>
#include <tlaloc/derived.h>
#include <tlaloc/vmap_type.h>

namespace tlaloc {

/// Markers for vmap, one an argument: every lane has its own part of it along axis 0, or along axis
/// I; or all lanes share it.
inline constexpr BatchedAt<0> batched{};
template <int I>
  requires(I >= 0)
inline constexpr BatchedAt<I> batched_at{};
inline constexpr Shared shared{};
/// Behind the markers of the arguments: the new axis is the results' axis I, not their first.
template <int I>
  requires(I >= 0)
inline constexpr OutAt<I> out_at{};

/// `f` over a new axis: called once with a batch, it gives what calls with one lane after the other
/// give, side by side along the axis `A`.
///
///   vmap<Batch>(f)                     every argument is batched: T becomes Tensor<T, Batch>,
///                                      Tensor<T, X...> becomes Tensor<T, Batch, X...>, a struct S
///                                      becomes Batched<Batch, S>
///   vmap<Batch>(f, batched, shared)    one marker an argument
///   vmap<Batch>(f, batched_at<1>)      the batch is axis 1 of the argument
///   vmap<Batch>(f, out_at<1>)          the batch is axis 1 of the results
///
/// Results are batched in the same way; captures are shared. All batches must have one size, which
/// may be 0. Where a condition differs by lane both sides run, with lanes that do not count masked:
/// they cannot trap, throw or spread NaN. Errors: "vmap.size" where a lane would have a size of its
/// own.
/// Example: vmap<Axis<"batch">>([](float x) { return x * x; })(Vector<float>{1, 2, 3})
template <AxisType A, class F, class... Markers>
TLALOC_TRANSFORM typename detail::DerivedFrom<VmapOp<A, Markers...>, F>::type vmap(F f,
                                                                                   Markers...) {
  TLALOC_OPAQUE return detail::DerivedFrom<VmapOp<A, Markers...>, F>::make(std::move(f));
}

}  // namespace tlaloc
