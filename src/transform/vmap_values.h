// Which values of a function differ by lane.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// What hangs on a batched parameter differs by lane. Where a condition does, so does all that
/// comes out of the branch; where a loop ends in each lane at its own turn, so does all that it
/// changes.
class LaneValues {
 public:
  LaneValues(const ir::Function& f, const std::vector<bool>& params);
  bool operator()(ir::Value v) const { return batched_[v.id]; }

 private:
  void mark(ir::Value v, bool by);
  void region(const ir::Region& r);
  void node(const ir::Node& n);
  void branch(const ir::Node& n);
  void loop(const ir::Node& n, std::size_t skip);
  std::vector<bool> batched_;
  int marks_ = 0;
};

}  // namespace tlaloc::transform
