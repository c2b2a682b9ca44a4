// Buffers that back ends may leave unfilled, so that they name no op.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// A buffer whose elements are written before they are read; at least one axis.
ir::Value make_room(ir::Builder& b, const ir::Type& t);
/// Whether the node gives such a buffer: its own elements mean nothing.
bool is_room(const ir::Node& n);

}  // namespace tlaloc::ops
