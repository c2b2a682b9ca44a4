// Elements and parts of buffers: reads, and writes in place.
//
// A vector, a span, or a tensor whose elements were hoisted before a loop is indexed without a
// check where the index is provably in range, else through generated::index, which throws. Other
// tensors check by themselves.
#include <fmt/format.h>

#include "back/cpp/function_printer.h"
#include "back/words.h"
#include "ops/affine.h"
#include "ops/room.h"

namespace tlaloc::back {

using pen::CppPen;

bool FunctionPrinter::is_raw(Value v) const {
  return vars_.form(v) != Form::tensor || spans_.contains(vars_.of(v));
}

/// What is written before [].
std::string FunctionPrinter::raw(Value v) const {
  const auto it = spans_.find(vars_.of(v));
  return it == spans_.end() ? text(v) : it->second;
}

/// The product of the sizes from an axis on, as C++.
std::string FunctionPrinter::count_of(const ir::Type& t, int first_axis) const {
  ir::Size n = 1;
  for (int i = first_axis; i < t.rank(); ++i) n = n * t.sizes[i];
  const std::string text = size(n);
  return n.terms().size() > 1 ? "(" + text + ")" : text;
}

/// Index i of an access, in a check unless it is provably in range.
FunctionPrinter::Operand FunctionPrinter::checked_index(const Node& n, std::size_t i) {
  const Value v = n.operands[i + 1];
  const ir::Size& axis = f_.type(n.operands[0]).sizes[i];
  Operand at = counted(v);
  if (in_range(v, axis)) return at;
  std::string where = CppPen::last(n.where);
  if (i > 0 && !where.empty()) where += fmt::format(", {}", i);
  return {fmt::format("tlaloc::generated::index({}, {}{})", at.text, size(axis), where)};
}

/// "i, j" for x(i, j), which checks.
std::string FunctionPrinter::indices(const Node& n, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i ? ", " : "") + counted(n.operands[i + 1]).text;
  return out;
}

/// Whether an index of an access may be out of range at a line of the user's.
bool FunctionPrinter::may_miss(const Node& n, std::size_t count) const {
  bool sure = true;
  for (std::size_t i = 0; i < count; ++i)
    sure = sure && in_range(n.operands[i + 1], f_.type(n.operands[0]).sizes[i]);
  return !sure && n.where.known();
}

/// "{i, j}", where nothing may narrow.
std::string FunctionPrinter::braces(const Node& n, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = counted(n.operands[i + 1]).text;
    const bool wide = f_.type(n.operands[i + 1]).dtype == DType::u64;
    out += (i ? ", " : "") + (wide ? fmt::format("static_cast<std::int64_t>({})", at) : at);
  }
  return "{" + out + "}";
}

/// An element of a tensor: "x(i, j)", or where that may fail, "tlaloc::index(x, {i, j}, where)".
std::string FunctionPrinter::element_of(const Node& n, std::size_t count) {
  const std::string x = text(n.operands[0]);
  return may_miss(n, count)
             ? fmt::format("tlaloc::index({}, {}{})", x, braces(n, count), CppPen::last(n.where))
             : fmt::format("{}({})", x, indices(n, count));
}

/// The place of a part behind `count` indices in a row-major buffer: "(i * m + j) * k".
std::string FunctionPrinter::offset(const Node& n, std::size_t count) {
  const ir::Type& t = f_.type(n.operands[0]);
  using pen::Precedence;
  auto times = [](const Operand& x, const std::string& size) {
    return (x.precedence < Precedence::multiplicative ? "(" + x.text + ")" : x.text) + " * " + size;
  };
  Operand at = checked_index(n, 0);
  for (std::size_t i = 1; i < count; ++i) {
    const Operand next = checked_index(n, i);
    const std::string row = times(at, count_of({t.dtype, {t.sizes[i]}, {}}, 0));
    at = {at.text == "0"     ? next.text
          : next.text == "0" ? row
                             : row + " + " + next.text,
          Precedence::additive};
  }
  if (count == static_cast<std::size_t>(t.rank()) || at.text == "0") return at.text;
  return times(at, count_of(t, static_cast<int>(count)));
}

