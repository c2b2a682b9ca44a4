// What reverse mode must know of a loop before it runs it: which carried values are counters, and
// what its body reads out of tensors that change from turn to turn. Keeping what is read, one
// element a turn, spares keeping the whole tensor.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// A carried integer c with c' = c + step, where every turn has the same step.
struct Counter {
  std::size_t carried = 0;
  ir::Value step;
};
std::vector<Counter> counters(const ir::Node& loop, const ir::Function& f);

/// Every value that the region defines, in inner regions too.
std::set<ir::Value> defined_in(const ir::Region& r);
/// The size symbols that the region bears.
std::set<std::string> born_in(const ir::Region& r);
bool mentions(const ir::Type& t, const std::set<std::string>& symbols);

/// Reads out of changing tensors, in the body of a loop and in the branches and loops inside it;
/// and other values there that are to be kept.
struct Reads {
  std::set<ir::Value> values;  ///< results of the reading nodes
  /// Of a read on one side of a branch: the read on the other side, among `values`, whose room it
  /// shares.
  std::map<ir::Value, ir::Value> shares;
  /// The loops inside that hold some of them. Their trip counts are the same in every turn of the
  /// outer loop: a size, or (none) a value from outside it.
  std::map<const ir::Node*, std::optional<ir::Size>> trips;
};
/// `def`: of the values of `f`. `wanted`: scalars to be kept.
Reads reads(const ir::Node& loop, const ir::Function& f,
            const std::map<ir::Value, const ir::Node*>& def, const std::set<ir::Value>& wanted);

}  // namespace tlaloc::transform
