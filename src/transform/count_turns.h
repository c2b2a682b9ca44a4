// `while` as `for`: counts the turns first, then runs that many. For reverse mode, which must know
// the number.
#pragma once

#include "ir/graph.h"
#include "transform/activity.h"

namespace tlaloc::transform {

/// Every active while loop is run once for its count and once as a counted loop.
ir::Function count_turns(const ir::Function& f, const Activity& activity);

}  // namespace tlaloc::transform
