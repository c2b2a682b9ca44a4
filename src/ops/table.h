// The op table: every op, in one fixed order.
#pragma once

#include <span>
#include <string_view>

#include "ops/define.h"

namespace tlaloc::ops {

std::span<const ir::OpDef* const> table();
/// The op called `name`, or null.
const ir::OpDef* find(std::string_view name);

/// Every function on tensors that is written from the table, in its order.
std::span<const Door> doors();

/// When what the op gives is a sum of squares; null if it never is.
const SquareRule* square_rule(const ir::OpDef& op);

/// The structural op of this kind; the first of the two that are required (require, check).
const ir::OpDef& structural(ir::Control control);
inline const ir::OpDef& require_op() { return structural(ir::Control::require); }
/// The op of Control::require that has a condition as operand.
const ir::OpDef& check_op();

}  // namespace tlaloc::ops
