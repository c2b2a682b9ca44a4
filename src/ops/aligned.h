// A stretch seen the way NumPy sees it, so that fusion names no op.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// The operand of a stretch (ir::Element::stretch), with axes of size 1 put in where the result has
/// axes that lie between its own: aligned from the right it stretches by itself. `x` stands for the
/// operand.
ir::Value aligned(ir::Builder& b, const ir::Node& stretch, ir::Value x);

}  // namespace tlaloc::ops
