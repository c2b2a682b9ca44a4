// Puts the bodies of called functions in the place of their calls, recursive ones excepted.
#pragma once

#include <set>
#include <string>

#include "ir/graph.h"

namespace tlaloc::transform {

/// A call stays where the callee is recursive, or where its sizes are not those of the arguments.
ir::Graph inline_calls(ir::Graph g);

/// The functions that this one reaches by calls.
std::set<std::string> functions_reached(const ir::Graph& g, const std::string& name);
/// The functions that reach themselves by calls.
std::set<std::string> recursive_functions(const ir::Graph& g);

}  // namespace tlaloc::transform
