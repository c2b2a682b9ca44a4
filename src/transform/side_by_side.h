// Two nodes of a region that go the same way become one: loops of as many turns, branches on one
// condition.
//
// The second may not need what the first gives, but for stacks: what the first stores in a turn and
// the second loads in the same one goes there directly, and needs no stack any more.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// Whether the node or a region of it reads one of these.
bool reads_any(const ir::Node& n, const std::set<ir::Value>& of);

/// The nodes between two of a region that must stay behind the first: they need what it gives. None
/// if `second`, the later one or what takes its place, needs it too.
std::optional<std::set<std::size_t>> held_back(const ir::Region& r, std::size_t first,
                                               std::size_t at, const ir::Node& second);
/// Takes both nodes out and puts `both` in the place of the later one, in front of those held back.
void put_together(ir::Region& r, std::size_t first, std::size_t second,
                  const std::set<std::size_t>& held, ir::Node both);

/// Whether the first is a loop that stores, one a turn, what the second loads.
bool keeps_for(const ir::Node& first, const ir::Node& second);
/// Makes one node of the two, if they go the same way and the second can do without the first.
bool join(const ir::Function& f, ir::Region& r, std::size_t first, std::size_t second);

/// Other values for those that are read in the region, at any depth.
void replace_values(ir::Region& r, const std::map<ir::Value, ir::Value>& by);

}  // namespace tlaloc::transform
