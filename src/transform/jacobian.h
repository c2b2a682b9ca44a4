// Whole Jacobians: a derivative along one direction, batched over all of them.
//
// Forwards, each parameter's leaf has its tangents as lanes of one run; in reverse, each result's
// leaf has its cotangents. Conditions and trip counts hang on the primal alone, so that no lane
// differs from another in them.
#pragma once

#include <vector>

#include "transform/pipeline.h"

namespace tlaloc::transform {

/// (x...) -> the derivative of every floating leaf of the result by every one of the parameters
/// `wanted`: axes of the result, then of the parameter. A scalar or tensor by a scalar or tensor is
/// plain, anything else the leaves of a tlaloc::Blocks.
base::Result<Program> jacobian(const Program& p, const std::vector<int>& wanted, bool reverse);

}  // namespace tlaloc::transform
