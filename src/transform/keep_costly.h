// Which costly values of loops reverse mode keeps: store or compute again?
//
// An exponential, or a loop that sums up, takes longer than writing its result to memory and
// reading it back. Where the program computes it forwards anyway (a sum of them is a result, or
// goes on), the reverse sweep reads what was kept; where it would be computed forwards only to be
// kept, the sweep computes it. Which of both holds is seen only when dce is through: so the sweep
// is written once with every costly value marked, and again with those kept whose mark was left
// standing outside the loops that run backwards.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "ir/graph.h"

namespace tlaloc::transform {

struct Keeping {
  /// Gives every costly value its mark, to find out.
  bool mark = false;
  /// Of a mark: how many loops run backwards around the outermost place that computes the value
  /// anyway.
  std::map<std::int64_t, int> computed_at;
  /// Recursive functions that keep what each activation gives (activations.h), where they can.
  std::set<std::string> activations;
};

/// The values that a side of a branch hands on.
std::set<ir::Value> given_to_branches(const ir::Function& f);
/// The scalars that a costly op gives inside a loop, or a loop inside another to a branch, with the
/// marks of their nodes.
std::map<ir::Value, std::int64_t> costly_values(const ir::Function& f);
/// Writes the marks into the nodes.
ir::Function marked(ir::Function f);
/// Where the marks of an optimised derivative stand.
Keeping computed_anyway(const ir::Function& derivative);

}  // namespace tlaloc::transform
