#include "ops/messages.h"

#include <algorithm>

#include <fmt/format.h>

namespace tlaloc::ops {

std::string axis_text(const Type& t, int axis) {
  const std::string name = t.name(axis);
  return name.empty() ? fmt::format("axis {} ({})", axis, t.sizes[axis].text())
                      : fmt::format("axis {} ({})", name, t.sizes[axis].text());
}

tl::unexpected<base::Error> refuse(const ir::TypeQuery& q, int label, std::string what) {
  return base::fail(std::string(q.op), std::move(what), fmt::format("{}.c{}", q.op, label));
}

base::Result<void> operand_count(const ir::TypeQuery& q, std::size_t expected) {
  if (q.x.size() == expected) return {};
  return refuse(q, 0, fmt::format("got {} operands, {} are expected", q.x.size(), expected));
}

base::Result<void> check_axes(const ir::TypeQuery& q, int label, const Ints& axes, int rank) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < 0 || axes[i] >= rank)
      return refuse(q, label, fmt::format("there is no axis {} in rank {}", axes[i], rank));
    if (std::count(axes.begin(), axes.end(), axes[i]) > 1)
      return refuse(q, label, fmt::format("axis {} is named twice", axes[i]));
  }
  return {};
}

namespace {

using AtomKind = Size::Atom::Kind;

bool surely_positive_or_zero(const Size& s);

/// Symbols stand for sizes, divisors are positive.
bool surely_positive_or_zero(const Size::Atom& a) {
  switch (a.kind) {
    case AtomKind::symbol:
    case AtomKind::mod:
      return true;
    case AtomKind::floordiv:
      return surely_positive_or_zero(a.args[0]);
    case AtomKind::min:
      return surely_positive_or_zero(a.args[0]) && surely_positive_or_zero(a.args[1]);
    case AtomKind::max:
      return surely_positive_or_zero(a.args[0]) || surely_positive_or_zero(a.args[1]);
  }
  return false;
}
bool surely_positive_or_zero(const Size& s) {
  return std::all_of(s.terms().begin(), s.terms().end(), [](const Size::Term& t) {
    return t.coefficient >= 0 &&
           std::all_of(t.atoms.begin(), t.atoms.end(),
                       [](const Size::Atom& a) { return surely_positive_or_zero(a); });
  });
}

Size of_term(const Size::Term& t) {
  Size out = t.coefficient;
  for (const Size::Atom& a : t.atoms) {
    const Size &x = a.args.empty() ? out : a.args[0], &y = a.args.empty() ? out : a.args[1];
    out = out * (a.kind == AtomKind::symbol     ? Size::symbol(a.name)
                 : a.kind == AtomKind::floordiv ? Size::floor_div(x, y)
                 : a.kind == AtomKind::mod      ? Size::mod(x, y)
                 : a.kind == AtomKind::min      ? Size::min(x, y)
                                                : Size::max(x, y));
  }
  return out;
}

/// Not below s: c * floordiv(e, k) is at most (c / k) * e where k divides c.
Size without_division(const Size& s) {
  Size out;
  for (const Size::Term& t : s.terms()) {
    const bool divided =
        t.atoms.size() == 1 && t.atoms[0].kind == AtomKind::floordiv && t.coefficient > 0;
    const auto by = divided ? t.atoms[0].args[1].constant() : std::nullopt;
    out = out + (by && t.coefficient % *by == 0 ? Size(t.coefficient / *by) * t.atoms[0].args[0]
                                                : of_term(t));
  }
  return out;
}

}  // namespace

bool surely_at_most(const Size& a, const Size& b) {
  return surely_positive_or_zero(b - a) || surely_positive_or_zero(b - without_division(a));
}

base::Result<void> at_most(ir::TypeQuery& q, const Size& a, const Size& b, int label,
                           std::string what) {
  if (surely_at_most(a, b)) return {};
  if (a.constant() && b.constant()) return refuse(q, label, std::move(what));
  return q.equal(Size::min(a, b), a, q.op, fmt::format("{}.c{}", q.op, label), std::move(what));
}

base::Result<Size> common_size(ir::TypeQuery& q, const Type& x, int i, const Type& y, int j,
                               int label) {
  const Size &a = x.sizes[i], &b = y.sizes[j];
  if (a == b) return a;
  const std::string what = fmt::format("{} does not meet {}", axis_text(x, i), axis_text(y, j));
  const std::string id = fmt::format("{}.c{}", q.op, label);
  if (!x.name(i).empty() && x.name(i) == y.name(j)) {
    if (auto ok = q.equal(a, b, q.op, id, what); !ok) return base::fail(ok.error());
    return a;
  }
  if (a == Size(1)) return b;
  if (b == Size(1)) return a;
  if (a.constant() && b.constant()) return refuse(q, label, what);
  const Size common = Size::broadcast(a, b);
  for (const Size& s : {a, b}) {
    if (s == common) continue;
    if (auto ok = q.equal((s - common) * (s - 1), 0, q.op, id, what); !ok)
      return base::fail(ok.error());
  }
  return common;
}

bool contains(const Ints& axes, std::int64_t axis) {
  return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

Ints other_axes(const Ints& axes, int rank) {
  Ints out;
  for (int i = 0; i < rank; ++i)
    if (!contains(axes, i)) out.push_back(i);
  return out;
}

Ints shifted(Ints axes) {
  for (std::int64_t& a : axes) ++a;
  return axes;
}

Ints iota_ints(std::int64_t n, std::int64_t first) {
  Ints out;
  for (std::int64_t i = 0; i < n; ++i) out.push_back(first + i);
  return out;
}

}  // namespace tlaloc::ops
