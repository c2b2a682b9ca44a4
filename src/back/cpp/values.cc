// How a value is read, written and copied: the part of FunctionPrinter that knows C++ variables.
#include <algorithm>

#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "base/check.h"

namespace tlaloc::back {

using pen::CppPen;
using pen::Precedence;

namespace {

/// Whether `name` stands in `text` as a whole word at least `times` times.
bool mentions(std::string_view text, std::string_view name, int times) {
  auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool starts = at == 0 || !word(text[at - 1]);
    const bool ends = at + name.size() >= text.size() || !word(text[at + name.size()]);
    if (starts && ends && --times == 0) return true;
  }
  return false;
}

/// "s = text", or "s += x" for s = s + x.
std::string assignment(const std::string& name, const std::string& text) {
  for (const char* symbol : {"+", "-", "*", "/"}) {
    const std::string head = fmt::format("{} {} ", name, symbol);
    if (!text.starts_with(head)) continue;
    const std::string rest = text.substr(head.size());
    if (rest.find(' ') == std::string::npos) return fmt::format("{} {}= {};", name, symbol, rest);
  }
  return fmt::format("{} = {};", name, text);
}

}  // namespace

/// Named in the body and not only where it is declared.
bool FunctionPrinter::is_used(const std::string& name) const {
  return draft_ == nullptr || mentions(draft_->text, name, 2);
}

std::string FunctionPrinter::write(const Node& n, std::vector<Operand> x, Precedence* p) const {
  const bool scalar = std::all_of(n.results.begin(), n.results.end(),
                                  [&](Value y) { return f_.type(y).is_scalar(); }) &&
                      std::all_of(n.operands.begin(), n.operands.end(),
                                  [&](Value v) { return f_.type(v).is_scalar(); });
  if (scalar) {
    // Beside an operand that has a type, an integer needs none, unless it is the argument of a
    // template.
    std::vector<Operand> untyped = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!vars_.has(n.operands[i])) untyped[i].text = plain(n.operands[i]);
    CppPen pen(CppPen::Place::scalar, std::move(untyped), f_);
    n.op->cpp(pen, n);
    if (pen.text().find('(') == std::string::npos) {
      if (p != nullptr) *p = pen.precedence();
      return pen.text();
    }
  }
  CppPen pen(scalar ? CppPen::Place::scalar : CppPen::Place::tensor, std::move(x), f_);
  pen.symbols = symbols_;
  n.op->cpp(pen, n);
  if (p != nullptr) *p = pen.precedence();
  return pen.text();
}

/// A literal without its type, where C++ finds the type anyway; else the text as it is.
std::string FunctionPrinter::plain(Value v) const {
  const auto maker = makers_.find(v);
  const DType t = f_.type(v).dtype;
  if (maker == makers_.end() || !is_inline(f_, *maker->second) || !is_signed_integer(t))
    return text(v);
  const auto s = affine(v);
  if (!s || !s->constant() || std::abs(*s->constant()) > INT32_MAX) return text(v);
  return fmt::format("{}", *s->constant());
}

std::string FunctionPrinter::size(const ir::Size& s) const {
  CppPen pen(CppPen::Place::scalar, {}, f_);
  pen.symbols = symbols_;
  return pen.size(s);
}

FunctionPrinter::Operand FunctionPrinter::operand(Value v) const {
  if (vars_.has(v)) {
    TLALOC_CHECK(is_declared(v), "the C++ printer reads a value that is not declared yet");
    return {names_of_[vars_.of(v)], Precedence::primary};
  }
  const Node& maker = *makers_.at(v);
  if (maker.op->control == ir::Control::size) {
    const auto& s = maker.attrs.get<ir::Size>("size");
    const bool simple =
        s.terms().size() == 1 && s.terms()[0].coefficient == 1 && s.terms()[0].atoms.size() == 1;
    if (s.constant()) return {CppPen::number(*s.constant(), DType::i64), Precedence::primary};
    return {size(s), simple ? Precedence::primary : Precedence::additive};
  }
  Operand out;
  std::vector<Operand> x;
  for (Value u : maker.operands) x.push_back(operand(u));  // of a fill: a literal
  out.text = write(maker, std::move(x), &out.precedence);
  return out;
}

bool FunctionPrinter::may_move(Value v, int point) const {
  if (!vars_.has(v)) return false;
  const Variable& var = vars_[vars_.of(v)];
  const bool heavy = var.form == Form::tensor || var.form == Form::vector;
  return heavy && var.owned && !live_.read_after(v, point);
}

std::string FunctionPrinter::taken(Value v, int point) {
  if (!may_move(v, point)) return text(v);
  mark_written(v);
  learned_.moved.insert(vars_.of(v));
  return fmt::format("std::move({})", text(v));
}

