// Tensors whose axes stand in another order, so that transforms name no op.
#pragma once

#include <optional>

#include "ir/builder.h"

namespace tlaloc::ops {

/// Where the axes of a node's only operand go, if that is all that it does: axis i of the result
/// is axis order[i] of the operand.
std::optional<ir::Ints> axis_order(const ir::Node& n);
/// x with its axes in this order; x itself where that is the order that it has.
ir::Value with_axis_order(ir::Builder& b, ir::Value x, const ir::Ints& order);
/// The order that puts them back.
ir::Ints opposite_order(const ir::Ints& order);

}  // namespace tlaloc::ops
