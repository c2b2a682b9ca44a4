// A recursive function's value and its cotangents come from one call.
//
// The reverse sweep of a call needs the value that the call gave, for the slopes of what used it,
// and the cotangent of that value, to go on into the callee. Where the cotangent is known without
// the value, the callee's derivative is called for both, so that a level of the recursion runs once
// and not once for every level around it. Where value and derivative are called in loops or
// branches of their own that go the same way, these become one first.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "ir/graph.h"

namespace tlaloc::transform {

/// Of a call: a function's name. Its results come first, as for the first operands.
inline constexpr std::string_view kValueOf = "value_of";
/// The mark of a branch that reverse mode wrote to spare work: its first side would do always.
inline constexpr std::string_view kSpares = "spares";

/// Calls of these functions stand as late as they can: then what the reverse sweep does with their
/// values comes after it has gone on into them.
void call_late(ir::Region& r, const std::set<std::string>& functions);

/// Takes the marks away, and what nobody then reads of functions.
ir::Graph call_once(ir::Graph g);

}  // namespace tlaloc::transform
