// Element-wise ops over tensors become one Control::map node with a scalar region, so that what
// lies between them is never written to memory.
//
// A stretch (a broadcast) that feeds a map becomes an operand, which the map stretches by itself.
// Nothing is computed twice, nothing is fused across a reduction or a product. For the native path
// only: what differentiates or lowers a program wants it unfused.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

ir::Graph fuse(ir::Graph g);

}  // namespace tlaloc::transform
