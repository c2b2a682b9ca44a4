// Reductions of a contiguous view x [outer, reduce, inner] over its middle axis: y [outer, inner].
// Any axis of a dense tensor, or neighbouring ones together, are such a view.
// Dtypes: float, double and the integers of dtype.h (bool as uint8 for max and min: or, and).
// Aliasing: y overlaps nothing. Determinism: sums are taken in a tree that depends on the sizes
// alone, so threads and instruction levels do not change a bit; its depth makes the error grow
// with the logarithm of the size. Integers wrap. NaN in makes NaN out, for max and min too; of
// zeros, max prefers +0 and min -0.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tlaloc::kernel {

struct ReduceShape {
  std::size_t outer = 1, reduce = 1, inner = 1;
};

/// An empty sum is 0, an empty product 1.
template <class T>
void reduce_sum(const ReduceShape& s, const T* x, T* y) noexcept;
template <class T>
void reduce_product(const ReduceShape& s, const T* x, T* y) noexcept;
/// Of x · x.
template <class T>
void reduce_sum_squares(const ReduceShape& s, const T* x, T* y) noexcept;

/// Empty: the least (greatest) value of T, -inf (inf) for floats.
template <class T>
void reduce_max(const ReduceShape& s, const T* x, T* y) noexcept;
template <class T>
void reduce_min(const ReduceShape& s, const T* x, T* y) noexcept;

/// Where the largest (smallest) stands, the first of equals; a NaN wins, the first of them.
/// reduce > 0. Zeros of both signs are equal.
template <class T>
void arg_max(const ReduceShape& s, const T* x, std::int64_t* y) noexcept;
template <class T>
void arg_min(const ReduceShape& s, const T* x, std::int64_t* y) noexcept;

/// Along the last axis of x [rows, cols], shifted by the row's largest: finite for finite x.
/// y may be x. T: float, double.
template <class T>
void softmax(std::size_t rows, std::size_t cols, const T* x, T* y) noexcept;
template <class T>
void log_softmax(std::size_t rows, std::size_t cols, const T* x, T* y) noexcept;

}  // namespace tlaloc::kernel
