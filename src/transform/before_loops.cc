#include "transform/before_loops.h"

#include <algorithm>

#include "ops/live.h"
#include "ops/permuted.h"
#include "transform/loop_reads.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

/// Everything that tells how often loops turn.
std::set<Value> counts_of_turns(const Function& f) {
  std::map<Value, const Node*> makers;
  std::vector<Value> open;
  ir::for_each_node(f.body, [&](const Node& n) {
    for (Value y : n.results) makers[y] = &n;
    if (n.op->control == Control::loop) open.push_back(n.operands[0]);
  });
  std::set<Value> out;
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    const auto maker = makers.find(v);
    if (!out.insert(v).second || maker == makers.end()) continue;
    open.insert(open.end(), maker->second->operands.begin(), maker->second->operands.end());
  }
  return out;
}

class BeforeLoops {
 public:
  /// `only`: what may move; null: everything.
  BeforeLoops(const Function& f, const std::set<Value>* only) : f_(f), only_(only) {
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.operands.empty() && n.results.size() == 1) constants_[n.results[0]] = n;
    });
  }

  bool run(Region& r) {
    bool moved = false;
    std::vector<Node> nodes;
    for (Node& n : r.nodes) {
      if (n.op->control != Control::map)
        for (Region& inner : n.regions) moved |= run(inner);
      if (n.op->control == Control::loop) moved |= take(n.regions[0], nodes);
      nodes.push_back(std::move(n));
    }
    r.nodes = std::move(nodes);
    return moved;
  }

 private:
  /// Moves what does not change in the body of a loop to `before`.
  bool take(Region& body, std::vector<Node>& before) const {
    std::set<Value> inside = defined_in(body);
    const std::set<std::string> born = born_in(body);
    std::vector<Node> left;
    bool moved = false;
    for (Node& n : body.nodes) {
      const bool goes = stands_still(n, inside, born);
      // A constant alone is as good where it is.
      moved |= goes && !n.operands.empty();
      if (goes) inside.erase(n.results[0]);
      (goes ? before : left).push_back(std::move(n));
    }
    body.nodes = std::move(left);
    return moved;
  }
  bool stands_still(const Node& n, const std::set<Value>& inside,
                    const std::set<std::string>& born) const {
    if (only_ != nullptr && (n.results.size() != 1 || only_->count(n.results[0]) == 0))
      return false;
    if (ops::axis_order(n)) return inside.count(n.operands[0]) == 0;
    if (n.results.size() != 1 || !f_.type(n.results[0]).is_scalar()) return false;
    if (n.op->control == Control::size)
      return !mentions({DType::i64, {n.attrs.get<ir::Size>("size")}, {}}, born);
    for (Value x : n.operands)
      if (inside.count(x) > 0 || !f_.type(x).is_scalar()) return false;
    return ops::is_harmless(f_, n, [&](Value v) {
      const auto at = constants_.find(v);
      return at == constants_.end() ? nullptr : &at->second;
    });
  }

  const Function& f_;
  const std::set<Value>* only_;
  std::map<Value, Node> constants_;  // copies: nodes move
};

}  // namespace

bool before_loops(ir::Graph& g) {
  bool moved = false;
  for (Function& f : g.functions) moved |= BeforeLoops(f, nullptr).run(f.body);
  return moved;
}

bool turns_before_loops(ir::Graph& g) {
  bool moved = false;
  for (Function& f : g.functions) {
    const std::set<Value> counts = counts_of_turns(f);
    moved |= BeforeLoops(f, &counts).run(f.body);
  }
  return moved;
}

}  // namespace tlaloc::transform
