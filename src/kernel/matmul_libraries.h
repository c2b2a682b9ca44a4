// What matmul.cc asks of the two libraries. They see no empty product and no relu; a false answer
// means that the library refused, and nothing was written.
#pragma once

#include "kernel/matmul.h"

namespace tlaloc::kernel {

bool onednn_matmul(const MatmulShape& s, const float* a, const float* b, float* c,
                   const float* bias, bool accumulate) noexcept;

/// One matrix of the batch, one thread: C (+)= op(A) op(B) for rows [row, row_end) and columns
/// [col, col_end) of C.
void openblas_block(const MatmulShape& s, const double* a, const double* b, double* c,
                    bool accumulate, std::size_t row, std::size_t row_end, std::size_t col,
                    std::size_t col_end) noexcept;

}  // namespace tlaloc::kernel
