// How C++ spells a block of a Jacobian; mirrors include/tlaloc/blocks.h.
#pragma once

#include <vector>

#include "ir/boundary.h"

namespace tlaloc::transform {

/// The derivative of a leaf by a leaf: the axes of `y`, then those of `x`, whose names get primes
/// where they stand already.
ir::Tree jacobian_leaf(const ir::Tree& y, const ir::Tree& x, int leaf);

/// tlaloc::Blocks, which holds them as a tuple.
ir::Tree blocks_tree(std::vector<ir::Tree> leaves, int record);

}  // namespace tlaloc::transform
