// Which nodes of one region become one map.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// The nodes of a region in an order in which every group stands in one piece, its operands before
/// it and its readers behind it. Entries are indices into the region's nodes; a group has several,
/// or is worth a map for another reason.
struct Grouping {
  std::vector<std::vector<std::size_t>> order;
  std::vector<bool> is_map;  ///< of an entry of `order`
};

Grouping group(const ir::Function& f, const ir::Region& r);

/// Element-wise on tensors: may stand in a map.
bool is_fusible(const ir::Function& f, const ir::Node& n);
/// A broadcast, whose operand a map may stretch.
bool is_stretch(const ir::Node& n);

}  // namespace tlaloc::transform
