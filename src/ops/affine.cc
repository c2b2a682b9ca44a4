#include "ops/affine.h"

#include <cmath>

#include "ir/op_def.h"
#include "ops/table.h"

namespace tlaloc::ops {

using ir::Size;

namespace {

using Sides = std::function<std::optional<Size>(std::size_t)>;

/// a > b ? a : b and its kin, which is how the larger of two integers may be written.
std::optional<Size> of_choice(const ir::Node& n, const Sides& x, const MakerOf& maker) {
  const ir::Node* c = maker(n.operands[0]);
  if (c == nullptr || c->operands.size() != 2) return std::nullopt;
  const bool greater = c->op == find("gt") || c->op == find("ge");
  if (!greater && c->op != find("lt") && c->op != find("le")) return std::nullopt;
  const auto then = x(1), otherwise = x(2);
  if (!then || !otherwise) return std::nullopt;
  const bool straight = c->operands[0] == n.operands[1] && c->operands[1] == n.operands[2];
  const bool crossed = c->operands[0] == n.operands[2] && c->operands[1] == n.operands[1];
  if (!straight && !crossed) return std::nullopt;
  return greater == straight ? Size::max(*then, *otherwise) : Size::min(*then, *otherwise);
}

std::optional<Size> of_node(const ir::Node& n, const Sides& x, const MakerOf& maker) {
  if (n.op->control == ir::Control::size) return n.attrs.get<Size>("size");
  if (n.op == find("constant")) return Size(n.attrs.integer("value"));
  if (n.op == find("convert")) return x(0);
  if (n.op == find("select")) return of_choice(n, x, maker);
  const bool sum = n.op == find("add"), difference = n.op == find("sub"),
             product = n.op == find("mul");
  const bool largest = n.op == find("max"), smallest = n.op == find("min");
  if (!sum && !difference && !product && !largest && !smallest) return std::nullopt;
  const auto left = x(0), right = x(1);
  if (!left || !right) return std::nullopt;
  return sum          ? *left + *right
         : difference ? *left - *right
         : product    ? *left * *right
         : largest    ? Size::max(*left, *right)
                      : Size::min(*left, *right);
}

}  // namespace

std::optional<Size> as_size(const ir::Function& f, ir::Value v, const MakerOf& maker,
                            const SizeOf& known) {
  if (!is_integer(f.type(v).dtype) || !f.type(v).is_scalar()) return std::nullopt;
  const ir::Node* n = maker(v);
  const bool wraps = n != nullptr && size_of(f.type(v).dtype) < 4 && !n->operands.empty();
  if (n != nullptr && n->regions.empty() && !wraps) {
    const auto x = [&](std::size_t i) { return as_size(f, n->operands[i], maker, known); };
    if (const auto s = of_node(*n, x, maker)) return s;
  }
  return known ? known(v) : std::nullopt;
}

bool is_positive_zero(const ir::Node& n) {
  if (n.op != find("constant")) return false;
  const ir::AttrValue& v = *n.attrs.find("value");
  if (const auto* d = std::get_if<double>(&v)) return *d == 0 && !std::signbit(*d);
  if (const auto* i = std::get_if<std::int64_t>(&v)) return *i == 0;
  const auto* flag = std::get_if<bool>(&v);
  return flag != nullptr && !*flag;
}

}  // namespace tlaloc::ops
