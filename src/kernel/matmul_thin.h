// Products of a vector and a matrix, and of two vectors, by plain loops: below some size a library
// needs longer to begin than these need to end. One thread.
#pragma once

#include "kernel/matmul.h"

namespace tlaloc::kernel {

/// C = A B of one matrix where one of m, n, k is 1: nothing is added to, no bias, k is not 0.
void thin_product(const MatmulShape& s, const float* a, const float* b, float* c) noexcept;
/// Whether a product is one of these and small enough to be faster so.
bool is_thin(const MatmulShape& s) noexcept;

}  // namespace tlaloc::kernel
