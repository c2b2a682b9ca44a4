// Tensors that a loop writes whole before anybody reads them.
//
// for (i < n) t[i] = g(i) leaves nothing of what t held before: the loop may begin with room that
// nobody filled. An array that every turn of an outer loop writes anew is then not carried from
// turn to turn, and reverse mode, which computes a turn again anyway, keeps nothing of it; a fill
// before such a loop goes.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if something changed.
bool written_whole(ir::Graph& g);

}  // namespace tlaloc::transform
