// A path of transformations applied to a program, graph and C++ signature together.
#pragma once

#include <vector>

#include "ir/boundary.h"
#include "ir/graph.h"

namespace tlaloc::transform {

/// What was asked for. `wrt` lists C++ parameter indices in the order written; empty: every
/// differentiable one.
struct Step {
  enum class Kind {
    fused,
    grad,
    value_and_grad,
    jvp,
    value_and_jvp,
    vjp,
    hvp,
    jacobian,
    jacobian_reverse,
    hessian,
  };
  Kind kind = Kind::fused;
  std::vector<int> wrt;
};

struct Program {
  ir::Graph graph;
  ir::Boundary boundary;
};

/// Applies `steps`, innermost first, optimising before and after. Fails with the user's error (an
/// op without a derivative, a result that is not a scalar), naming the expression. `keep_rules`: it
/// is differentiated again by others, which need the user's own derivatives.
base::Result<Program> apply(Program p, const std::vector<Step>& steps, bool keep_rules = false);

}  // namespace tlaloc::transform
