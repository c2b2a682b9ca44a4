// What is the same in every turn of a loop is computed once, before it.
//
// Only scalars and tensors whose axes are turned, and only what does no harm where the loop has no
// turn. The last pass before a
// program is printed: it leaves a loop's indices as a base and a counter.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if something moved.
bool before_loops(ir::Graph& g);

/// Only how often the loops inside turn: what reverse mode keeps of an inner loop is kept for all
/// turns of the outer one, where it is the same number in each. True if something moved.
bool turns_before_loops(ir::Graph& g);

}  // namespace tlaloc::transform
