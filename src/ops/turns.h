// What reverse mode of loops asks about integers, so that transforms name no op.
#pragma once

#include <optional>

#include "ir/builder.h"

namespace tlaloc::ops {

/// A trip count as a size, 0 where it is negative. A size symbol is born where the count is not an
/// expression of sizes.
ir::Size turns(ir::Builder& b, ir::Value trip);
/// The same, if the node that defines the count tells: a constant, or an expression of sizes.
std::optional<ir::Size> known_turns(const ir::Node& def);
/// y, if the node is x + y or y + x; else no value.
ir::Value added_to(const ir::Node& n, ir::Value x);

}  // namespace tlaloc::ops
