// Rows by number: take and its adjoint. Indices are int64 and must be in range: check first.
// Aliasing: y overlaps nothing. Determinism: a row of scatter_add is summed in the order of the
// indices, on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tlaloc::kernel {

/// The first place where an index is outside [0, rows), or n.
std::size_t first_out_of_range(const std::int64_t* index, std::size_t n, std::size_t rows) noexcept;

/// y [n, width] = x [rows, width] at rows index [n]; width in bytes, any dtype.
void take_rows(const void* x, std::size_t row_bytes, const std::int64_t* index, std::size_t n,
               void* y) noexcept;

/// y [rows, width] += x [n, width] at rows index [n]. T: float, double and integers (which wrap).
template <class T>
void scatter_add_rows(const T* x, const std::int64_t* index, std::size_t n, std::size_t rows,
                      std::size_t width, T* y) noexcept;

/// y [rows, width] at rows index [n] = x [n, width]; of equal indices the last wins.
void put_rows(const void* x, std::size_t row_bytes, const std::int64_t* index, std::size_t n,
              void* y) noexcept;

}  // namespace tlaloc::kernel
