#include "pen/cpp_pen.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"

namespace tlaloc::pen {
namespace {

/// A decimal that C++ reads as floating: "2" becomes "2.0".
std::string with_point(std::string digits) {
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

std::string special(double v, std::string_view type) {
  const std::string limits = fmt::format("std::numeric_limits<{}>::", type);
  if (std::isnan(v)) return limits + "quiet_NaN()";
  return (v < 0 ? "-" : "") + limits + "infinity()";
}

std::string parenthesised(const std::string& s) { return "(" + s + ")"; }

std::string factor_text(const CppPen& pen, const ir::Size::Atom& a) {
  using Kind = ir::Size::Atom::Kind;
  if (a.kind == Kind::symbol) {
    auto found = pen.symbols.find(a.name);
    return found == pen.symbols.end() ? a.name : found->second;
  }
  const std::string left = pen.size(a.args[0]), right = pen.size(a.args[1]);
  switch (a.kind) {
    case Kind::floordiv:
      return fmt::format("(({}) / ({}))", left, right);
    case Kind::mod:
      return fmt::format("(({}) % ({}))", left, right);
    case Kind::min:
      return fmt::format("std::min<std::int64_t>({}, {})", left, right);
    default:
      return fmt::format("std::max<std::int64_t>({}, {})", left, right);
  }
}

/// A term without its sign.
std::string term_text(const CppPen& pen, const ir::Size::Term& t) {
  const std::int64_t magnitude = t.coefficient < 0 ? -t.coefficient : t.coefficient;
  std::string out;
  if (magnitude != 1 || t.atoms.empty()) out = fmt::format("{}", magnitude);
  for (const ir::Size::Atom& a : t.atoms) {
    if (!out.empty()) out += " * ";
    out += factor_text(pen, a);
  }
  return out;
}

}  // namespace

std::string CppPen::x(int i, Precedence needs) const {
  TLALOC_CHECK(i >= 0 && i < operands(),
               "an op's C++ spelling asks for an operand it does not have");
  return x_[i].precedence < needs ? parenthesised(x_[i].text) : x_[i].text;
}

void CppPen::infix(std::string_view symbol, Precedence p) {
  // The right side needs more: a - (b - c) keeps its parentheses, a - b - c needs none.
  const auto tighter = static_cast<Precedence>(static_cast<int>(p) + 1);
  write(fmt::format("{} {} {}", x(0, p), symbol, x(1, tighter)), p);
}

void CppPen::prefix(std::string_view symbol) {
  std::string operand = x(0, Precedence::unary);
  if (!operand.empty() && operand[0] == symbol[0]) operand = parenthesised(operand);
  write(std::string(symbol) + operand, Precedence::unary);
}

void CppPen::call(std::string_view name, const std::vector<std::string>& more) {
  // Lanes are found by their type, in whatever namespace they live.
  std::string out = fmt::format("{}{}(", place_ == Place::element ? "" : "tlaloc::", name);
  for (int i = 0; i < operands(); ++i) out += (i ? ", " : "") + x_[i].text;
  for (std::size_t i = 0; i < more.size(); ++i) out += (i || operands() ? ", " : "") + more[i];
  write(out + ")");
}

void CppPen::call_at(const ir::Node& n, std::string_view name, std::vector<std::string> more) {
  if (n.where.known()) more.push_back(quoted(base::text(n.where)));
  call(name, more);
}

void CppPen::same() { write(x_[0].text, x_[0].precedence); }

void CppPen::write(std::string text, Precedence p) {
  TLALOC_CHECK(text_.empty(), "an op writes its C++ expression twice");
  text_ = std::move(text);
  precedence_ = p;
}

std::string CppPen::ints(const std::vector<std::int64_t>& v) {
  return fmt::format("{{{}}}", fmt::join(v, ", "));
}

std::string CppPen::number(double v, DType t) {
  if (t == DType::f32) {
    return std::isfinite(v) ? with_point(fmt::format("{}", static_cast<float>(v))) + "f"
                            : special(v, "float");
  }
  if (t == DType::f64)
    return std::isfinite(v) ? with_point(fmt::format("{}", v)) : special(v, "double");
  if (t == DType::bf16) return fmt::format("tlaloc::bfloat16({})", number(v, DType::f32));
  return number(static_cast<std::int64_t>(v), t);
}

std::string CppPen::number(std::int64_t v, DType t) {
  if (is_floating(t)) return number(static_cast<double>(v), t);
  switch (t) {
    case DType::b1:
      return v ? "true" : "false";
    case DType::i32:
      return v == INT32_MIN ? "(-2147483647 - 1)" : fmt::format("{}", v);
    case DType::u32:
      return fmt::format("{}u", static_cast<std::uint32_t>(v));
    case DType::u64:
      return fmt::format("std::uint64_t{{{}u}}", static_cast<std::uint64_t>(v));
    case DType::i64:
      if (v == INT64_MIN) return "std::numeric_limits<std::int64_t>::min()";
      [[fallthrough]];
    default:
      return fmt::format("{}{{{}}}", cpp_name_of(t), v);
  }
}

std::string CppPen::quoted(std::string_view s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string CppPen::last(const base::Location& where) {
  return where.known() ? ", " + quoted(base::text(where)) : "";
}

/// What is added stands before what is taken away, numbers last: "n - j - 1".
std::string CppPen::size(const ir::Size& s) const {
  std::vector<const ir::Size::Term*> terms;
  bool grows = false;
  for (const ir::Size::Term& t : s.terms()) {
    terms.push_back(&t);
    grows = grows || (t.coefficient > 0 && !t.atoms.empty());
  }
  const auto place = [&](const ir::Size::Term* t) {
    if (t->atoms.empty()) return grows || t->coefficient < 0 ? 2 : 0;
    return t->coefficient < 0 ? 1 : 0;
  };
  std::sort(terms.begin(), terms.end(), [&](auto* l, auto* r) {
    return std::pair(place(l), l) < std::pair(place(r), r);  // equal places keep their order
  });
  std::string out;
  for (const ir::Size::Term* t : terms) {
    if (out.empty())
      out = t->coefficient < 0 ? "-" : "";
    else
      out += t->coefficient < 0 ? " - " : " + ";
    out += term_text(*this, *t);
  }
  return out.empty() ? "0" : out;
}

std::string CppPen::sizes(const ir::Sizes& s) const {
  std::string out = "{";
  for (std::size_t i = 0; i < s.size(); ++i) out += (i ? ", " : "") + size(s[i]);
  return out + "}";
}

}  // namespace tlaloc::pen
