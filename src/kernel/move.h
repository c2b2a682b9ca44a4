// Copies that change where elements stand: permute, slice, step, reverse, broadcast, pad. All are
// one: a walk over `sizes` that reads at one set of strides and writes at another.
// Dtypes: any, by bytes an element (1, 2, 4, 8 or 16). Shapes: rank 0 … kMostAxes; a size of 0
// copies nothing. Aliasing: source and target do not overlap. No arithmetic, so no rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tlaloc::kernel {

inline constexpr std::size_t kMostAxes = 32;

using Sizes = std::span<const std::int64_t>;
using Strides = std::span<const std::int64_t>;  ///< in elements; 0 repeats, negative walks back

/// y[Σ i y_strides] = x[Σ i x_strides] for every index i below sizes. No two indices write to the
/// same element.
void copy(std::size_t element_bytes, Sizes sizes, const void* x, Strides x_strides, void* y,
          Strides y_strides) noexcept;

/// Dense y of `sizes` from x read at strides: a permutation's, a slice's, a broadcast's.
void gather_strided(std::size_t element_bytes, Sizes sizes, const void* x, Strides x_strides,
                    void* y) noexcept;

/// y[rows', cols'] = x[cols', rows'] for dense matrices: x [rows, cols], y [cols, rows].
void transpose(std::size_t element_bytes, std::size_t rows, std::size_t cols, const void* x,
               void* y) noexcept;

/// n elements of y become the one at `value`.
void fill(std::size_t element_bytes, std::size_t n, const void* value, void* y) noexcept;

/// Dense y [y_sizes] filled with `value`, then x [x_sizes] dense laid in: its first element at
/// index `low`, neighbours `step` apart (interior padding is step - 1).
void pad(std::size_t element_bytes, Sizes x_sizes, const void* x, Sizes low, Sizes step,
         Sizes y_sizes, const void* value, void* y) noexcept;

}  // namespace tlaloc::kernel
