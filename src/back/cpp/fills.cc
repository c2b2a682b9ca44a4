// Buffers full of one number that only begin something: a gradient, a stack of values. Each
// beginning makes its own.
#include "back/cpp/variables.h"
#include "back/words.h"
#include "ops/room.h"

namespace tlaloc::back {

/// `literals`: those around the region.
void Variables::find_fills(const Region& r, std::set<Value> literals) {
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) find_fills(inner, literals);
    if (is_inline(f_, n)) literals.insert(n.results.begin(), n.results.end());
    if (n.op->element == ir::Element::stretch && literals.contains(n.operands[0]))
      fills_.insert(n.results[0]);
    if (ops::is_room(n)) {
      fills_.insert(n.results[0]);
      made_as_room_.insert(n.results[0]);
    }
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
      if (n.op->control == Control::branch) continue;  // a side may end with a beginning
      for (Value y : inner.results) fills_.erase(y);
    }
  }
}

// ---- rooms ----

/// Vectors that begin as room, go through loops and branches, and are accessed part by part.
void Variables::find_rooms() {
  for (Variable& v : all_) v.room = v.form == Form::vector && v.param < 0;
  for (Value y : f_.body.results) drop_room(y);
  drop_rooms(f_.body);
}

void Variables::drop_room(Value v) {
  if (has(v)) all_[of(v)].room = false;
}

/// What goes on under another name is copied: that takes a vector.
void Variables::drop_unlike(Value to, Value from) {
  if (same(to, from) || (is_fill(from) && made_as_room_.contains(from))) return;
  drop_room(to);
  drop_room(from);
}

void Variables::drop_rooms(const Region& r) {
  for (const Node& n : r.nodes) {
    if (n.op->control != Control::map)
      for (const Region& inner : n.regions) drop_rooms(inner);
    if (n.op->control == Control::loop || n.op->control == Control::while_loop) {
      const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
      for (std::size_t i = 0; i < n.results.size(); ++i) {
        const Value carried = n.regions.back().params[i + skip],
                    first = n.regions.front().params[i + skip];
        drop_unlike(carried, n.operands[i + skip]);
        drop_unlike(carried, n.regions.back().results[i]);
        drop_unlike(carried, first);
        drop_unlike(n.results[i], carried);
      }
    } else if (n.op->control == Control::branch) {
      for (const Region& side : n.regions)
        for (std::size_t i = 0; i < n.results.size(); ++i)
          drop_unlike(n.results[i], side.results[i]);
    } else if (n.op->access == Access::load) {
      drop_room(n.results[0]);
    } else if (n.op->access != Access::none) {
      drop_unlike(n.results[0], n.operands[0]);
    } else {
      for (Value x : n.operands) drop_room(x);
      for (Value y : n.results)
        if (!ops::is_room(n)) drop_room(y);
    }
  }
}

}  // namespace tlaloc::back
