// Parts of buffers that a loop goes through one element a turn, base + counter: checked once before
// the loop, so that what is in it is an array that the user's compiler vectorises.
//
// Only where every turn makes the access and nothing in the loop may fail in a way of the user's:
// then the same programs fail, if a little earlier.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "back/cpp/bounds.h"
#include "back/cpp/function_printer.h"
#include "back/cpp/touches.h"
#include "back/words.h"
#include "ops/affine.h"
#include "transform/loop_reads.h"
#include "transform/row_loops.h"

namespace tlaloc::back {

namespace {

std::string symbol_of(Value v) { return fmt::format("%{}", v.id); }

bool may_fail(const Region& r) {
  bool found = false;
  ir::for_each_node(r, [&](const Node& n) {
    found |= n.op->control == Control::require || n.op->control == Control::call;
  });
  return found;
}

/// An access to one element of a buffer with one axis.
bool is_plain(const ir::Function& f, const Node& n) {
  if (n.op->access == Access::none) return false;
  const Value part = n.op->access == Access::load ? n.results[0] : n.operands.back();
  return f.type(n.operands[0]).rank() == 1 && f.type(part).is_scalar();
}

/// An access to one element of a row of a buffer, the same row in every turn of a loop whose turns
/// are apart: buffer(…, counter).
bool is_of_row(const ir::Function& f, const Node& loop, const Node& n,
               const std::set<Value>& inside) {
  if (!loop.attrs.has(transform::kTurnsApart) || n.op->access == Access::none) return false;
  const auto rank = static_cast<std::size_t>(f.type(n.operands[0]).rank());
  const auto first = n.operands.begin() + 1;
  return rank > 1 && n.operands.size() > rank && n.operands[rank] == loop.regions[0].params[0] &&
         std::none_of(first, first + static_cast<std::ptrdiff_t>(rank) - 1,
                      [&](Value index) { return inside.contains(index); });
}

}  // namespace

/// What an index is before the loop's first turn, if it grows by 1 in every turn. `leaves`: values
/// from outside the loop that are symbols in it.
std::optional<Size> FunctionPrinter::row_base(const Node& loop, const std::set<Value>& inside,
                                              Value index, std::set<Value>& leaves) const {
  const Value counter = loop.regions[0].params[0];
  const auto wide = [&](Value u) { return size_of(f_.type(u).dtype) >= 4; };
  const auto maker = [&](Value u) -> const Node* {
    const auto at = makers_.find(u);
    if (at == makers_.end() || !inside.contains(u) || !wide(u)) return nullptr;
    const Node* n = at->second;
    // A number that loses digits may be another one, unless it counts turns.
    for (Value x : n->operands)
      if (x != counter && size_of(f_.type(x).dtype) > size_of(f_.type(u).dtype)) return nullptr;
    return n;
  };
  const auto known = [&](Value u) -> std::optional<Size> {
    if (u == counter) return Size::symbol(symbol_of(u));
    if (inside.contains(u) || !wide(u)) return std::nullopt;
    if (const auto s = affine(u)) return s;
    if (!vars_.has(u)) return std::nullopt;
    leaves.insert(u);
    return Size::symbol(symbol_of(u));
  };
  const auto at = ops::as_size(f_, index, maker, known);
  if (!at) return std::nullopt;
  const std::string turn = symbol_of(counter);
  if (at->substitute({{turn, Size::symbol(turn) + 1}}) - *at != Size(1)) return std::nullopt;
  const Size base = at->substitute({{turn, Size(0)}});
  return is_short(base) ? std::optional(base) : std::nullopt;
}

void FunctionPrinter::find_rows(const Region& r) {
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) find_rows(inner);
    if (n.op->control != Control::loop || may_fail(n.regions[0])) continue;
    const std::map<int, Touches> touches = touches_of(n, f_, vars_);
    const std::set<Value> inside = transform::defined_in(n.regions[0]);
    for (const Node& access : n.regions[0].nodes) {
      const bool of_row = is_of_row(f_, n, access, inside);
      if (!of_row && !(is_plain(f_, access) && vars_.form(access.operands[0]) != Form::tensor))
        continue;
      if (access.op->access != Access::load && !vars_.same(access.operands[0], access.results[0]))
        continue;
      const auto t = touches.find(vars_.of(access.operands[0]));
      if (t == touches.end() || t->second.is_made || (t->second.writes && t->second.is_read))
        continue;
      Row row;
      row.counter = n.regions[0].params[0];
      const auto base = of_row ? Size(0) : row_base(n, inside, access.operands[1], row.leaves);
      if (!base) continue;
      row.base = *base;
      if (of_row)
        row.before.assign(access.operands.begin() + 1,
                          access.operands.begin() + f_.type(access.operands[0]).rank());
      rows_of_[&n].push_back(&access);
      rows_[&access] = std::move(row);
    }
  }
}

/// Before the loop: the rows whose accesses would be checked in every turn.
void FunctionPrinter::open_rows(const Node& loop) {
  const auto found = rows_of_.find(&loop);
  if (found == rows_of_.end()) return;
  const std::string counter = symbol_of(loop.regions[0].params[0]);
  const auto trip = open_trips_.insert(symbol_of(loop.operands[0]));
  open_counters_.insert(counter);
  std::map<std::tuple<int, Size, ir::Values>, std::string> names;
  for (const Node* access : found->second) {
    Row& row = rows_.at(access);
    const Value x = access->operands[0], index = access->operands[1];
    row.name.clear();
    const auto at = affine(index);
    if (row.before.empty() && at && is_short(*at) && in_range(index, f_.type(x).sizes[0])) continue;
    if (!is_raw(x)) continue;
    std::string& name = names[{vars_.of(x), row.base, row.before}];
    if (name.empty() && !row.before.empty()) {
      name = names_.fresh(last_word(raw(x)) + "_row");
      out_.line(fmt::format("const auto {} = std::span({}).subspan({}, {});", name, raw(x),
                            offset(*access, row.before.size()),
                            count_of(f_.type(x), static_cast<int>(row.before.size()))));
    }
    if (name.empty()) {
      for (Value leaf : row.leaves) symbols_[symbol_of(leaf)] = text(leaf);
      for (Value t : trip_values_)
        if (is_declared(t)) symbols_[symbol_of(t)] = text(t);
      name = names_.fresh(last_word(raw(x)) + "_row");
      out_.line(fmt::format("const auto {} = tlaloc::generated::row({}, {}, {}{});", name, raw(x),
                            size(row.base), counted(loop.operands[0]).text,
                            pen::CppPen::last(access->where)));
    }
    row.name = name;
  }
  open_counters_.erase(counter);
  open_trips_.erase(trip);
}

/// "x_row[i]", or nothing where the access has no row.
std::optional<std::string> FunctionPrinter::in_row(const Node& access) const {
  const auto row = rows_.find(&access);
  if (row == rows_.end() || row->second.name.empty()) return std::nullopt;
  return fmt::format("{}[{}]", row->second.name, text(row->second.counter));
}

}  // namespace tlaloc::back
