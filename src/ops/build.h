// Builds graphs inside rules: each function appends one op (or a few) and returns its result.
// Defined beside the op it builds. Types are the caller's business: a wrong one is a bug of ours.
#pragma once

#include "ir/builder.h"
#include "ops/arithmetic.h"

namespace tlaloc::ops::build {

using ir::Builder;
using ir::Ints;
using ir::Size;
using ir::Sizes;
using ir::Type;
using ir::Value;
using ir::Values;

// constant.cc
Value number(Builder& b, double v, DType t);
Value integer(Builder& b, std::int64_t v, DType t);
/// Every element `v`.
Value full(Builder& b, double v, const Type& t);
Value iota(Builder& b, const Type& t, int axis);
/// The value of a size.
Value size_of(Builder& b, const Size& s);

// broadcast.cc
/// x's axis i becomes the result's axis axes[i]; returns x where nothing changes.
Value broadcast(Builder& b, Value x, const Sizes& sizes, const Ints& axes);
/// A scalar everywhere in a tensor of like's shape.
Value broadcast_scalar(Builder& b, Value x, const Type& like);
/// The adjoint of broadcast: from `sizes` back to `x_sizes`; decided here where the sizes tell.
Value sum_to(Builder& b, Value x, const Sizes& sizes, const Ints& axes);

// binary.cc
Value add(Builder& b, Value x, Value y);
Value sub(Builder& b, Value x, Value y);
Value mul(Builder& b, Value x, Value y);
Value div(Builder& b, Value x, Value y);
Value rem(Builder& b, Value x, Value y);
Value mul_masked(Builder& b, Value x, Value slope);
// power.cc, extreme.cc
Value pow(Builder& b, Value x, Value y);
Value atan2(Builder& b, Value y, Value x);
Value max(Builder& b, Value x, Value y);
Value min(Builder& b, Value x, Value y);

// unary.cc, exponential.cc
Value neg(Builder& b, Value x);
Value abs(Builder& b, Value x);
Value sign(Builder& b, Value x);
Value floor(Builder& b, Value x);
Value sqrt(Builder& b, Value x);
Value relu(Builder& b, Value x);
Value sin(Builder& b, Value x);
Value cos(Builder& b, Value x);
Value exp(Builder& b, Value x);
Value log(Builder& b, Value x);
Value expm1(Builder& b, Value x);
Value log1p(Builder& b, Value x);
Value tanh(Builder& b, Value x);
Value sigmoid(Builder& b, Value x);
// circle.cc, rounding.cc
Value sinh(Builder& b, Value x);
Value cosh(Builder& b, Value x);
Value copysign(Builder& b, Value x, Value y);

// compare.cc, logic.cc, select.cc
Value eq(Builder& b, Value x, Value y);
Value ne(Builder& b, Value x, Value y);
Value lt(Builder& b, Value x, Value y);
Value le(Builder& b, Value x, Value y);
Value gt(Builder& b, Value x, Value y);
Value ge(Builder& b, Value x, Value y);
Value logical_and(Builder& b, Value x, Value y);
Value logical_or(Builder& b, Value x, Value y);
Value logical_xor(Builder& b, Value x, Value y);
Value logical_not(Builder& b, Value x);
/// Operands of one shape.
Value select(Builder& b, Value condition, Value x, Value y);
Value convert(Builder& b, Value x, DType t);
Value stop_gradient(Builder& b, Value x);

// reduce.cc, reduce_extreme.cc
Value sum(Builder& b, Value x, const Ints& axes);
Value reduce_max(Builder& b, Value x, const Ints& axes);
Value reduce_min(Builder& b, Value x, const Ints& axes);
Value argmax(Builder& b, Value x, std::int64_t axis);
Value argmin(Builder& b, Value x, std::int64_t axis);
/// x, reduced over `axes`, stretched back to `like`'s sizes.
Value unreduce(Builder& b, Value reduced, const Type& like, const Ints& axes);

// shape.cc, slice.cc, concat.cc
Value reshape(Builder& b, Value x, const Sizes& sizes);
Value transpose(Builder& b, Value x, const Ints& permutation);
Value reverse(Builder& b, Value x, const Ints& axes);
Value slice(Builder& b, Value x, const Sizes& starts, const Sizes& limits, const Sizes& strides);
Value pad(Builder& b, Value x, const Sizes& low, const Sizes& strides, const Sizes& sizes);
Value concat(Builder& b, const Values& x, std::int64_t axis);

// contract.cc, matmul.cc
struct ContractAxes {
  Ints left_batch, right_batch, left_contract, right_contract;
};
Value contract(Builder& b, Value x, Value y, const ContractAxes& axes);
Value matmul(Builder& b, Value x, Value y);

// index.cc, take.cc
Value index(Builder& b, Value x, const Values& i);
Value place(Builder& b, const Sizes& sizes, const Values& i, Value v);
Value update(Builder& b, Value x, const Values& i, Value v);
Value add_at(Builder& b, Value x, const Values& i, Value v);
Value take(Builder& b, Value x, Value i);
Value scatter_add(Builder& b, Value acc, Value i, Value v);

// softmax.cc
Value softmax(Builder& b, Value x, std::int64_t axis);
Value log_softmax(Builder& b, Value x, std::int64_t axis);

}  // namespace tlaloc::ops::build
