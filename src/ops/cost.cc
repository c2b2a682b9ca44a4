#include "ops/cost.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ops/table.h"

namespace tlaloc::ops {

bool is_costly(const ir::OpDef& op) {
  // Not sin and cos: the slope of each is the other, and both together cost little more than one.
  constexpr std::array<std::string_view, 8> kCostly{"exp",  "expm1",   "log", "log1p",
                                                    "tanh", "sigmoid", "pow", "atan2"};
  return std::find(kCostly.begin(), kCostly.end(), op.name) != kCostly.end();
}

ir::Value room(ir::Builder& b, const ir::Type& t) {
  return b.add(*find("room"), {}, {{"dtype", t.dtype}, {"sizes", t.sizes}});
}

bool is_room(const ir::Node& n) { return n.op == find("room"); }

}  // namespace tlaloc::ops
