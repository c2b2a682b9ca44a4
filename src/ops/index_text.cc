// How indexing is written: StableHLO's dynamic slices, and C++.
#include <fmt/format.h>

#include "ops/index.h"
#include "ops/messages.h"

namespace tlaloc::ops {
namespace {

/// A start for every axis: the index as i64, or 0.
std::vector<std::string> hlo_starts(pen::HloPen& pen, const Node& n, std::size_t first,
                                    std::size_t last, int rank) {
  std::vector<std::string> starts;
  const Type i64 = ir::scalar_type(DType::i64);
  for (std::size_t i = first; i < last; ++i) {
    const Type t = pen.type(n.operands[i]);
    starts.push_back(t == i64 ? pen.x(static_cast<int>(i))
                              : pen.convert(pen.x(static_cast<int>(i)), t, i64));
  }
  while (static_cast<int>(starts.size()) < rank)
    starts.push_back(pen.constant(std::int64_t{0}, i64));
  return starts;
}

std::vector<Type> with_starts(std::vector<Type> types, std::size_t rank) {
  types.insert(types.end(), rank, ir::scalar_type(DType::i64));
  return types;
}

/// The part with its indexed axes as axes of size 1.
Type unsqueezed(const Type& whole, std::size_t count) {
  Type t = whole;
  for (std::size_t i = 0; i < count; ++i) t.sizes[i] = 1;
  return t;
}

std::string hlo_read(pen::HloPen& pen, const Type& whole, const std::vector<std::string>& starts,
                     std::size_t count, const std::string& from) {
  const Type piece = unsqueezed(whole, count), part = part_type(whole, count);
  std::vector<std::string> x = {from};
  x.insert(x.end(), starts.begin(), starts.end());
  const std::string slice =
      pen.general("dynamic_slice", x, "sizes = " + pen::HloPen::ints(pen.numbers(piece.sizes)),
                  with_starts({whole}, starts.size()), piece);
  return pen.general("reshape", {slice}, "", {piece}, part);
}

std::string hlo_write(pen::HloPen& pen, const Type& whole, const std::string& into,
                      const std::vector<std::string>& starts, std::size_t count,
                      const std::string& part) {
  const Type piece = unsqueezed(whole, count);
  std::vector<std::string> x = {
      into, pen.general("reshape", {part}, "", {part_type(whole, count)}, piece)};
  x.insert(x.end(), starts.begin(), starts.end());
  return pen.general("dynamic_update_slice", x, "", with_starts({whole, piece}, starts.size()),
                     whole);
}

}  // namespace

void index_hlo(pen::HloPen& pen, const Node& n) {
  const Type whole = pen.type(n.operands[0]);
  const std::size_t count = n.operands.size() - 1;
  pen.result(hlo_read(pen, whole, hlo_starts(pen, n, 1, 1 + count, whole.rank()), count, pen.x(0)));
}
void place_hlo(pen::HloPen& pen, const Node& n) {
  const Type whole = pen.type(n.results[0]);
  const std::size_t count = n.operands.size() - 1;
  const auto starts = hlo_starts(pen, n, 0, count, whole.rank());
  pen.result(hlo_write(pen, whole, pen.constant(std::int64_t{0}, whole), starts, count,
                       pen.x(static_cast<int>(count))));
}
void update_hlo(pen::HloPen& pen, const Node& n) {
  const Type whole = pen.type(n.results[0]);
  const std::size_t count = n.operands.size() - 2;
  const auto starts = hlo_starts(pen, n, 1, 1 + count, whole.rank());
  pen.result(hlo_write(pen, whole, pen.x(0), starts, count, pen.x(static_cast<int>(count) + 1)));
}
void add_at_hlo(pen::HloPen& pen, const Node& n) {
  const Type whole = pen.type(n.results[0]);
  const std::size_t count = n.operands.size() - 2;
  const auto starts = hlo_starts(pen, n, 1, 1 + count, whole.rank());
  const std::string old = hlo_read(pen, whole, starts, count, pen.x(0));
  const std::string sum =
      pen.simple("add", {old, pen.x(static_cast<int>(count) + 1)}, part_type(whole, count));
  pen.result(hlo_write(pen, whole, pen.x(0), starts, count, sum));
}

namespace {
/// "{i, j}": operands [first, last).
std::string braces(const pen::CppPen& pen, const Node& n, int first, int last) {
  std::string out = "{";
  for (int i = first; i < last; ++i) {
    const bool wide = pen.type(n.operands[i]).dtype == DType::u64;  // would narrow in braces
    out +=
        (i > first ? ", " : "") + (wide ? "static_cast<std::int64_t>(" + pen.x(i) + ")" : pen.x(i));
  }
  return out + "}";
}
}  // namespace

/// tlaloc::index(x, {i, j}), of an element x(i, j) where no line is known that asks for it
void index_cpp(pen::CppPen& pen, const Node& n) {
  std::string at = braces(pen, n, 1, pen.operands());
  if (!n.where.known() && pen.operands() - 1 == pen.type(n.operands[0]).rank())
    return pen.write(
        fmt::format("{}({})", pen.x(0, pen::Precedence::primary), at.substr(1, at.size() - 2)));
  pen.write(fmt::format("tlaloc::index({}, {}{})", pen.x(0), at, pen::CppPen::last(n.where)));
}
/// tlaloc::place({n, m}, {i, j}, v)
void place_cpp(pen::CppPen& pen, const Node& n) {
  const int last = pen.operands() - 1;
  pen.write(fmt::format("tlaloc::place({}, {}, {}{})", pen.sizes(n.attrs.sizes("sizes")),
                        braces(pen, n, 0, last), pen.x(last), pen::CppPen::last(n.where)));
}
/// tlaloc::update(x, {i, j}, v)
void part_cpp(pen::CppPen& pen, const Node& n) {
  const int last = pen.operands() - 1;
  pen.write(fmt::format("tlaloc::{}({}, {}, {}{})", n.op->name, pen.x(0), braces(pen, n, 1, last),
                        pen.x(last), pen::CppPen::last(n.where)));
}

}  // namespace tlaloc::ops
