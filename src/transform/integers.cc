#include "transform/integers.h"

#include "ops/affine.h"
#include "transform/words.h"

namespace tlaloc::transform {

Integers::Integers(const ir::Function& f) : f_(f) {
  ir::for_each_node(f.body, [&](const Node& n) {
    for (Value y : n.results) makers_[y] = &n;
  });
  ir::for_each_node(f.body, [&](const Node& n) {
    if (n.op->control != Control::bind_size) return;
    const std::string& symbol = n.attrs.string("symbol");
    const auto [at, is_new] = born_.try_emplace(symbol, of(n.operands[0]));
    if (!is_new) at->second = Size::symbol(symbol);  // in several turns, or copies
  });
}

const Node* Integers::maker(Value v) const {
  const auto at = makers_.find(v);
  return at == makers_.end() ? nullptr : at->second;
}

Size Integers::of(Value v) const {
  const auto symbol = [](Value u) { return Size::symbol("%" + std::to_string(u.id)); };
  const auto s = ops::as_size(
      f_, v,
      [&](Value u) {
        const Node* n = maker(u);
        return n == nullptr || may_wrap(*n) ? nullptr : n;
      },
      [&](Value u) { return std::optional<Size>(symbol(u)); });
  return s ? s->substitute(born_) : symbol(v);
}

bool Integers::counts(Value trip, const Size& axis) const {
  const Size turns = of(trip), places = of(axis);
  return turns == places || turns == Size::max(places, 0);
}

/// Unsigned integers wrap where C++ says so; a size that was negative is caught at its birth.
bool Integers::may_wrap(const Node& n) const {
  if (n.results.size() != 1 || !f_.type(n.results[0]).is_scalar()) return false;
  const DType t = f_.type(n.results[0]).dtype;
  return is_unsigned_integer(t) && (size_of(t) < 8 || n.operands.size() > 1);
}

}  // namespace tlaloc::transform
