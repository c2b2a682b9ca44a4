#include "transform/forward_order.h"

#include <algorithm>

#include "ops/sums.h"
#include "ops/turns.h"
#include "transform/call_once.h"
#include "transform/rebuild.h"
#include "transform/rules.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

// True if `out` is `in` plus something, and nothing else reads `in` or the sums between them.
bool accumulates(const Region& r, Value in, Value out);

// What a function that calls itself added to a cotangent.
Value summed_by_call(const Node& call, Value in) {
  if (!call.attrs.has(kGivenBack)) return {};
  const ir::Ints &handed = call.attrs.ints(kHandedOver), &back = call.attrs.ints(kGivenBack);
  for (std::size_t i = 0; i < handed.size(); ++i)
    if (call.operands[static_cast<std::size_t>(handed[i])] == in)
      return call.results[static_cast<std::size_t>(back[i])];
  return {};
}

// The result of the only node that reads `in`, if it adds to it.
Value sum_by(const Node& n, Value in) {
  if (n.op->control == Control::branch && uses(n.operands, in) == 0) {
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (accumulates(n.regions[0], in, n.regions[0].results[i]) &&
          accumulates(n.regions[1], in, n.regions[1].results[i]))
        return n.results[i];
    return {};
  }
  if (uses(n.operands, in) != 1 || uses_inside(n, in) != 0) return {};
  if (n.op->control == Control::loop) {
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (n.operands[i + 1] == in &&
          accumulates(n.regions[0], n.regions[0].params[i + 1], n.regions[0].results[i]))
        return n.results[i];
    return {};
  }
  if (n.op->control == Control::call) return summed_by_call(n, in);
  if (n.op->access == ir::Access::accumulate) return n.operands[0] == in ? n.results[0] : Value{};
  for (const ops::Term& t : ops::terms_of_sum(n))
    if (t.value == in && t.factor > 0) return n.results[0];
  return {};
}

bool accumulates(const Region& r, Value in, Value out) {
  const Node* user = nullptr;
  for (const Node& n : r.nodes) {
    if (uses(n.operands, in) + uses_inside(n, in) == 0) continue;
    if (user != nullptr) return false;
    user = &n;
  }
  if (in == out) return user == nullptr && uses(r.results, in) == 1;
  if (user == nullptr || uses(r.results, in) != 0) return false;
  const Value sum = sum_by(*user, in);
  return sum && accumulates(r, sum, out);
}

/// `out` is `in` with one element written; nothing else reads `in`. Gives the element's index.
Value writes(const Region& r, Value in, Value out) {
  for (const Node& n : r.nodes)
    if (n.op->access == ir::Access::store && n.operands[0] == in && n.operands.size() == 3 &&
        n.results[0] == out && uses(r, in) == 1 && uses(r, out) == 1)
      return n.operands[1];
  return {};
}

class ForwardOrder : public Rebuild {
 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control == Control::loop && n.attrs.has(kBackwards)) {
      std::vector<const Node*> backwards;
      const bool free = counts_down(n, n.regions[0], backwards) && only_sums(n, backwards);
      if (free)
        for (const Node* b : backwards) counters_[b->results[0]] = n.regions[0].params[0];
      return unmarked(n);
    }
    if (n.results.size() != 1) return std::nullopt;
    const auto counter = counters_.find(n.results[0]);
    if (counter == counters_.end()) return std::nullopt;
    return Values{at(counter->second)};
  }

 private:
  // The counter is read only by nodes last - counter, where last is the last turn; they go to
  // `out`.
  bool counts_down(const Node& loop, const Region& r, std::vector<const Node*>& out) {
    const Value counter = loop.regions[0].params[0];
    for (const Node& n : r.nodes) {
      if (uses(n.operands, counter) > 0) {
        const Value last = ops::taken_from(n, counter);
        if (!last || !is_outside(last, loop) || !is_last_turn(last, loop)) return false;
        out.push_back(&n);
      }
      for (const Region& inner : n.regions)
        if (!counts_down(loop, inner, out)) return false;
    }
    return uses(r.results, counter) == 0;
  }
  bool is_outside(Value v, const Node&) const { return map_.count(v) > 0; }
  bool is_last_turn(Value last, const Node& loop) const {
    const Node *l = b_->def(at(last)), *t = b_->def(at(loop.operands[0]));
    return l != nullptr &&
           ops::is_one_less(*l, at(loop.operands[0]), t, [&](Value v) { return b_->def(v); });
  }
  /// Or elements that are each one turn's: those that count down.
  static bool only_sums(const Node& loop, const std::vector<const Node*>& backwards) {
    const Region& body = loop.regions[0];
    for (std::size_t i = 0; i < loop.results.size(); ++i) {
      if (accumulates(body, body.params[i + 1], body.results[i])) continue;
      const Value element = writes(body, body.params[i + 1], body.results[i]);
      const bool is_own = std::any_of(backwards.begin(), backwards.end(),
                                      [&](const Node* n) { return n->results[0] == element; });
      if (!element || !is_own) return false;
    }
    return true;
  }

  Values unmarked(const Node& n) {
    std::vector<Region> regions;
    regions.push_back(region(n.regions[0]));
    std::vector<ir::Type> types;
    for (Value v : n.results) types.push_back(from_->type(v));
    ir::Attrs attrs;
    for (const auto& [name, value] : n.attrs.entries())
      if (name != kBackwards) attrs.set(name, value);
    b_->at(n.where);
    const Values y = b_->add_structural(*n.op, at(n.operands), attrs, std::move(regions), types);
    for (std::size_t i = 0; i < y.size(); ++i) b_->name(y[i], from_->values[n.results[i].id].name);
    return y;
  }

  std::map<Value, Value> counters_;  // a value that counted down -> the counter
};

}  // namespace

ir::Graph forward_order(ir::Graph g) {
  for (ir::Function& f : g.functions) f = ForwardOrder().run(f);
  return g;
}

}  // namespace tlaloc::transform