/// Operand i of a tensor expression. A value that dies here, and whose buffer could hold the
/// result, is moved.
FunctionPrinter::Operand FunctionPrinter::argument(const Node& n, std::size_t i) {
  const Value v = n.operands[i];
  Operand x = operand(v);
  if (f_.type(v).is_scalar()) return x;
  const bool is_tensor = vars_.is_fill(v) || vars_.form(v) == Form::tensor;
  if (!is_tensor) return {fmt::format("tlaloc::from({})", x.text)};
  const bool once = std::count(n.operands.begin(), n.operands.end(), v) == 1;
  const bool fits = std::any_of(n.results.begin(), n.results.end(), [&](Value y) {
    return f_.type(y).dtype == f_.type(v).dtype &&
           product(f_.type(y).sizes) == product(f_.type(v).sizes);
  });
  if (!once || !fits) return x;
  return {taken(v, live_.enter(n))};
}

std::string FunctionPrinter::declaration(int variable) const {
  const Variable& v = vars_[variable];
  const bool changes = draft_ == nullptr || draft_->written.contains(variable);
  const std::string type = v.form == Form::scalar ? std::string(cpp_name_of(f_.type(v.first).dtype))
                                                  : std::string("auto");
  return (changes ? "" : "const ") + type;
}

/// The variable exists from here on; whoever writes it first stands in an inner block.
void FunctionPrinter::declare_ahead(Value v) {
  if (!vars_.has(v) || is_declared(v)) return;
  const int i = vars_.of(v);
  const ir::Type& t = f_.type(v);
  names_of_[i] = names_.fresh(vars_[i].wanted);
  const std::string type = vars_[i].form == Form::vector ? holder(v) : spell(t);
  out_.line(fmt::format("{} {};", type, names_of_[i]));
  mark_written(v);
}

void FunctionPrinter::define(Value y, const std::string& text) {
  const int i = vars_.of(y);
  if (!names_of_[i].empty()) {
    if (names_of_[i] != text) {
      out_.line(assignment(names_of_[i], text));
      mark_written(y);
    }
    return;
  }
  names_of_[i] = names_.fresh(vars_[i].wanted);
  out_.line(fmt::format("{} {} = {};", declaration(i), names_of_[i], text));
}

/// to = from, whatever holds them. `from_text` overrides how `from` is read.
void FunctionPrinter::copy(Value to, Value from, int point, const std::string& from_text) {
  if (vars_.same(to, from) && from_text.empty()) return;
  if (vars_.is_fill(from))
    return vars_.form(to) == Form::vector ? begin(to, from) : define(to, operand(from).text);
  const Form source = vars_.form(from), target = vars_.form(to);
  std::string text = from_text.empty() ? taken(from, point) : from_text;
  if (!vars_.has(from) && target == Form::scalar) text = plain(from);
  if (source == Form::span && target == Form::vector)
    text = fmt::format("std::vector<{}>({}.begin(), {}.end())", element(f_.type(to).dtype), text,
                       text);
  else if (source != target && target == Form::tensor)
    text = fmt::format("tlaloc::from({})", text);
  define(to, text);
}

/// All at once: no copy writes what a later one reads.
void FunctionPrinter::copy_all(Copies copies, int point) {
  std::erase_if(copies, [&](const auto& c) { return !vars_.has(c.first); });
  std::set<int> kept;  // variables whose value goes on as it is
  for (const auto& [to, from] : copies)
    if (vars_.same(to, from)) kept.insert(vars_.of(to));
  std::erase_if(copies, [&](const auto& c) { return vars_.same(c.first, c.second); });
  std::map<Value, std::string> saved;
  const auto blocks = [&](std::size_t i) {
    for (std::size_t j = 0; j < copies.size(); ++j)
      if (j != i && vars_.same(copies[j].second, copies[i].first) &&
          !saved.contains(copies[j].second))
        return true;
    return false;
  };
  while (!copies.empty()) {
    std::size_t next = 0;
    while (next < copies.size() && blocks(next)) ++next;
    if (next == copies.size()) {  // a cycle: one value steps aside
      const Value aside = copies[0].second;
      saved[aside] = names_.fresh("");
      out_.line(fmt::format("const auto {} = {};", saved[aside], text(aside)));
      continue;
    }
    const auto [to, from] = copies[next];
    copies.erase(copies.begin() + static_cast<std::ptrdiff_t>(next));
    // What another copy still reads, or goes on, is not moved.
    const bool stays = std::any_of(copies.begin(), copies.end(),
                                   [&](const auto& c) { return c.second == from; }) ||
                       (vars_.has(from) && kept.contains(vars_.of(from)));
    copy(to, from, point, saved.contains(from) ? saved[from] : stays ? text(from) : std::string());
  }
}

}  // namespace tlaloc::back
