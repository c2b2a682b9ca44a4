// What back ends and reverse mode ask about time and memory, so that they name no op.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// Takes longer than writing the result to memory and reading it back: rather kept for the reverse
/// sweep than computed again.
bool is_costly(const ir::OpDef& op);

/// A buffer whose elements are written before they are read; at least one axis.
ir::Value room(ir::Builder& b, const ir::Type& t);
/// Whether the node gives such a buffer: its own elements mean nothing.
bool is_room(const ir::Node& n);

}  // namespace tlaloc::ops
