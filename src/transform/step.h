// One step of a path: what becomes of the graph and of the C++ signature with it.
#pragma once

#include <set>
#include <string>

#include "transform/pipeline.h"

namespace tlaloc::transform {

/// The program after `step`, which is none that stands for several (hvp, hessian), as it comes:
/// not optimised. `activations`: of which recursive functions reverse mode keeps what each
/// activation gives.
base::Result<Program> apply_step(Program p, const Step& step,
                                 const std::set<std::string>& activations);

}  // namespace tlaloc::transform
