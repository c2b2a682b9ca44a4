// Straight lines: one statement a value.
#include <algorithm>

#include <fmt/format.h>

#include "back/cpp/bounds.h"
#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "base/check.h"
#include "ops/turns.h"

namespace tlaloc::back {

using pen::CppPen;

namespace {

void find_makers(const ir::Region& r, std::map<Value, const Node*>& out) {
  for (const Node& n : r.nodes) {
    for (Value y : n.results) out[y] = &n;
    if (n.op->control != Control::map)
      for (const ir::Region& inner : n.regions) find_makers(inner, out);
  }
}

bool has_effect(const Node& n) {
  if (n.op->has_effect) return true;
  if (n.op->control == Control::map) return false;
  for (const ir::Region& r : n.regions)
    for (const Node& inner : r.nodes)
      if (has_effect(inner)) return true;
  return false;
}

}  // namespace

FunctionPrinter::FunctionPrinter(const ir::Function& f, const Signature& signature,
                                 const Callees& callees, const Draft* draft, Writer& out)
    : f_(f),
      signature_(signature),
      callees_(callees),
      draft_(draft),
      out_(out),
      live_(f),
      outside_(outside_of(signature.boundary(), f.body.results.size())),
      vars_(f, live_, outside_),
      names_of_(vars_.count()) {
  find_makers(f.body, makers_);
  find_counters(f.body, 0);
  find_placed(f.body);
  find_rows(f.body);
  std::map<Value, int> kept;
  find_folded(f.body, kept);
  for (const ir::Parameter& p : signature.boundary().params) names_.reserve(p.name);
  const std::vector<std::string> paths = signature.paths();
  TLALOC_CHECK(paths.size() == f.body.params.size(),
               "a boundary has other leaves than its program");
  for (std::size_t i = 0; i < paths.size(); ++i) {
    names_of_[vars_.of(f.body.params[i])] = paths[i];
    add_column(static_cast<int>(i), paths[i]);
  }
}

Draft FunctionPrinter::print(const std::string& name) {
  const std::size_t begin = out_.text().size();
  std::vector<std::string> head =
      signature_.head(name, [&](const std::string& p) { return is_used(p); });
  for (std::size_t i = 0; i + 1 < head.size(); ++i) out_.line(head[i]);
  out_.open(head.back());
  print_columns();
  bind_symbols();
  check_entry(Stage::of_parameters);
  bind_common_sizes();
  check_entry(Stage::with_common);
  region(f_.body);
  print_return();
  out_.close();
  learned_.text = out_.text().substr(begin);
  return std::move(learned_);
}

void FunctionPrinter::region(const ir::Region& r) {
  for (const Node& n : r.nodes)
    if (!is_inline(f_, n) && !is_dead(n) && !(n.results.size() == 1 && vars_.is_fill(n.results[0])))
      node(n);
}

bool FunctionPrinter::is_dead(const Node& n) const {
  return !has_effect(n) && std::none_of(n.results.begin(), n.results.end(), [&](Value y) {
    return live_.is_read(y) && !folded_.contains(y);
  });
}

void FunctionPrinter::node(const Node& n) {
  out_.source(n.where);
  switch (n.op->control) {
    case Control::none:
      break;
    case Control::branch:
      return branch(n);
    case Control::loop:
      return loop(n);
    case Control::while_loop:
      return while_loop(n);
    case Control::call:
      return call(n);
    case Control::map:
      return map(n);
    case Control::bind_size:
      return bind_size(n);
    case Control::size:
      return;  // written where it is used
    case Control::require:
      return require(n);
  }
  switch (n.op->access) {
    case Access::none:
      break;
    case Access::load:
      return load(n);
    case Access::store:
    case Access::accumulate:
      return store(n);
  }
  const bool is_vector = n.results.size() == 1 && vars_.form(n.results[0]) == Form::vector;
  if (is_vector) return define(n.results[0], filled(n.results[0], n));
  expression(n);
}

void FunctionPrinter::expression(const Node& n) {
  std::vector<Operand> x;
  for (std::size_t i = 0; i < n.operands.size(); ++i) x.push_back(argument(n, i));
  define_all(n.results, write(n, std::move(x)));
}

void FunctionPrinter::define_all(const ir::Values& results, const std::string& text) {
  if (results.size() == 1) return define(results[0], text);
  std::string list;
  std::vector<std::pair<Value, std::string>> later;
  bool changes = false;
  for (Value y : results) {
    const int i = vars_.of(y);
    const std::string name = names_.fresh(names_of_[i].empty() ? vars_[i].wanted : "");
    if (names_of_[i].empty()) {
      names_of_[i] = name;
      changes |= draft_ == nullptr || draft_->written.contains(i);
    } else {
      later.emplace_back(y, name);
    }
    list += (list.empty() ? "" : ", ") + name;
  }
  out_.line(
      fmt::format("{}auto [{}] = {};", changes || !later.empty() ? "" : "const ", list, text));
  for (const auto& [y, name] : later) define(y, fmt::format("std::move({})", name));
}

/// What stands for operand i of a call, which writes it: `y` is what it then is. Where the variable
/// of y cannot be it, another goes there `later`.
std::string FunctionPrinter::handed_over(const Node& call, std::size_t i, Value y,
                                         std::map<Value, std::string>& later) {
  const Value x = call.operands[i];
  bool in_use = std::count(call.operands.begin(), call.operands.end(), x) > 1;
  for (std::size_t k = 0; k < call.operands.size(); ++k)
    in_use |= k != i && vars_.same(call.operands[k], y);
  if (in_use) {
    const std::string name = names_.fresh("");
    out_.line(fmt::format("auto {} = {};", name, argument(call, i).text));
    return later[y] = name;
  }
  copy(y, x, live_.enter(call));
  mark_written(y);
  return text(y);
}

void FunctionPrinter::call(const Node& n) {
  const Callee& callee = callees_.at(n.attrs.string("callee"));
  std::map<Value, std::string> later;
  ir::Values given = n.results;
  std::string arguments;
  for (std::size_t i = 0; i < n.operands.size(); ++i) {
    const auto written = callee.written.find(static_cast<int>(i));
    const bool is_written = written != callee.written.end();
    const Value y = is_written ? n.results[static_cast<std::size_t>(written->second)] : Value{};
    if (is_written) std::erase(given, y);
    arguments += (i ? ", " : "") + (is_written ? handed_over(n, i, y, later) : argument(n, i).text);
  }
  const std::string text = fmt::format("{}({})", callee.name, arguments);
  if (std::none_of(given.begin(), given.end(), [&](Value y) { return live_.is_read(y); }))
    out_.line(text + ";");
  else
    define_all(given, text);
  for (const auto& [y, name] : later) define(y, fmt::format("std::move({})", name));
}

/// The user's throw or assert.
void FunctionPrinter::check(const Node& n) {
  const std::string where =
      n.where.known() ? fmt::format("{}:{}:{}", n.where.file, n.where.line, n.where.column) : "";
  out_.line(fmt::format("tlaloc::generated::check({}, {}, \"{}\");", text(n.operands[0]),
                        CppPen::quoted(n.attrs.string("text")), where));
}

/// A symbol that is born here: the integer itself, if that cannot be negative, or a checked copy.
/// Whether the integer is a size as it stands: no check is needed.
bool FunctionPrinter::is_size(Value v) const {
  const auto known = affine(v);
  return known && never_negative(*known) && vars_.has(v) && f_.type(v).dtype == DType::i64;
}

void FunctionPrinter::bind_size(const Node& n) {
  const std::string& symbol = n.attrs.string("symbol");
  const Value v = n.operands[0];
  if (const auto known = affine(v)) born_[symbol] = *known;
  if (is_size(v)) {
    symbols_[symbol] = text(v);
    return;
  }
  const std::string name = symbols_[symbol] = names_.fresh(symbol);
  const std::string where = n.attrs.has(ops::kRoomOnly) ? "" : CppPen::last(n.where);
  const std::string call = fmt::format("tlaloc::generated::size({}{})", text(v), where);
  out_.line(is_used(name) ? fmt::format("const std::int64_t {} = {};", name, call) : call + ";");
}

void FunctionPrinter::require(const Node& n) {
  if (!n.operands.empty()) return check(n);
  check_size(size(n.attrs.get<ir::Size>("left")), size(n.attrs.get<ir::Size>("right")),
             n.attrs.string("op"), n.attrs.string("text"), n.attrs.string("id"), n.where);
}

}  // namespace tlaloc::back
