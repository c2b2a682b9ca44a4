#include "ops/affine.h"

#include <cmath>

#include "ir/op_def.h"
#include "ops/table.h"

namespace tlaloc::ops {

using ir::Size;

namespace {

std::optional<Size> of_node(const ir::Node& n,
                            const std::function<std::optional<Size>(std::size_t)>& x) {
  if (n.op->control == ir::Control::size) return n.attrs.get<Size>("size");
  if (n.op == find("constant")) return Size(n.attrs.integer("value"));
  if (n.op == find("convert")) return x(0);
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
  if (n == nullptr || !n->regions.empty()) return known ? known(v) : std::nullopt;
  return of_node(*n, [&](std::size_t i) { return as_size(f, n->operands[i], maker, known); });
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
