#include "transform/first_turn.h"

#include "ops/arithmetic.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/loop_reads.h"
#include "transform/rebuild.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

constexpr int kMostNodes = 40;

/// Nodes at any depth; too many where there are loops among them.
int weight(const Region& r) {
  int out = 0;
  ir::for_each_node(r, [&](const Node& n) {
    const bool light = n.op->control == Control::none || n.op->control == Control::branch ||
                       n.op->control == Control::size;
    out += light ? 1 : kMostNodes + 1;
  });
  return out;
}

/// What tells branches of the body that this is the first turn, if one asks.
Value question(const Node& loop) {
  const Region& body = loop.regions[0];
  std::map<Value, const Node*> def;
  for (const Node& n : body.nodes)
    for (Value y : n.results) def[y] = &n;
  const auto find = [&](Value v) -> const Node* {
    const auto at = def.find(v);
    return at == def.end() ? nullptr : at->second;
  };
  for (const Node& n : body.nodes) {
    if (n.op->control != Control::branch) continue;
    const Node* condition = find(n.operands[0]);
    if (condition != nullptr && ops::is_first(*condition, body.params[0], find))
      return n.operands[0];
  }
  return {};
}

class FirstTurn : public Rebuild {
 public:
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control != Control::loop || weight(n.regions[0]) > kMostNodes) return std::nullopt;
    const Value asked = question(n);
    if (!asked) return std::nullopt;
    changed_ = true;
    asked_.insert(asked);
    const Values first = taken_out(n);
    const Values y = others(n, first);
    for (std::size_t i = 0; i < y.size(); ++i) b_->name(y[i], from_->values[n.results[i].id].name);
    return y;
  }
  void nodes(const Region& r) override {
    for (const Node& n : r.nodes) {
      const bool is_asked = n.results.size() == 1 && asked_.count(n.results[0]) > 0;
      if (is_asked)
        map_[n.results[0]] = ops::constant(*b_, is_first_ ? 1 : 0, DType::b1);
      else
        node(n);
    }
  }

 private:
  std::vector<ir::Type> types(const Node& n) const {
    std::vector<ir::Type> out;
    for (Value v : n.results) out.push_back(from_->type(v));
    return out;
  }
  /// Turn 0, if there is one: what the loop carries from it.
  Values taken_out(const Node& n) {
    const Region& body = n.regions[0];
    const Value runs = ops::any_turns(*b_, at(n.operands[0]));
    const Values carried(n.operands.begin() + 1, n.operands.end());
    std::vector<Region> sides;
    b_->open_region({});
    is_first_ = true;
    map_[body.params[0]] = ops::integer(*b_, 0);
    for (std::size_t i = 0; i < carried.size(); ++i) map_[body.params[i + 1]] = at(carried[i]);
    Values given = inline_nodes(body);
    sides.push_back(b_->close_region(std::move(given)));
    b_->open_region({});
    sides.push_back(b_->close_region(at(carried)));
    is_first_ = false;
    b_->at(n.where);
    return b_->add_structural(ops::structural(Control::branch), {runs}, {}, std::move(sides),
                              types(n));
  }
  Values others(const Node& n, const Values& first) {
    const Region& body = n.regions[0];
    Values operands{ops::sub(*b_, at(n.operands[0]), ops::integer(*b_, 1))};
    operands.insert(operands.end(), first.begin(), first.end());
    std::vector<ir::Type> region_types;
    std::vector<std::string> names;
    for (Value p : body.params) {
      region_types.push_back(from_->type(p));
      names.push_back(from_->values[p.id].name);
    }
    const Values params = b_->open_region(region_types, names);
    map_[body.params[0]] = ops::add(*b_, params[0], ops::integer(*b_, 1));
    for (std::size_t i = 1; i < params.size(); ++i) map_[body.params[i]] = params[i];
    std::vector<Region> regions;
    Values given = inline_nodes(body);
    regions.push_back(b_->close_region(std::move(given)));
    b_->at(n.where);
    return b_->add_structural(*n.op, operands, n.attrs, std::move(regions), types(n));
  }

  std::set<Value> asked_;
  bool is_first_ = false;
  bool changed_ = false;
};

}  // namespace

bool first_turn(ir::Graph& g) { return any_changed<FirstTurn>(g); }

}  // namespace tlaloc::transform
