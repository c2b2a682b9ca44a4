// The families of ops, one file each. table.cc lists them in the order of every generated list.
#pragma once

#include "ops/define.h"

namespace tlaloc::ops {

extern const Family kControlFamily;        // control.cc: regions, calls, sizes, checks
extern const Family kConstantFamily;       // numbers and counts
extern const Family kBroadcastFamily;      // repeating, and its adjoint
extern const Family kArithmeticFamily;     // binary.cc: + - * / %
extern const Family kUnaryFamily;          // signs, floor, roots, the circle
extern const Family kExponentialFamily;    // exp, log and their kin
extern const Family kPowerFamily;          // slopes that need care at zeros
extern const Family kCircleFamily;         // the other functions of angles, and their inverses
extern const Family kSpecialFamily;        // other bases, cube root, hypot, the error function
extern const Family kRoundingFamily;       // to whole numbers; remainders, pieces of a number
extern const Family kExtremeFamily;        // the larger, the smaller
extern const Family kCompareFamily;        // == != < <= > >=
extern const Family kLogicFamily;          // of booleans
extern const Family kBitsFamily;           // of integers
extern const Family kSelectFamily;         // one of two; conversions; an end to derivatives
extern const Family kReduceFamily;         // sums over axes
extern const Family kReduceExtremeFamily;  // extremes over axes, and where they stand
extern const Family kShapeFamily;          // elements moved, none gone
extern const Family kSliceFamily;          // parts, and their adjoint
extern const Family kConcatFamily;         // parts put together
extern const Family kContractFamily;       // the general product
extern const Family kMatmulFamily;         // the usual products
extern const Family kIndexFamily;          // one place read and written
extern const Family kAxisIndicesFamily;    // places along an axis, asked for their range
extern const Family kTakeFamily;           // many places read and written
extern const Family kSoftmaxFamily;        // shares of a whole
extern const Family kClassesFamily;        // labels and their loss

// Calls that are compositions, or of several ops.
extern const Family kIndexSourceFamily;  // index_source.cc: x(i, j), update, set, …
extern const Family kCloseFamily;        // close.cc: allclose
extern const Family kMakeFamily;         // make.cc: zeros, arange, size, …

}  // namespace tlaloc::ops
