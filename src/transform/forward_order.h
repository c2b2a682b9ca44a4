// Lets the turns of an adjoint's loop run forwards where their order does not matter.
//
// Reverse mode writes loops that count from the last turn to the first. Where all that a turn hands
// to the next is sums (accumulated cotangents), the turns may as well run first to last: that reads
// memory forwards, and compilers see it.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// The mark of a loop that reverse mode wrote; the user's own loops keep their order.
inline constexpr const char* kBackwards = "backwards";

/// Takes the marks away.
ir::Graph forward_order(ir::Graph g);

}  // namespace tlaloc::transform
