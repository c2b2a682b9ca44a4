// Checks the invariants of graph.h. Runs after every pass in debug and test builds.
#pragma once

#include "ir/graph.h"

namespace tlaloc::ir {

/// The first invariant that does not hold, or success.
base::Result<void> verify(const Graph& g);
/// verify, and "bug in tlaloc" with the graph's text and the pass's name if it fails.
void check_valid(const Graph& g, std::string_view after);

}  // namespace tlaloc::ir
