// The sizes of cotangents that come from outside: those of results, which no parameter's size may
// tell (an integer argument does, or what comes of one). A cotangent is a parameter, and has its
// size before the run bears the result's.
#pragma once

#include "ir/graph.h"

namespace tlaloc::transform {

/// Whether the size is known when `f` is entered with its first `params` parameters.
bool is_known_at_entry(const ir::Function& f, std::size_t params, const ir::Size& s);

/// A cotangent is a parameter: one whose result has a size that only the run tells bears a symbol
/// of its own, which is compared with that size where it is born. `params`: how many parameters
/// stand before the cotangents.
void cotangents_bear_sizes(ir::Function& f, std::size_t params);

}  // namespace tlaloc::transform
