// When a value dies: the oracle gives it up there, so that it can count what is alive and who may
// write in place.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace tlaloc::back {

/// The region's own values that nobody reads after a node. Those that the node's regions do not
/// read either are given up before it runs, so that it may write them in place.
struct Dying {
  ir::Values before, after;
};

/// One a node. `inherited`: values from outside that nobody reads after this region, which runs
/// once.
std::vector<Dying> last_uses(const ir::Region& r, const ir::Values& inherited);

}  // namespace tlaloc::back
