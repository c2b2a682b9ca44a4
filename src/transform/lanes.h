// vmap as a step of a path: what becomes of the C++ signature, and of the graph with it.
#pragma once

#include "transform/pipeline.h"

namespace tlaloc::transform {

/// The program over a batch of its arguments (include/tlaloc/vmap.h says what the types become).
/// Fails where an argument cannot be batched ("vmap.argument"), and where vmap.h says.
base::Result<Program> over_lanes(Program p, const Lanes& lanes);

}  // namespace tlaloc::transform
