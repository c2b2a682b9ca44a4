// A program whose checks (the user's throw and assert) are one more result, for where nothing can
// be thrown.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// Whether the graph holds a check.
bool has_checks(const ir::Graph& g);

/// The graph with a last result, b1[]: whether all checks held that a run came to. Once one has
/// failed no loop turns any more, so that what the user's function never reaches cannot go on for
/// ever; the other results then mean nothing. A graph without checks stays as it is.
ir::Graph checks_as_result(ir::Graph g);

}  // namespace tlaloc::transform
