// What a program costs, counted without running it, as expressions in the sizes of its arguments.
//
// An element-wise op counts one operation an element, a product of matrices two a term, a reduction
// one an element that it reads; what only moves elements counts none. Bytes are those of tensors
// that nodes read and write; fused, a map reads and writes its ends alone. A number of turns that
// no size gives is a symbol of its own, turns_<line>; of a branch the dearer side counts.
#pragma once

#include "ir/graph.h"
#include "ir/size.h"

namespace tlaloc::back {

struct Cost {
  ir::Size flops, read, written;
  Cost& operator+=(const Cost& o);
};

/// Of the program `g.main()` and what it calls; a recursive call counts once.
Cost cost(const ir::Graph& g);

}  // namespace tlaloc::back
