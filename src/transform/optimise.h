// The passes that make a program smaller, in order, until nothing changes. Every pass is verified.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

ir::Graph optimise(ir::Graph g);

}  // namespace tlaloc::transform
