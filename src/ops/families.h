// The families of ops, one file each. table.cc lists them in the order of every generated list.
#pragma once

#include "ops/define.h"

namespace tlaloc::ops {

extern const Family
    kControlFamily;  // control.cc: if, for, while, call, map, size, bind_size, require
extern const Family kConstantFamily;     // constant.cc: constant, iota, zeros, ones, full, …
extern const Family kBroadcastFamily;    // broadcast.cc: broadcast, sum_to
extern const Family kArithmeticFamily;   // binary.cc: add, sub, mul, div, rem, mul_masked
extern const Family kUnaryFamily;        // unary.cc: neg, abs, sign, floor, sqrt, relu, sin, cos
extern const Family kExponentialFamily;  // exponential.cc: exp, log, expm1, log1p, tanh, sigmoid
extern const Family kPowerFamily;        // power.cc: pow, atan2
extern const Family kExtremeFamily;      // extreme.cc: max, min
extern const Family kCompareFamily;      // compare.cc: eq ne lt le gt ge
extern const Family kLogicFamily;   // logic.cc: logical_and, logical_or, logical_xor, logical_not
extern const Family kSelectFamily;  // select.cc: select, convert, stop_gradient
extern const Family kReduceFamily;  // reduce.cc: sum
extern const Family
    kReduceExtremeFamily;             // reduce_extreme.cc: reduce_max, reduce_min, argmax, argmin
extern const Family kShapeFamily;     // shape.cc: reshape, transpose, reverse
extern const Family kSliceFamily;     // slice.cc: slice, pad
extern const Family kConcatFamily;    // concat.cc: concat
extern const Family kContractFamily;  // contract.cc: contract, matmul, dot
extern const Family kIndexFamily;     // index.cc: index, place, update, add_at
extern const Family kTakeFamily;      // take.cc: take, scatter_add
extern const Family kSoftmaxFamily;   // softmax.cc: softmax, log_softmax
extern const Family
    kFunctionsFamily;  // functions.cc: mean, one_hot, cross_entropy, … (compositions)

}  // namespace tlaloc::ops
