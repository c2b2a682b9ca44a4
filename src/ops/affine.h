// What the value of an integer scalar is as an expression over sizes, so that a printer can tell an
// index that is in range, and names no op.
#pragma once

#include <functional>
#include <optional>

#include "ir/graph.h"

namespace tlaloc::ops {

/// The node that defines a value, or null.
using MakerOf = std::function<const ir::Node*(ir::Value)>;
/// A size that stands for a value that no node defines (a loop's counter), or none.
using SizeOf = std::function<std::optional<ir::Size>(ir::Value)>;

/// The value as a size expression; none where it is none. Arithmetic of 32 bits and more is
/// taken not to overflow; narrower integers wrap, and are no expressions.
std::optional<ir::Size> as_size(const ir::Function& f, ir::Value v, const MakerOf& maker,
                                const SizeOf& known = {});

/// Whether the node is the number 0 (or +0.0), whose bits are all zero.
bool is_positive_zero(const ir::Node& n);

}  // namespace tlaloc::ops
