// Matrix products on raw row-major buffers: C = op(A) op(B), batched, with an epilogue.
// Shapes: A is [m, k] ([k, m] if a_transposed), B is [k, n] ([n, k] if b_transposed), C is [m, n],
// all dense; matrix i of a batch starts i strides (in elements) after the first, and a stride of 0
// shares one matrix of A or B among the batch. C overlaps nothing.
// Dtypes: f32 (oneDNN), f64 (OpenBLAS, linked privately), bf16 (computed in f32, rounded once),
// integers (which wrap).
// Determinism: the same bits for any number of threads. Any of m, n, k, batch may be 0; an empty
// sum is 0. NaN and infinities spread as in plain loops, relu keeps NaN.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tlaloc/dtype.h>

namespace tlaloc::kernel {

struct MatmulShape {
  std::size_t m = 0, n = 0, k = 0;
  bool a_transposed = false, b_transposed = false;
  std::size_t batch = 1;
  std::size_t a_stride = 0, b_stride = 0, c_stride = 0;
};

/// C = relu?(C if accumulate + A B + bias), the bias [n] added to every row.
template <class T>
struct Epilogue {
  const T* bias = nullptr;
  bool accumulate = false;
  bool relu = false;
};

/// T: float, double, bfloat16 and the integers of dtype.h.
template <class T>
void matmul(const MatmulShape& s, const T* a, const T* b, T* c, const Epilogue<T>& e = {}) noexcept;

}  // namespace tlaloc::kernel
