// Which lanes of a batch count: what vmap asks for where control flow differs by lane, so that it
// names no op. A mask is b1[lanes].
#pragma once

#include <functional>
#include <optional>

#include "ir/builder.h"

namespace tlaloc::ops {

/// The lanes of both; the lanes of the first that are not in the second.
ir::Value both(ir::Builder& b, ir::Value mask, ir::Value other);
ir::Value without(ir::Builder& b, ir::Value mask, ir::Value other);
/// All lanes but those of the mask.
ir::Value others(ir::Builder& b, ir::Value mask);
/// Whether a lane is live, b1[].
ir::Value any_live(ir::Builder& b, ir::Value mask);
/// In each lane x where the mask is true, y elsewhere; the axis of the lanes is axis 0 of both.
ir::Value choose(ir::Builder& b, ir::Value mask, ir::Value x, ir::Value y);
/// `v` in every lane and element.
ir::Value everywhere(ir::Builder& b, double v, const ir::Type& t);
/// The largest of integers i64[lanes], at least 0; 0 if there are none.
ir::Value largest(ir::Builder& b, ir::Value counts);
/// The lanes whose count is above `turn`, an i64[].
ir::Value still_turning(ir::Builder& b, ir::Value turn, ir::Value counts);

/// A number at which the op can do no harm in operand `i`: no trap, no throw, finite value and
/// slopes. Empty: any finite number will do.
std::optional<double> harmless(const ir::Node& n, std::size_t i, DType t);
/// Whether running the node for no live lane costs next to nothing and cannot fail: it is
/// element-wise, and divides no integers.
bool is_light(const ir::Function& f, const ir::Node& n);
/// Whether the node may as well be run where nobody needs what it gives: it is light, or divides
/// integers by a constant above 0. `def` finds what defines a value.
bool is_harmless(const ir::Function& f, const ir::Node& n,
                 const std::function<const ir::Node*(ir::Value)>& def);
/// Whether this is a constant of moderate size.
bool is_moderate(const ir::Node* def);

}  // namespace tlaloc::ops
