// Cotangents of arrays that a loop wrote: what begins at zero and gets one sum is written.
//
// The adjoint of for (i < n) use(t[i]) adds to every element of a cotangent of zeros once; it may
// as well write it, into room that nobody filled. The adjoint of y[i] += v reads an element, sets
// it to zero and adds what it read; it may as well leave it. (0 + x is x but for the sign of a
// zero, which cotangents do not keep: so only in loops that run backwards, before they are put in
// order.)
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if something changed.
bool first_sums(ir::Graph& g);

}  // namespace tlaloc::transform
