// Buffers full of one number that only begin something: a gradient, a stack of values. Each
// beginning makes its own.
#include "back/cpp/variables.h"
#include "ir/op_def.h"

namespace tlaloc::back {

using ir::Access;
using ir::Control;
using ir::Node;
using ir::Region;
using ir::Value;

void Variables::find_fills(const Region& r) {
  std::set<Value> literals;
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) find_fills(inner);
    if (is_inline(f_, n)) literals.insert(n.results.begin(), n.results.end());
    if (n.op->element == ir::Element::stretch && literals.contains(n.operands[0]))
      fills_.insert(n.results[0]);
  }
}

/// A buffer that is read as it is needs a variable.
void Variables::drop_read_fills(const Region& r) {
  for (const Node& n : r.nodes) {
    const bool carries = n.op->control == Control::loop || n.op->control == Control::while_loop;
    const bool writes = n.op->access == Access::store || n.op->access == Access::accumulate;
    for (std::size_t i = 0; i < n.operands.size(); ++i)
      if (!carries && !(writes && i == 0)) fills_.erase(n.operands[i]);
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) {
      drop_read_fills(inner);
      for (Value y : inner.results) fills_.erase(y);
    }
  }
}

}  // namespace tlaloc::back
