#include "ops/turns.h"

#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/build.h"
#include "ops/table.h"

namespace tlaloc::ops {

std::optional<ir::Size> known_turns(const ir::Node& def) {
  if (def.op->control == ir::Control::size) {
    const ir::Size& s = def.attrs.get<ir::Size>("size");
    if (s.lone_symbol()) return s;
    if (const auto c = s.constant()) return ir::Size(*c < 0 ? 0 : *c);
    return ir::Size::max(s, 0);
  }
  if (def.op != find("constant")) return std::nullopt;
  const std::int64_t c = def.attrs.integer("value");
  return ir::Size(c < 0 ? 0 : c);
}

ir::Size turns(ir::Builder& b, ir::Value trip, const ir::Function& beside) {
  if (const ir::Node* n = b.def(trip))
    if (const auto size = known_turns(*n)) return *size;
  std::string symbol = b.function().fresh_symbol("turns");
  while (beside.fresh_symbol(symbol) != symbol)
    symbol = b.function().fresh_symbol(beside.fresh_symbol(symbol));
  const ir::Value none = integer(b, 0);
  const ir::Value count = build::select(b, build::gt(b, trip, none), trip, none);
  b.add_structural(structural(ir::Control::bind_size), {count},
                   {{"symbol", symbol}, {std::string(kRoomOnly), true}}, {}, {});
  return ir::Size::symbol(std::move(symbol));
}

ir::Value any_turns(ir::Builder& b, ir::Value trip) { return build::gt(b, trip, integer(b, 0)); }

ir::Value turns_again(ir::Builder& b, ir::Value turn, ir::Value turns, ir::Value condition) {
  return build::logical_and(b, build::lt(b, turn, turns), condition);
}

bool is_first(const ir::Node& n, ir::Value counter,
              const std::function<const ir::Node*(ir::Value)>& def) {
  if (n.op != find("eq")) return false;
  const auto is_counter = [&](ir::Value v) {
    const ir::Node* made = def(v);
    return v == counter ||
           (made != nullptr && made->op == find("convert") && made->operands[0] == counter);
  };
  const auto is_zero = [&](ir::Value v) {
    const ir::Node* made = def(v);
    return made != nullptr && made->op == find("constant") && made->attrs.has("value") &&
           made->attrs.integer("value") == 0;
  };
  return (is_counter(n.operands[0]) && is_zero(n.operands[1])) ||
         (is_zero(n.operands[0]) && is_counter(n.operands[1]));
}

ir::Value added_to(const ir::Node& n, ir::Value x) {
  if (n.op != find("add")) return {};
  if (n.operands[0] == x) return n.operands[1];
  return n.operands[1] == x ? n.operands[0] : ir::Value{};
}

ir::Value taken_from(const ir::Node& n, ir::Value x) {
  return n.op == find("sub") && n.operands[1] == x && n.operands[0] != x ? n.operands[0]
                                                                         : ir::Value{};
}

namespace {

std::optional<ir::Size> integer_of(const ir::Node* n) {
  if (n == nullptr) return std::nullopt;
  if (n->op->control == ir::Control::size) return n->attrs.get<ir::Size>("size");
  if (n->op != find("constant") || !n->attrs.has("value")) return std::nullopt;
  return ir::Size(n->attrs.integer("value"));
}

}  // namespace

bool is_one_less(const ir::Node& n, ir::Value trip, const ir::Node* trip_def,
                 const std::function<const ir::Node*(ir::Value)>& def) {
  const auto less = integer_of(&n), count = integer_of(trip_def);
  if (less && count) return *count - *less == ir::Size(1);
  if (n.op != find("sub") || n.operands[0] != trip) return false;
  const auto one = integer_of(def(n.operands[1]));
  return one && *one == ir::Size(1);
}

Pieces pieces(ir::Builder& b, ir::Value trip) {
  const ir::Value turns = build::max(b, trip, integer(b, 0));
  const ir::Value root = build::sqrt(b, build::convert(b, turns, DType::f64));
  const ir::Value up = build::neg(b, build::floor(b, build::neg(b, root)));
  const ir::Value length = build::max(b, build::convert(b, up, DType::i64), integer(b, 1));
  const ir::Value rounded = build::add(b, turns, build::sub(b, length, integer(b, 1)));
  return {turns, length, build::div(b, rounded, length)};
}

ir::Value turns_from(ir::Builder& b, const Pieces& p, ir::Value first) {
  return build::min(b, p.length, build::sub(b, p.turns, first));
}

}  // namespace tlaloc::ops
