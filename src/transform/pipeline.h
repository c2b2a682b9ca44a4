// A path of transformations applied to a program, graph and C++ signature together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/boundary.h"
#include "ir/graph.h"

namespace tlaloc::transform {

/// What vmap is asked for.
struct Lanes {
  std::string axis;         ///< as C++ spells it: "tlaloc::Axis<\"batch\">"
  std::string name;         ///< "batch"; "" for an axis without one
  std::int64_t size = -1;   ///< -1: known at run time
  std::vector<int> places;  ///< one a C++ parameter: where the axis stands in it, -1: the parameter
                            ///< is shared; empty: all stand at 0
  int out = 0;              ///< where it stands in the results
};

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
    vmap,
  };
  Kind kind = Kind::fused;
  std::vector<int> wrt;
  Lanes lanes = {};  ///< of vmap
};

struct Program {
  ir::Graph graph;
  ir::Boundary boundary;
  /// How many directions derivatives in it run along at once: rows of such a length are short.
  std::vector<ir::Size> directions = {};
};

/// Applies `steps`, innermost first, optimising before and after. Fails with the user's error (an
/// op without a derivative, a result that is not a scalar), naming the expression. `keep_rules`: it
/// is differentiated again by others, which need the user's own derivatives.
base::Result<Program> apply(Program p, const std::vector<Step>& steps, bool keep_rules = false);

}  // namespace tlaloc::transform
