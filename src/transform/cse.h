// Computes equal things once: a node whose op, operands and attributes are those of one in scope
// takes its results.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

ir::Graph cse(ir::Graph g);

}  // namespace tlaloc::transform
