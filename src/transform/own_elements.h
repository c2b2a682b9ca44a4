// A tensor carried by a loop of which each turn reads and writes its own elements alone.
//
// Turn i reads t[c(i)] and replaces t[c(i)], where no two turns have the same c(i): then it reads
// what was there before the loop. Where the tensor's end is not read, reading it from there frees
// the turns from each other, and dce drops the carried tensor: so ends the cotangent of `y[i] =
// g(x[i])`, whose elements the adjoint would read and set to zero.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if something changed.
bool own_elements(ir::Graph& g);

}  // namespace tlaloc::transform
