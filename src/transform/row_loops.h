// Rows with one number for each direction of a derivative, in loops: computed element by element in
// a loop over the directions, and read and written where they stand in their arrays.
//
// A map is one pass over tensors with a buffer for each result: right for long ones, while a loop
// that differentiates along a few directions at once does little else than such passes over short
// rows. For the native path only, after fusing.
#pragma once

#include <string_view>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// On a loop: no turn reads what another one writes.
inline constexpr std::string_view kTurnsApart = "turns_apart";

/// `directions`: how long such rows are.
ir::Graph row_loops(ir::Graph g, const std::vector<ir::Size>& directions);

}  // namespace tlaloc::transform
