// Puts like terms of the sums that differentiation wrote together: c + x - y - y is c + x - 2 y.
//
// A value that is used twice gets two cotangents, often the same. They may be added in another way,
// which may round another way: a derivative has no bits of its own to keep. What the program
// computed before does: nothing that leads to one of its results, to a comparison or to a choice is
// touched. Only terms of one sign meet, so that nothing cancels.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// `exact`: results of the main function whose bits stay. Other functions stay as they are.
ir::Graph like_terms(ir::Graph g, const std::vector<bool>& exact);

}  // namespace tlaloc::transform
