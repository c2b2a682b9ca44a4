// Room that a turn fills and then keeps as a row of a stack: it is that row from the beginning, so
// that nothing is copied.
#include <algorithm>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "ops/room.h"
#include "transform/uses.h"

namespace tlaloc::back {

/// Whether the node begins the variable with room.
bool FunctionPrinter::begins_room(const Node& n, int variable) const {
  const auto is_beginning = [&](Value to, Value from) {
    return vars_.has(to) && vars_.of(to) == variable && vars_.is_fill(from) &&
           ops::is_room(*makers_.at(from));
  };
  if (n.op->access == Access::store) return is_beginning(n.results[0], n.operands[0]);
  for (std::size_t i = 0; i < n.results.size(); ++i) {
    if (n.op->control == Control::loop &&
        is_beginning(n.regions[0].params[i + 1], n.operands[i + 1]))
      return true;
    if (n.op->control == Control::branch)
      for (const Region& side : n.regions)
        if (is_beginning(n.results[i], side.results[i])) return true;
  }
  return false;
}

/// stack[counter] = part, the only thing that the turn does to the stack.
bool FunctionPrinter::keeps_row(const Region& body, const Node& n) const {
  if (n.op->access != Access::store || n.operands.size() != 3) return false;
  const Value stack = n.operands[0], part = n.operands[2];
  const bool carried =
      std::find(body.params.begin() + 1, body.params.end(), stack) != body.params.end();
  return carried && n.operands[1] == body.params[0] && transform::uses(body, stack) == 1 &&
         !f_.type(part).is_scalar() && vars_.has(part) && vars_.same(stack, n.results[0]) &&
         vars_.form(stack) == Form::vector && vars_[vars_.of(part)].room &&
         !live_.read_after(part, live_.enter(n));
}

void FunctionPrinter::find_placed(const Region& r) {
  for (const Node& loop : r.nodes) {
    if (loop.op->control == Control::map) continue;
    for (const Region& inner : loop.regions) find_placed(inner);
    if (loop.op->control != Control::loop) continue;
    const Region& body = loop.regions[0];
    for (const Node& n : body.nodes) {
      if (!keeps_row(body, n)) continue;
      const int part = vars_.of(n.operands[2]);
      const auto& values = vars_[part].values;
      const bool of_a_turn = std::all_of(values.begin(), values.end(), [&](Value v) {
        return live_.birth(v) > live_.begin(body) && live_.birth(v) < live_.end(body);
      });
      const auto beginnings = std::count_if(body.nodes.begin(), body.nodes.end(),
                                            [&](const Node& m) { return begins_room(m, part); });
      if (of_a_turn && beginnings == 1) placed_[part] = &n;
    }
  }
}

/// The store that keeps a variable as a row, or null.
const Node* FunctionPrinter::placed(int variable) const {
  const auto found = placed_.find(variable);
  return found == placed_.end() || !keeps_buffer(variable) ? nullptr : found->second;
}

/// The variable is the row that `keep` would copy it to.
void FunctionPrinter::begin_in_place(int variable, const Node& keep) {
  names_of_[variable] = names_.fresh(vars_[variable].wanted);
  out_.line(fmt::format("const auto {} = std::span({}).subspan({}, {});", names_of_[variable],
                        text(keep.operands[0]), offset(keep, 1),
                        count_of(f_.type(keep.operands[2]), 0)));
  mark_written(keep.operands[0]);
}

}  // namespace tlaloc::back
