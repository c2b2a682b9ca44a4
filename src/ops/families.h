// The families of ops, one file each. table.cc lists them in the order of every generated list.
#pragma once

#include "ops/define.h"

namespace tlaloc::ops {

extern const Family kControlFamily;        // if for while call map size bind_size require
extern const Family kConstantFamily;       // constant iota
extern const Family kBroadcastFamily;      // broadcast sum_to
extern const Family kArithmeticFamily;     // binary.cc: add sub mul div rem mul_masked
extern const Family kUnaryFamily;          // neg abs sign floor sqrt relu sin cos
extern const Family kExponentialFamily;    // exp log expm1 log1p tanh sigmoid
extern const Family kPowerFamily;          // pow atan2
extern const Family kCircleFamily;         // tan asin acos atan sinh cosh asinh acosh atanh
extern const Family kSpecialFamily;        // exp2 log2 log10 cbrt hypot erf erfc
extern const Family kRoundingFamily;       // ceil trunc round rint remainder copysign fdim
extern const Family kExtremeFamily;        // max min
extern const Family kCompareFamily;        // eq ne lt le gt ge
extern const Family kLogicFamily;          // logical_and logical_or logical_xor logical_not
extern const Family kBitsFamily;           // bit_and bit_or bit_xor shift_left shift_right
extern const Family kSelectFamily;         // select convert stop_gradient
extern const Family kReduceFamily;         // sum
extern const Family kReduceExtremeFamily;  // reduce_max reduce_min argmax argmin
extern const Family kShapeFamily;          // reshape transpose reverse
extern const Family kSliceFamily;          // slice pad
extern const Family kConcatFamily;         // concat
extern const Family kContractFamily;       // contract
extern const Family kMatmulFamily;         // matmul dot
extern const Family kIndexFamily;          // index place update add_at
extern const Family kTakeFamily;           // take scatter_add
extern const Family kSoftmaxFamily;        // softmax log_softmax
extern const Family kClassesFamily;        // class_labels one_hot cross_entropy

// Calls that are compositions, or of several ops.
extern const Family kIndexSourceFamily;  // index_source.cc: x(i, j), update, set, …
extern const Family kCloseFamily;        // close.cc: allclose
extern const Family kMakeFamily;         // make.cc: zeros, arange, size, …

}  // namespace tlaloc::ops
