// A loop whose body turns the axes of a carried tensor at its beginning and turns them back at its
// end carries it turned: the axes change places before and behind the loop, once. A batched loop
// that writes arrays is like that: the elements of a turn are rows over the lanes.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// Loops around the changed ones may follow once the program is simplified. Whether any changed.
bool carry_turned(ir::Graph& g);

}  // namespace tlaloc::transform
