// Branches and loops as C++ has them.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "transform/row_loops.h"

namespace tlaloc::back {

// ---- branches
// --------------------------------------------------------------------------------------

/// What is named in a scope is not known behind it: names, and the symbols of sizes.
void FunctionPrinter::open_scope() {
  names_.open();
  symbols_around_.push_back(symbols_);
}
void FunctionPrinter::close_scope() {
  symbols_ = std::move(symbols_around_.back());
  symbols_around_.pop_back();
  names_.close();
}

void FunctionPrinter::branch(const Node& n) {
  for (std::size_t i = 0; i < n.results.size(); ++i) {
    if (!live_.is_read(n.results[i])) continue;
    begin_ahead(n, i);
    declare_ahead(n.results[i]);
  }
  const auto begun = begun_;
  const std::string condition = text(n.operands[0]);
  const Writer::Mark mark = out_.mark();
  out_.open(fmt::format("if ({})", condition));
  if (print_side(n, 0)) {
    const Writer::Mark before_else = out_.mark();
    out_.reopen("else");
    begun_ = begun;
    if (!print_side(n, 1)) out_.rollback(before_else);
  } else {
    out_.rollback(mark);
    out_.open(fmt::format("if (!{})", condition));
    begun_ = begun;
    if (!print_side(n, 1)) {
      begun_.clear();
      return out_.rollback(mark);
    }
  }
  begun_.clear();
  out_.close();
}

/// False if nothing had to be said.
bool FunctionPrinter::print_side(const Node& n, std::size_t side) {
  const std::size_t before = out_.text().size();
  const Region& r = n.regions[side];
  open_scope();
  region(r);
  Copies copies;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    if (live_.is_read(n.results[i])) copies.emplace_back(n.results[i], r.results[i]);
  copy_all(std::move(copies), live_.end(r));
  close_scope();
  return out_.text().size() != before;
}

// ---- loops
// -----------------------------------------------------------------------------------------

void FunctionPrinter::carry_in(const Node& n, std::size_t skip) {
  Copies copies;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    copies.emplace_back(n.regions[0].params[i + skip], n.operands[i + skip]);
  copy_all(std::move(copies), live_.enter(n));
}

void FunctionPrinter::carry_out(const Node& n, std::size_t skip) {
  Copies copies;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    if (live_.is_read(n.results[i]))
      copies.emplace_back(n.results[i], n.regions[0].params[i + skip]);
  copy_all(std::move(copies), live_.leave(n));
}

void FunctionPrinter::loop(const Node& n) {
  const Region& body = n.regions[0];
  carry_in(n, 1);
  hoist_buffers(n);
  const std::vector<int> hoisted = hoist(n);
  open_rows(n);
  ++loops_;
  open_scope();
  const Value counter = body.params[0];
  const int variable = vars_.of(counter);
  const std::string& wanted = vars_[variable].wanted;
  names_of_[variable] =
      names_.fresh(wanted.empty() ? std::string(1, "ijklmn"[(loops_ - 1) % 6]) : wanted);
  symbols_[fmt::format("%{}", counter.id)] = names_of_[variable];
  if (n.attrs.has(transform::kTurnsApart)) out_.line("TLALOC_TURNS_APART");
  out_.open(fmt::format("for (std::int64_t {0} = 0; {0} < {1}; ++{0})", names_of_[variable],
                        counted(n.operands[0]).text));
  const std::string symbol = fmt::format("%{}", counter.id);
  open_counters_.insert(symbol);
  const auto open_trip = open_trips_.insert(fmt::format("%{}", n.operands[0].id));
  region(body);
  Copies copies;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    copies.emplace_back(body.params[i + 1], body.results[i]);
  copy_all(std::move(copies), live_.end(body));
  open_trips_.erase(open_trip);
  open_counters_.erase(symbol);
  out_.close();
  close_scope();
  --loops_;
  unhoist(hoisted);
  carry_out(n, 1);
}

/// The region's result as one expression, if it is short arithmetic and every step of it is used
/// once.
std::optional<std::string> FunctionPrinter::as_expression(const Region& r) const {
  for (const Node& n : r.nodes) {
    if (is_inline(f_, n)) continue;
    const bool plain = n.op->control == Control::none && n.op->access == ir::Access::none &&
                       n.results.size() == 1 && live_.reads(n.results[0]) == 1;
    if (!plain) return std::nullopt;
    for (Value x : n.operands)
      if (!f_.type(x).is_scalar()) return std::nullopt;
  }
  std::function<Operand(Value)> expression = [&](Value v) -> Operand {
    const auto maker = makers_.find(v);
    const bool inside = maker != makers_.end() && live_.enter(*maker->second) > live_.begin(r) &&
                        live_.enter(*maker->second) < live_.end(r);
    if (!inside || is_inline(f_, *maker->second)) return operand(v);
    std::vector<Operand> x;
    for (Value u : maker->second->operands) x.push_back(expression(u));
    Operand out;
    out.text = write(*maker->second, std::move(x), &out.precedence);
    return out;
  };
  return expression(r.results[0]).text;
}

void FunctionPrinter::while_loop(const Node& n) {
  const Region &condition = n.regions[0], &body = n.regions[1];
  carry_in(n, 0);
  hoist_buffers(n);
  const std::vector<int> hoisted = hoist(n);
  ++loops_;
  open_scope();
  if (const auto expression = as_expression(condition)) {
    out_.open(fmt::format("while ({})", *expression));
  } else {
    out_.open("while (true)");
    region(condition);
    out_.line(fmt::format("if (!({})) break;", text(condition.results[0])));
  }
  Copies into_body, round;
  for (std::size_t i = 0; i < n.results.size(); ++i) {
    into_body.emplace_back(body.params[i], condition.params[i]);
    round.emplace_back(condition.params[i], body.results[i]);
  }
  copy_all(std::move(into_body), live_.begin(body));
  region(body);
  copy_all(std::move(round), live_.end(body));
  out_.close();
  close_scope();
  --loops_;
  unhoist(hoisted);
  carry_out(n, 0);
}

}  // namespace tlaloc::back