void FunctionPrinter::load(const Node& n) {
  const Value x = n.operands[0], y = n.results[0];
  const std::size_t count = n.operands.size() - 1;
  if (const auto element = in_row(n)) return define(y, *element);
  if (f_.type(y).is_scalar())
    return define(
        y, is_raw(x) ? fmt::format("{}[{}]", raw(x), offset(n, count)) : element_of(n, count));
  if (is_call(n)) return expression(n);
  const std::string at = offset(n, count), length = count_of(f_.type(y), 0);
  if (vars_.form(y) == Form::span)
    return define(y, fmt::format("std::span({}).subspan({}, {})", text(x), at, length));
  define(y, fmt::format("std::vector<{0}>({1}.begin() + {2}, {1}.begin() + {2} + {3})",
                        element(f_.type(y).dtype), text(x), at, length));
}

void FunctionPrinter::store(const Node& n) {
  const Value x = n.operands[0], y = n.results[0], part = n.operands.back();
  const std::size_t count = n.operands.size() - 2;
  const bool adds = n.op->access == Access::accumulate;
  if (!f_.type(part).is_scalar()) return store_part(n);
  copy(y, x, live_.enter(n));
  mark_written(y);
  if (const auto element = in_row(n))
    out_.line(fmt::format("{} {} {};", *element, adds ? "+=" : "=", text(part)));
  else if (is_raw(y))
    out_.line(
        fmt::format("{}[{}] {} {};", raw(y), offset(n, count), adds ? "+=" : "=", text(part)));
  else if (may_miss(n, count))
    define(y, fmt::format("tlaloc::{}(std::move({}), {}, {}{})", n.op->name, text(y),
                          braces(n, count), text(part), CppPen::last(n.where)));
  else if (adds)
    out_.line(fmt::format("{0}.set({0}({1}) + {2}, {1});", text(y), indices(n, count), text(part)));
  else
    out_.line(fmt::format("{}.set({}, {});", text(y), text(part), indices(n, count)));
}

/// The part has axes itself.
void FunctionPrinter::store_part(const Node& n) {
  const Value x = n.operands[0], y = n.results[0], part = n.operands.back();
  if (is_call(n)) return expression(n);
  copy(y, x, live_.enter(n));
  mark_written(y);
  if (vars_.has(part) && placed(vars_.of(part)) == &n) return;
  const std::string at = offset(n, n.operands.size() - 2);
  if (n.op->access == Access::store) {
    out_.line(fmt::format("std::copy({0}.begin(), {0}.end(), {1}.begin() + {2});", text(part),
                          text(y), at));
    return;
  }
  names_.open();
  const std::string i = names_.fresh("i");
  out_.open(fmt::format("for (std::int64_t {0} = 0; {0} < std::ssize({1}); ++{0})", i, text(part)));
  out_.line(fmt::format("{}[{} + {}] += {}[{}];", text(y), at, i, text(part), i));
  out_.close();
  names_.close();
}

/// What holds the elements of `v` within the function: "std::vector<double>".
std::string FunctionPrinter::holder(Value v) const {
  return fmt::format("{}<{}>", vars_[vars_.of(v)].room ? "tlaloc::generated::Room" : "std::vector",
                     element(f_.type(v).dtype));
}

/// A new buffer for `to`, whose elements are all one scalar, or nothing yet.
std::string FunctionPrinter::filled(Value to, const Node& n) const {
  std::string arguments = count_of(f_.type(n.results[0]), 0);
  if (!ops::is_room(n)) {
    const Value x = n.operands[0];
    const auto maker = makers_.find(x);
    const bool zero = maker != makers_.end() && ops::is_positive_zero(*maker->second);
    if (!zero) arguments += ", " + text(x);
  }
  return fmt::format("{}({})", holder(to), arguments);
}

}  // namespace tlaloc::back
