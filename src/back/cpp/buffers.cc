// Buffers that every turn of a loop begins anew: made once, before the loop, and filled again in
// each turn; not even that where whatever is in them is written before it is read.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "ops/room.h"

namespace tlaloc::back {

/// Whether a variable has one size from its first value to its last, and no other takes its buffer.
bool FunctionPrinter::keeps_buffer(int variable) const {
  if (draft_ == nullptr || draft_->moved.contains(variable)) return false;
  const Variable& v = vars_[variable];
  return v.form == Form::vector && v.param < 0 &&
         std::all_of(
             v.values.begin(), v.values.end(),
             [&](Value u) { return f_.type(u).sizes == f_.type(v.first).sizes; });
}

/// The values with which buffers begin in every turn of these nodes.
void FunctionPrinter::find_beginnings(const Region& r,
                                      std::vector<std::pair<Value, Value>>& out) const {
  const auto add = [&](Value to, Value from) {
    if (vars_.is_fill(from) && vars_.has(to)) out.emplace_back(to, from);
  };
  for (const Node& n : r.nodes) {
    if (n.op->access == Access::store || n.op->access == Access::accumulate)
      add(n.results[0], n.operands[0]);
    if (n.op->control == Control::branch)
      for (const Region& side : n.regions)
        for (std::size_t i = 0; i < n.results.size(); ++i) add(n.results[i], side.results[i]);
    if (n.op->control != Control::loop && n.op->control != Control::while_loop) continue;
    const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      add(n.regions[0].params[i + skip], n.operands[i + skip]);
    for (const Region& inner : n.regions) find_beginnings(inner, out);
  }
}

/// Whether a size can be written here.
bool FunctionPrinter::is_known(const ir::Sizes& sizes) const {
  for (const ir::Size& s : sizes)
    for (const std::string& symbol : s.symbols())
      if (!symbols_.contains(symbol)) return false;
  return true;
}

/// Sizes that turns bear of what stands before the loop, and never wrongly, are known before it.
void FunctionPrinter::bear_sizes(const Node& loop) {
  const auto bear = [&](const Node& n) {
    if (n.op->control != Control::bind_size || !is_size(n.operands[0])) return;
    const Value v = n.operands[0];
    if (live_.birth(v) < live_.enter(loop) && is_declared(v) && is_last(v)) bind_size(n);
  };
  for (const Region& r : loop.regions) ir::for_each_node(r, bear);
}

void FunctionPrinter::hoist_buffers(const Node& loop) {
  bear_sizes(loop);
  std::vector<std::pair<Value, Value>> beginnings;
  for (const Region& r : loop.regions) find_beginnings(r, beginnings);
  for (const auto& [to, from] : beginnings) {
    const int i = vars_.of(to);
    if (is_declared(to) || placed(i) != nullptr || !keeps_buffer(i) || !is_known(f_.type(to).sizes))
      continue;
    const Node& fill = *makers_.at(from);
    const bool zeros = !ops::is_room(fill) && vars_.has(fill.operands[0]);
    if (zeros) continue;  // of a number that only the turn knows
    names_of_[i] = names_.fresh(vars_[i].wanted);
    out_.line(fmt::format("auto {} = {}({});", names_of_[i], holder(to), count_of(f_.type(to), 0)));
    buffers_.insert(i);
  }
}

/// Before a branch one side of which ends with a beginning: nothing is left to do there.
void FunctionPrinter::begin_ahead(const Node& branch, std::size_t i) {
  const Value y = branch.results[i];
  for (const Region& side : branch.regions) {
    const Value from = side.results[i];
    if (!vars_.has(y) || is_declared(y) || !vars_.is_fill(from) || !keeps_buffer(vars_.of(y)))
      continue;
    begin(y, from);
    begun_[vars_.of(y)] = {from, loops_};
  }
}

/// `to` begins with `from`, a fill.
void FunctionPrinter::begin(Value to, Value from) {
  const Node& fill = *makers_.at(from);
  const int i = vars_.of(to);
  if (const Node* keep = placed(i)) {
    if (!is_declared(to)) begin_in_place(i, *keep);
    return;
  }
  if (!buffers_.contains(i)) {
    if (!is_declared(to) && keeps_buffer(i)) buffers_.insert(i);
    return define(to, filled(to, fill));
  }
  mark_written(to);
  const auto begun = begun_.find(i);
  const bool is_begun = begun != begun_.end() && begun->second == std::pair(from, loops_);
  if (is_begun) begun_.erase(begun);
  if (!is_begun && !ops::is_room(fill))
    out_.line(
        fmt::format("std::fill({0}.begin(), {0}.end(), {1});", text(to), text(fill.operands[0])));
}

}  // namespace tlaloc::back
