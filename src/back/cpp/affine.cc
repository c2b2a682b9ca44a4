// Integers that are written where they index, and not as statements of their own: "x[n - 1 - i]".
#include <algorithm>

#include <fmt/format.h>

#include "back/cpp/bounds.h"
#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "ops/affine.h"

namespace tlaloc::back {

namespace {

std::string symbol_of(Value counter) { return fmt::format("%{}", counter.id); }

std::size_t indices_of(const Node& n) {
  return n.op->access == Access::none ? 0
                                      : n.operands.size() - (n.op->access == Access::load ? 1 : 2);
}

}  // namespace

/// The value as an expression of sizes and counters; none if it is none.
std::optional<Size> FunctionPrinter::affine(Value v) const {
  return ops::as_size(
      f_, v,
      [&](Value u) {
        const auto it = makers_.find(u);
        return it == makers_.end() ? nullptr : it->second;
      },
      [&](Value u) {
        const bool named = depths_.contains(u) || trip_values_.contains(u);
        return named ? std::optional(Size::symbol(symbol_of(u))) : std::nullopt;
      });
}

/// Whether its variable keeps this value once it has it.
bool FunctionPrinter::is_last(Value v) const {
  if (!vars_.has(v)) return false;
  const auto& values = vars_[vars_.of(v)].values;
  return std::all_of(values.begin(), values.end(),
                     [&](Value w) { return live_.birth(w) <= live_.birth(v); });
}

/// Finds loop counters, and integers that only index: those are folded into the brackets.
void FunctionPrinter::find_counters(const Region& r, int depth) {
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    if (n.op->control == Control::loop) {
      const Value counter = n.regions[0].params[0], trip = n.operands[0];
      depths_[counter] = depth;
      if (!affine(trip) && is_last(trip)) trip_values_.insert(trip);
      if (const auto turns = affine(trip)) trips_[symbol_of(counter)] = *turns;
    }
    for (const Region& inner : n.regions) find_counters(inner, depth + 1);
  }
}

/// Whether an access is written as a call of the op, which takes its indices as they are: a part
/// with axes of a tensor.
bool FunctionPrinter::is_call(const Node& n) const {
  if (n.op->access == Access::none) return false;
  const Value part = n.op->access == Access::load ? n.results[0] : n.operands.back();
  return !f_.type(part).is_scalar() && vars_.form(n.results[0]) == Form::tensor;
}

void FunctionPrinter::find_folded(const Region& r, std::map<Value, int>& kept) {
  for (Value y : r.results) ++kept[y];
  for (auto n = r.nodes.rbegin(); n != r.nodes.rend(); ++n) {
    if (const auto rows = rows_of_.find(&*n); rows != rows_of_.end())
      for (const Node* access : rows->second)
        for (Value leaf : rows_.at(access).leaves) ++kept[leaf];
    if (n->op->control != Control::map)
      for (auto inner = n->regions.rbegin(); inner != n->regions.rend(); ++inner)
        find_folded(*inner, kept);
    const bool integer = n->results.size() == 1 && n->regions.empty() &&
                         n->op->access == Access::none && !n->operands.empty() &&
                         f_.type(n->results[0]).is_scalar();
    if (integer && !kept.contains(n->results[0])) {
      folded_.insert(n->results[0]);
      continue;
    }
    const std::size_t indices = is_call(*n) ? 0 : indices_of(*n);
    for (std::size_t i = 0; i < n->operands.size(); ++i) {
      if (i == 1 && rows_.contains(&*n) && rows_.at(&*n).before.empty()) continue;
      const bool folds = (i >= 1 && i <= indices) || (i == 0 && n->op->control == Control::loop);
      const auto s = folds ? affine(n->operands[i]) : std::nullopt;
      // A trip count that is data is a symbol of its own: its loop needs the variable.
      const bool is_symbol = trip_values_.contains(n->operands[i]);
      if (!s || !is_short(*s) || is_symbol) ++kept[n->operands[i]];
    }
  }
}

/// An index or a trip count: folded if it is short.
FunctionPrinter::Operand FunctionPrinter::counted(Value v) {
  const auto s = affine(v);
  if (!s || !is_short(*s)) return operand(v);
  for (Value trip : trip_values_)
    if (is_declared(trip)) symbols_[symbol_of(trip)] = text(trip);
  const bool sum = s->terms().size() > 1;
  const bool product = !sum && !s->terms().empty() &&
                       s->terms()[0].atoms.size() + (s->terms()[0].coefficient != 1) > 1;
  return {size(*s), sum       ? pen::Precedence::additive
                    : product ? pen::Precedence::multiplicative
                              : pen::Precedence::primary};
}

/// Whether 0 <= v < axis for certain: affine in counters, each between 0 and its trip count.
bool FunctionPrinter::in_range(Value v, const Size& axis) const {
  const auto at = affine(v);
  if (!at) return false;
  Size low = *at, high = axis.substitute(born_) - 1 - *at;  // both must not be negative
  std::vector<Value> counters;
  for (const auto& [counter, depth] : depths_) counters.push_back(counter);
  // The trip count of an inner loop may depend on the counter of an outer one.
  std::sort(counters.begin(), counters.end(),
            [&](Value a, Value b) { return depths_.at(a) > depths_.at(b); });
  for (Value counter : counters) {
    const std::string symbol = symbol_of(counter);
    const auto trip = trips_.find(symbol);
    for (Size* bound : {&low, &high}) {
      const Size step = bound->substitute({{symbol, Size::symbol(symbol) + 1}}) - *bound;
      if (step == Size(0)) continue;
      if (trip == trips_.end() && !never_negative(step)) return false;
      *bound = bound->substitute({{symbol, never_negative(step) ? Size(0) : trip->second - 1}});
    }
  }
  low = low.substitute(born_);
  high = high.substitute(born_);
  // Inside of a loop its trip count is above 0.
  for (const auto& [symbol, trip] : trips_) {
    if (!open_counters_.contains(symbol)) continue;
    low = where_positive(low, trip);
    high = where_positive(high, trip);
  }
  // A trip count that is data may be negative anywhere but in its loop.
  for (const Size* bound : {&low, &high})
    for (const std::string& symbol : bound->symbols())
      if (symbol[0] == '%' && !open_trips_.contains(symbol)) return false;
  return never_negative(low) && never_negative(high);
}

}  // namespace tlaloc::back
