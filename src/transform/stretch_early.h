// Stretches that only run time can tell from copies go before element-wise nodes, not behind them.
//
// Two axes whose sizes are both unknown may meet by stretching one of them, so every operand of
// x * w + b is written as a stretch to a common size, nearly always of what has that size already.
// Moved in front of what is computed, all nodes have one shape and become one map, which stretches
// what it reads. If an axis does turn out to be 1, its elements are computed as often as they are
// repeated. A stretch that the types know of stays where it is.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

ir::Graph stretch_early(ir::Graph g);

}  // namespace tlaloc::transform
