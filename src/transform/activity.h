// Which values take part in a derivative: those that move with an active parameter ("varied") and
// that move a seeded result ("useful").
//
// Integers, results of Zero ops and what hangs on conditions are never varied. Loops are taken to a
// fixed point. Values are numbered through a whole function, so one table serves all of its
// regions. A value is "gated" if its cotangent may come through an op that chooses between values:
// then it can be exactly zero where a slope is infinite or NaN.
#pragma once

#include <vector>

#include "ir/graph.h"

namespace tlaloc::transform {

/// True if the node's results depend differentiably on operand i.
bool depends_on(const ir::Node& n, int i);

class Activity {
 public:
  /// `params` and `results`: one flag for each of the function's.
  Activity(const ir::Function& f, const std::vector<bool>& params,
           const std::vector<bool>& results);

  bool varied(ir::Value v) const { return varied_[v.id]; }
  bool active(ir::Value v) const { return varied_[v.id] && useful_[v.id]; }
  bool gated(ir::Value v) const { return gated_[v.id]; }

 private:
  void forward(const ir::Region& r);
  void forward(const ir::Node& n);
  void backward(const ir::Region& r);
  void backward(const ir::Node& n);
  bool vary(ir::Value v, bool by);  // true if it is new
  bool use(ir::Value v, bool by, bool gated);
  bool use_like(ir::Value v, ir::Value user) { return use(v, active(user), gated_[user.id]); }
  const ir::Function& f_;
  std::vector<bool> varied_, useful_, gated_;
};

}  // namespace tlaloc::transform
