// The op table: every op, in one fixed order.
#pragma once

#include <span>
#include <string_view>

#include "ir/op_def.h"

namespace tlaloc::ops {

std::span<const ir::OpDef* const> table();
/// The op called `name`, or null.
const ir::OpDef* find(std::string_view name);

/// The structural op of this kind; there is exactly one of each.
const ir::OpDef& structural(ir::Control control);
inline const ir::OpDef& require_op() { return structural(ir::Control::require); }

}  // namespace tlaloc::ops
