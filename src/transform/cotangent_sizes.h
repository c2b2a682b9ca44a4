// The sizes of cotangents that come from outside: those of results, which the caller of a vjp hands
// in, and which a Jacobian makes before the run.
#pragma once

#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::transform {

/// A cotangent is a parameter: one whose result has a size that only the run tells bears a symbol
/// of its own, which is compared with that size where it is born. `params`: how many parameters
/// stand before the cotangents.
void cotangents_bear_sizes(ir::Function& f, std::size_t params);

/// All directions of a result are made before the run, so its sizes must be known at entry:
/// "vjp.size" if one is not.
base::Result<void> sizes_are_of_parameters(const ir::Function& f);

}  // namespace tlaloc::transform
