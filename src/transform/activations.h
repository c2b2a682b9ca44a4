// A recursive function that keeps, activation by activation, what it gave.
//
// Where the reverse sweep must know a call's value before it can go on into the call, it would run
// the function again at every level of the recursion. Instead the function is run once, before the
// sweep, and every activation stores its results. Activations are numbered in the order in which
// they begin; each stores as well the number behind its last one inside, so that the sweep, which
// goes the same way again, finds the number of each call. One run before tells how many there are.
// Functions that call each other share numbers and tables.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "ir/graph.h"

namespace tlaloc::transform {

/// Of a call of `found`: the function whose results it finds.
inline constexpr std::string_view kFoundOf = "found_of";

/// Functions of the graph, beside f: (x...) -> y....
struct Activations {
  std::string counted;  ///< (x...) -> (y..., how many activations)
  std::string kept;     ///< (x..., i, ends, ys...) -> (y..., end, ends, ys...)
  std::string found;    ///< (x..., i, ends, ys...) -> (y..., end): what was kept
  /// (x..., i, ends, ys...) -> y...: f with each call of its like found. Not in the graph.
  ir::Function again;
};
using ActivationsOf = std::map<std::string, Activations>;

/// For those of the functions that give only scalars, and call each other in no loop's condition
/// and by no rule. The new functions go behind the graph's.
ActivationsOf keep_activations(ir::Graph& g, const std::set<std::string>& functions);

/// The functions of `before` that a derivative calls in each of its own activations.
std::set<std::string> called_at_every_level(const ir::Graph& before, const ir::Graph& derivative);

}  // namespace tlaloc::transform
