// What Jacobians need beside arithmetic: the directions of a space, and the moves between "one lane
// a direction" and axes.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// [n, sizes...] with n the product of the sizes: lane i is 1 at element i in row-major order, 0
/// elsewhere. For a scalar: 1, without a lane axis.
ir::Value basis(ir::Builder& b, const ir::Type& t);

/// [n, y...] -> [y..., sizes...], n being the product of the sizes.
ir::Value lanes_last(ir::Builder& b, ir::Value x, const ir::Sizes& sizes);
/// [n, x...] -> [sizes..., x...].
ir::Value lanes_first(ir::Builder& b, ir::Value x, const ir::Sizes& sizes);

/// x, whose sizes are these when the program runs: checked there, in the name of `op`, and nothing
/// is concluded from it for the function's parameters.
ir::Value checked_sizes(ir::Builder& b, ir::Value x, const ir::Sizes& sizes, std::string op,
                        std::string id, std::string text);

/// The same elements in row-major order under other sizes.
ir::Value resized(ir::Builder& b, ir::Value x, const ir::Sizes& sizes);
ir::Value to_dtype(ir::Builder& b, ir::Value x, DType t);

}  // namespace tlaloc::ops
