// A loop whose first turn goes another way: for (i < n) if (i == 0) a; else b.
//
// The first turn is taken out: if (n > 0) a; for (i < n - 1) b of turn i + 1. No turn then asks,
// and compilers vectorise what is left. Small loops alone: the body is written twice.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if something changed.
bool first_turn(ir::Graph& g);

}  // namespace tlaloc::transform
