// The arithmetic that differentiation itself needs, so that transforms name no op.
#pragma once

#include "ir/builder.h"

namespace tlaloc::ops {

/// A scalar constant of this dtype.
ir::Value constant(ir::Builder& b, double v, DType t);
ir::Value integer(ir::Builder& b, std::int64_t v, DType t = DType::i64);
/// Zeros / ones of the type; a scalar constant, broadcast.
ir::Value zeros(ir::Builder& b, const ir::Type& t);
ir::Value ones(ir::Builder& b, const ir::Type& t);
bool is_zeros(const ir::Builder& b, ir::Value v);  ///< provably +0 everywhere

ir::Value add(ir::Builder& b, ir::Value x,
              ir::Value y);  ///< either may be "no value": the other is returned
ir::Value sub(ir::Builder& b, ir::Value x, ir::Value y);
ir::Value mul(ir::Builder& b, ir::Value x, ir::Value y);
/// x * slope, but 0 wherever x is exactly 0 (so that 0 * inf and 0 * NaN are 0): DESIGN 6.4.
ir::Value mul_masked(ir::Builder& b, ir::Value x, ir::Value slope);
/// condition ? x : y, element by element; a scalar condition is stretched.
ir::Value select(ir::Builder& b, ir::Value condition, ir::Value x, ir::Value y);
/// The value of a size as an i64 scalar.
ir::Value size_value(ir::Builder& b, const ir::Size& s);

// A stack of equal-typed values, one a turn of a loop: a tensor with a new axis 0.
ir::Value new_stack(ir::Builder& b, const ir::Type& element, const ir::Size& turns);
ir::Value store(ir::Builder& b, ir::Value stack, ir::Value turn, ir::Value v);
ir::Value load(ir::Builder& b, ir::Value stack, ir::Value turn);

// Batching.
/// x with a new axis 0 of size `batch`, every element repeated.
ir::Value stretch(ir::Builder& b, ir::Value x, const ir::Size& batch);
/// x with its axis `from` as axis `to`, the others in order.
ir::Value move_axis(ir::Builder& b, ir::Value x, int from, int to);
/// The sum over axis 0.
ir::Value sum_front(ir::Builder& b, ir::Value x);

}  // namespace tlaloc::ops
