#include "transform/simplify.h"

#include <algorithm>
#include <deque>

#include "ops/arithmetic.h"
#include "transform/fold.h"
#include "transform/rebuild.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

class Simplify : public Rebuild {
 public:
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    switch (n.op->control) {
      case Control::branch:
        return decided_branch(n);
      case Control::loop:
        return loop(n);
      case Control::map:
        b_->copy(*from_, n, map_);
        return at(n.results);
      default:
        return std::nullopt;
    }
  }

  std::optional<Values> after(Value first_result) override {
    const Node* here = b_->def(first_result);
    if (here->op->control == Control::branch) return equal_results(*here);
    if (here->op->control != Control::none) return std::nullopt;
    const Node n = *here;
    if (const auto y = fold(*b_, def_, n)) return replaced(n, {*y});
    if (const auto y = read_of_repeated(n)) return replaced(n, {*y});
    if (const auto y = repeated_constant(n)) return replaced(n, {*y});
    for (const ir::Rewrite rewrite : n.op->rewrites) {
      ir::RewriteQuery q{*b_, n, def_};
      if (auto y = rewrite(q)) return replaced(n, std::move(*y));
    }
    return std::nullopt;
  }

 private:
  // A node's users keep its name.
  std::optional<Values> replaced(const Node& n, Values y) {
    changed_ = true;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const std::string& name = b_->function().values[n.results[i].id].name;
      const bool fresh = y[i].id > n.results.back().id;
      if (fresh && b_->function().values[y[i].id].name.empty()) b_->name(y[i], name);
    }
    return y;
  }

  // An element of a tensor that is one scalar everywhere is that scalar.
  std::optional<Value> read_of_repeated(const Node& n) {
    if (n.op->access != ir::Access::load || !b_->type(n.results[0]).is_scalar())
      return std::nullopt;
    const Node* of = repeats_a_scalar(n.operands[0]);
    return of == nullptr ? std::nullopt : std::optional(of->operands[0]);
  }

  /// The node, if it repeats one scalar.
  const Node* repeats_a_scalar(Value v) {
    const Node* n = def_(v);
    const bool repeats = n != nullptr && n->op->element == ir::Element::stretch &&
                         b_->type(n->operands[0]).is_scalar();
    return repeats ? n : nullptr;
  }

  // What is computed of repeated constants alone is computed once, and repeated: the body of a map
  // knows no constants but as operands of lanes. Integers stay: a quotient by zero must not fail
  // where there is no element.
  std::optional<Value> repeated_constant(const Node& n) {
    if (n.op->element != ir::Element::pointwise || n.results.size() != 1) return std::nullopt;
    Values x;
    const Node* stretch = nullptr;
    for (Value v : n.operands) {
      stretch = repeats_a_scalar(v);
      if (stretch == nullptr || is_integer(b_->type(v).dtype) ||
          !constant(*b_, def_, stretch->operands[0]))
        return std::nullopt;
      x.push_back(stretch->operands[0]);
    }
    if (stretch == nullptr) return std::nullopt;
    return b_->add(*stretch->op, {b_->add(*n.op, x, n.attrs)}, stretch->attrs);
  }

  // if (true) a else b  =  a
  std::optional<Values> decided_branch(const Node& n) {
    const auto condition = constant(*b_, def_, at(n.operands[0]));
    if (!condition) return std::nullopt;
    changed_ = true;
    return inline_nodes(n.regions[condition->integer() ? 0 : 1]);
  }

  // A result that both sides take from the same value outside is that value.
  std::optional<Values> equal_results(const Node& n) {
    Values y = n.results;
    for (std::size_t i = 0; i < y.size(); ++i)
      if (n.regions[0].results[i] == n.regions[1].results[i]) y[i] = n.regions[0].results[i];
    if (y == n.results) return std::nullopt;
    changed_ = true;
    return y;
  }

  // A loop of no turns gives its operands, of one turn its body; a carried value that no turn
  // changes is not carried.
  std::optional<Values> loop(const Node& n) {
    const Region& body = n.regions[0];
    if (const auto turns = constant(*b_, def_, at(n.operands[0])); turns && turns->integer() <= 1) {
      changed_ = true;
      const Values x = at(n.operands);
      if (turns->integer() <= 0) return Values(x.begin() + 1, x.end());
      map_[body.params[0]] = ops::integer(*b_, 0);
      for (std::size_t i = 1; i < x.size(); ++i) map_[body.params[i]] = x[i];
      return inline_nodes(body);
    }
    std::vector<bool> stays;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      stays.push_back(body.results[i] == body.params[i + 1]);
    if (std::find(stays.begin(), stays.end(), true) == stays.end()) return std::nullopt;
    changed_ = true;
    return without(n, stays);
  }

  Values without(const Node& n, const std::vector<bool>& stays) {
    Node less = n;
    Region& body = less.regions[0];
    less.operands.resize(1);
    less.results.clear();
    body.params.resize(1);
    body.results.clear();
    for (std::size_t i = 0; i < stays.size(); ++i) {
      if (stays[i]) {
        map_[n.regions[0].params[i + 1]] = at(n.operands[i + 1]);
        continue;
      }
      less.operands.push_back(n.operands[i + 1]);
      less.results.push_back(n.results[i]);
      body.params.push_back(n.regions[0].params[i + 1]);
      body.results.push_back(n.regions[0].results[i]);
    }
    std::vector<ir::Type> types;
    for (Value v : less.results) types.push_back(from_->type(v));
    std::vector<Region> regions;
    regions.push_back(region(body));
    b_->at(n.where);
    const Values given =
        b_->add_structural(*n.op, at(less.operands), n.attrs, std::move(regions), types);
    Values y;
    std::size_t next = 0;
    for (std::size_t i = 0; i < stays.size(); ++i) {
      if (!stays[i]) b_->name(given[next], from_->values[n.results[i].id].name);
      y.push_back(stays[i] ? at(n.operands[i + 1]) : given[next++]);
    }
    return y;
  }

  // Nodes are handed out as copies that stay where they are while a rewrite appends others; without
  // their regions.
  std::deque<Node> seen_;
  Definition def_ = [this](Value v) -> const Node* {
    const Node* n = b_->def(v);
    if (n == nullptr) return nullptr;
    seen_.push_back({n->op, n->operands, n->attrs, {}, n->results, n->where});
    return &seen_.back();
  };
  bool changed_ = false;
};

}  // namespace

bool simplify(ir::Graph& g) { return any_changed<Simplify>(g); }

}  // namespace tlaloc::transform
