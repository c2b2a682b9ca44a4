#include "ops/arithmetic.h"

#include <cmath>

#include "ops/build.h"
#include "ops/messages.h"
#include "ops/room.h"
#include "ops/table.h"

namespace tlaloc::ops {

using ir::Builder;
using ir::Size;
using ir::Type;
using ir::Value;

Value constant(Builder& b, double v, DType t) { return build::number(b, v, t); }
Value integer(Builder& b, std::int64_t v, DType t) { return build::integer(b, v, t); }
Value zeros(Builder& b, const Type& t) { return build::full(b, 0, t); }
Value ones(Builder& b, const Type& t) { return build::full(b, 1, t); }

bool is_zeros(const Builder& b, Value v) {
  const ir::Node* n = b.def(v);
  while (n != nullptr && n->op->element == ir::Element::stretch) n = b.def(n->operands[0]);
  if (n == nullptr || n->op->name != "constant") return false;
  const ir::AttrValue& value = *n->attrs.find("value");
  if (const auto* d = std::get_if<double>(&value)) return *d == 0 && !std::signbit(*d);
  if (const auto* i = std::get_if<std::int64_t>(&value)) return *i == 0;
  return !std::get<bool>(value);
}

Value add(Builder& b, Value x, Value y) {
  if (!x) return y;
  if (!y) return x;
  return build::add(b, x, y);
}
Value sub(Builder& b, Value x, Value y) {
  if (!y) return x;
  if (!x) return build::neg(b, y);
  return build::sub(b, x, y);
}
Value mul(Builder& b, Value x, Value y) { return build::mul(b, x, y); }
Value mul_masked(Builder& b, Value x, Value slope) { return build::mul_masked(b, x, slope); }

Value select(Builder& b, Value condition, Value x, Value y) {
  const Type t = b.type(x);
  if (b.type(condition).is_scalar()) condition = build::broadcast_scalar(b, condition, t);
  return build::select(b, condition, x, y);
}

Value size_value(Builder& b, const Size& s) { return build::size_of(b, s); }

Value new_stack(Builder& b, const Type& element, const Size& turns) {
  return make_room(b, Type{element.dtype, with_front(turns, element.sizes), {}});
}
Value store(Builder& b, Value stack, Value turn, Value v) {
  return build::update(b, stack, {turn}, v);
}
Value load(Builder& b, Value stack, Value turn) { return build::index(b, stack, {turn}); }

Value stretch(Builder& b, Value x, const Size& batch) {
  const Type t = b.type(x);
  return build::broadcast(b, x, with_front(batch, t.sizes), iota_ints(t.rank(), 1));
}
Value move_axis(Builder& b, Value x, int from, int to) {
  Ints permutation = iota_ints(b.type(x).rank(), 0);
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  return build::transpose(b, x, permutation);
}
Value sum_front(Builder& b, Value x) { return build::sum(b, x, {0}); }

}  // namespace tlaloc::ops
