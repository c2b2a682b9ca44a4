// Removes what nobody reads: nodes, carried values of loops, results of branches and maps, and
// functions nobody calls.
//
// A carried value that only feeds itself is dead: that is how reverse mode gets rid of the stacks
// it does not read. Nodes with an effect stay, except that a size symbol which nobody mentions is
// not born.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

ir::Graph dce(ir::Graph g);

/// The same across calls: takes away results of functions that no call reads, and parameters that
/// the function does not.
ir::Graph drop_unread(ir::Graph g);

}  // namespace tlaloc::transform
