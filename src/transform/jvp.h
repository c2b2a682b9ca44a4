// Forward mode: a program that carries a tangent beside every value that moves.
#pragma once

#include <vector>

#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::transform {

/// (x..., t of each active parameter) -> (y..., t of each floating result). `active`: one flag for
/// each parameter of the program; integer ones stay without tangent. A tangent that is nothing is
/// made zeros. Fails where an active value passes an op without a derivative.
base::Result<ir::Graph> jvp(const ir::Graph& g, const std::vector<bool>& active);

}  // namespace tlaloc::transform
