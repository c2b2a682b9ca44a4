#include "transform/uses.h"

#include <algorithm>

namespace tlaloc::transform {

int uses(const ir::Values& vs, ir::Value v) {
  return static_cast<int>(std::count(vs.begin(), vs.end(), v));
}

int uses(const ir::Region& r, ir::Value v) {
  int count = uses(r.results, v);
  for (const ir::Node& n : r.nodes) count += uses(n.operands, v) + uses_inside(n, v);
  return count;
}

int uses_inside(const ir::Node& n, ir::Value v) {
  int count = 0;
  for (const ir::Region& r : n.regions) count += uses(r, v);
  return count;
}

}  // namespace tlaloc::transform
