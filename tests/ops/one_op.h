// Programs of one op, made from the samples of its record, and the numbers they run on.
#pragma once

#include <string>
#include <vector>

#include "back/eval/eval.h"
#include "ir/builder.h"
#include "ir/op_def.h"

namespace tlaloc::ops_test {

using Numbers = std::vector<double>;

/// A use of an op on concrete sizes. `dtype` replaces every floating dtype of the sample, if given.
struct Use {
  const ir::OpDef* op;
  ir::Sample sample;
};
std::vector<Use> uses(const ir::OpDef& op);
Use in_dtype(Use use, DType t);
/// Ops that are not structural.
std::vector<const ir::OpDef*> plain_ops();

/// One function: a parameter an operand, the op, its results.
ir::Graph program(const Use& use);
/// Numbers of the sample's domains, the same for a seed.
std::vector<back::Array> inputs(const Use& use, unsigned seed);

bool is_floating(const Use& use);  ///< a floating operand and a floating result
std::vector<bool> floating_operands(const Use& use);

std::vector<back::Array> run(const ir::Graph& g, const std::vector<back::Array>& x);
/// All elements of all floating arrays, one after the other.
Numbers flat(const std::vector<back::Array>& x);
/// Arrays of these types with the numbers of `v`, in order.
std::vector<back::Array> shaped_like(const std::vector<back::Array>& x, const Numbers& v);
Numbers random_numbers(std::size_t n, unsigned seed);
double dot(const Numbers& a, const Numbers& b);

/// Compares with an absolute and relative tolerance; NaN equals NaN.
void expect_close(const Numbers& got, const Numbers& expected, double tolerance,
                  const std::string& what);
std::string describe(const Use& use);

}  // namespace tlaloc::ops_test
