#include "transform/carry_turned.h"

#include "ops/permuted.h"
#include "transform/rebuild.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using Order = ir::Ints;

const Node* maker_in(const Region& r, Value v) {
  for (const Node& n : r.nodes)
    if (uses(n.results, v) > 0) return &n;
  return nullptr;
}

/// How often `v` is read with its axes in this order, at any depth.
int reads_in_order(const Region& r, Value v, const Order& order) {
  int found = 0;
  ir::for_each_node(r, [&](const Node& n) {
    if (n.operands == Values{v}) found += ops::axis_order(n) == order;
  });
  return found;
}

/// The order in which the body of a `for` holds its carried value i, if it only ever reads it so.
std::optional<Order> order_inside(const Region& body, std::size_t i) {
  const Node* last = maker_in(body, body.results[i]);
  const auto back = last != nullptr ? ops::axis_order(*last) : std::nullopt;
  if (!back) return std::nullopt;
  Order order = ops::opposite_order(*back);
  const Value carried = body.params[i + 1];
  const int reads = reads_in_order(body, carried, order);
  return reads > 0 && reads == uses(body, carried) ? std::optional(std::move(order)) : std::nullopt;
}

class CarryTurned : public Rebuild {
 public:
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control != Control::loop) return std::nullopt;
    std::vector<std::optional<Order>> orders;
    bool any = false;
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      orders.push_back(order_inside(n.regions[0], i));
      any |= orders.back().has_value();
    }
    if (!any) return std::nullopt;
    changed_ = true;
    return turned(n, orders);
  }

 private:
  Values turned(const Node& n, const std::vector<std::optional<Order>>& orders) {
    Values operands = at(n.operands);
    for (std::size_t i = 0; i < orders.size(); ++i)
      if (orders[i]) operands[i + 1] = ops::with_axis_order(*b_, operands[i + 1], *orders[i]);
    std::vector<ir::Type> types;
    for (std::size_t i = 1; i < operands.size(); ++i) types.push_back(b_->type(operands[i]));
    Region body = turned_body(n.regions[0], types, orders);
    b_->at(n.where);
    Values y = b_->add_structural(*n.op, operands, n.attrs, {std::move(body)}, types);
    for (std::size_t i = 0; i < y.size(); ++i) {
      b_->name(y[i], from_->values[n.results[i].id].name);
      if (orders[i]) y[i] = ops::with_axis_order(*b_, y[i], ops::opposite_order(*orders[i]));
    }
    return y;
  }

  Region turned_body(const Region& r, std::vector<ir::Type> types,
                     const std::vector<std::optional<Order>>& orders) {
    types.insert(types.begin(), from_->type(r.params[0]));
    std::vector<std::string> names;
    for (Value p : r.params) names.push_back(from_->values[p.id].name);
    const Values params = b_->open_region(types, names);
    map_[r.params[0]] = params[0];
    for (std::size_t i = 0; i < orders.size(); ++i)
      map_[r.params[i + 1]] =
          orders[i] ? ops::with_axis_order(*b_, params[i + 1], ops::opposite_order(*orders[i]))
                    : params[i + 1];
    Values results = inline_nodes(r);
    for (std::size_t i = 0; i < orders.size(); ++i)
      if (orders[i]) results[i] = ops::with_axis_order(*b_, results[i], *orders[i]);
    return b_->close_region(std::move(results));
  }

  bool changed_ = false;
};

}  // namespace

bool carry_turned(ir::Graph& g) { return any_changed<CarryTurned>(g); }

}  // namespace tlaloc::transform
