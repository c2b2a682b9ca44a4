// Who reads a value: counts over a region and the regions inside it.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

int uses(const ir::Values& vs, ir::Value v);
int uses(const ir::Region& r, ir::Value v);       ///< by its nodes at any depth, and as its results
int uses_inside(const ir::Node& n, ir::Value v);  ///< by the node's regions

}  // namespace tlaloc::transform
