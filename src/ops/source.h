// What a call in user code means in the graph: the lifter asks here, by the name of the resolved
// declaration, and so names no op itself. "tanh", "operator+", "matmul", "mean", "softmax": tensor
// functions and <cmath> functions alike.
//
// Each op's own file registers its source functions beside its definition (ops/table.h lists the
// files).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tlaloc::ops {

/// One argument of the call, or one template argument.
struct SourceArgument {
  ir::Value value;               ///< a graph value (tensor or scalar); none for arguments below
  std::optional<ir::Ints> ints;  ///< integers known when lifting: an axis, {0, 1}, a permutation
  std::optional<ir::Sizes>
      sizes;           ///< integers used as sizes: constants, symbols, or bound run-time values
  ir::Values indices;  ///< integers in braces of which one is known only when the program runs
};

struct SourceCall {
  std::string_view name;                      ///< unqualified: "sum", "operator*", "pow"
  std::vector<SourceArgument> x;              ///< arguments in order; `this` of a member call first
  std::vector<SourceArgument> template_args;  ///< value template arguments, flattened: sum<0, 1>(x)
  std::optional<ir::Type>
      result;  ///< what the C++ type system says: dtype, fixed sizes (else a fresh symbol), names
};

/// True if `name` is known; the lifter then never looks into the function's body.
bool is_source_function(std::string_view name);

/// Builds the call. A failure is the user's mistake, or a form of the call that is not lifted (id
/// "lift.form").
base::Result<ir::Values> build_source_call(ir::Builder& b, const SourceCall& call);

}  // namespace tlaloc::ops
