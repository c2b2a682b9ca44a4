// Applies each op's own algebra, folds constants, and takes apart control flow that is decided.
//
// Sound for NaN, +-0 and inf because the ops' rewrites are. Leaves dead nodes behind: dce removes
// them.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// One round; true if something changed.
bool simplify(ir::Graph& g);

}  // namespace tlaloc::transform
