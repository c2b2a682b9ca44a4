// Batching: a program over a new axis 0 of some parameters, that runs as one.
#pragma once

#include <vector>

#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::transform {

/// Parameters marked in `batched` get the axis `batch` in front, and so does every result (one that
/// does not depend on a batched parameter is repeated). Ops follow their batching rules. Where a
/// condition or a trip count differs by lane, all ways are gone, each with the lanes of the others
/// masked (vmap_masks.h). A size that differs by lane is refused ("vmap.size").
base::Result<ir::Graph> vmap(const ir::Graph& g, const std::vector<bool>& batched,
                             const ir::Size& batch);

}  // namespace tlaloc::transform
