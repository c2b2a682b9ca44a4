// A graph as the text of a StableHLO module, for one set of sizes.
//
// Loops and branches become stablehlo.while and stablehlo.if; a call becomes func.call of a copy of
// the callee for the sizes it is called with. Fused maps (Control::map) are for our own CPU path
// and are refused as a bug of ours, and so are checks: write the module before fusing, of a graph
// whose checks are a result (transform/checks_as_result.h).
#pragma once

#include <map>
#include <string>

#include "base/error.h"
#include "ir/graph.h"

namespace tlaloc::back {

/// The module's text; its entry is @main. Refused, naming the user's line: an op that StableHLO
/// cannot say, a size that depends on data or on a loop's counter, a recursive call, a check that
/// does not hold for these sizes.
base::Result<std::string> write_module(const ir::Graph& g,
                                       const std::map<std::string, std::int64_t>& sizes);

}  // namespace tlaloc::back
