#include "transform/primals.h"

#include <algorithm>

#include "base/check.h"
#include "ops/arithmetic.h"
#include "ops/turns.h"
#include "transform/words.h"

namespace tlaloc::transform {

Primals::Primals(const ir::Function& from, ir::Builder& b,
                 std::function<bool(const Node&)> takes_part, const Keeping& keeping)
    : from_(from), b_(b), takes_part_(std::move(takes_part)) {
  index(from.body, {});
  if (keeping.computed_at.empty()) return;
  for (const auto& [v, mark] : costly_values(from))
    if (const auto at = keeping.computed_at.find(mark); at != keeping.computed_at.end())
      costly_[v] = at->second;
}

Values Primals::at(const Values& vs) const {
  Values out;
  for (Value v : vs) out.push_back(y_.at(v));
  return out;
}

std::vector<Type> Primals::types(const Values& vs) const {
  std::vector<Type> out;
  for (Value v : vs) out.push_back(from_.type(v));
  return out;
}

void Primals::bind(Value v, Value to) {
  y_[v] = to;
  if (!name(v).empty()) b_.name(to, name(v));
}

void Primals::forward(const Region& r) {
  for (const Node& n : r.nodes) forward(n);
}
void Primals::forward(const Node& n) {
  b_.at(n.where);
  if (takes_part_(n))
    forward_loop(n);
  else
    copy(n, {}, nullptr);
}

// Where each value is defined: the node, and the nodes whose regions stand around it, outermost
// first.
void Primals::index(const Region& r, const std::vector<const Node*>& around) {
  for (const Node& n : r.nodes) {
    for (Value v : n.results) {
      def_[v] = &n;
      around_[v] = around;
    }
    std::vector<const Node*> inner = around;
    inner.push_back(&n);
    for (const Region& region : n.regions) index(region, inner);
  }
}
bool Primals::is_inside(Value v, const Node& n) const {
  const auto& around = around_.at(v);
  return std::find(around.begin(), around.end(), &n) != around.end();
}
Values Primals::those_inside(const std::set<Value>& vs, const Node& n) const {
  Values out;
  for (Value v : vs)
    if (is_inside(v, n)) out.push_back(v);
  return out;
}
// What a read is recorded as.
Value Primals::room(Value read) const {
  const auto at = shares_.find(read);
  return at == shares_.end() ? read : at->second;
}
bool Primals::holds_recorded(const Node& n) const {
  return !n.regions.empty() && std::any_of(recorded_.begin(), recorded_.end(),
                                           [&](const auto& r) { return is_inside(r.first, n); });
}

// The type of what holds v's values in the body of `outer`: a stack for each loop between them.
Type Primals::handed_type(Value v, const Node& outer) const {
  Type t = from_.type(v);
  const auto& around = around_.at(v);
  for (auto n = around.rbegin(); n != around.rend() && *n != &outer; ++n)
    if ((*n)->op->control == Control::loop) t.sizes.insert(t.sizes.begin(), inner_turns_.at(*n));
  t.names.clear();
  return t;
}

// Copies a node. Reads that were recorded are not done again. Of the reads in `wanted`, those
// inside are handed out: from a branch as they are, zeros on the other side; from a loop as a
// stack.
void Primals::copy(const Node& n, const std::set<Value>& wanted, Handed* handed) {
  const Value read = n.results.size() == 1 ? room(n.results[0]) : Value{};
  const Values inside = those_inside(wanted, n);
  if (read && inside.empty() && recorded_.count(read))
    return bind(n.results[0], recorded_.at(read));
  if (inside.empty() && !holds_recorded(n))
    b_.copy(from_, n, y_);
  else if (n.op->control == Control::branch)
    copy_branch(n, inside, handed);
  else if (n.op->control == Control::loop)
    hand_out(n, inside, handed,
             keeping_loop(n, inside, inside.empty() ? ir::Size(0) : inner_turns_.at(&n)));
  else
    base::bug("a read was recorded where it cannot be", __FILE__, __LINE__);
  use_recorded(n);
  if (read && wanted.count(read)) (*handed)[read] = y_.at(n.results[0]);
  if (n.results.size() > 1)
    for (Value y : n.results)
      if (wanted.count(y)) (*handed)[y] = y_.at(y);
}

// Results that are at hand are not taken from the copy; dce drops what then nobody reads.
void Primals::use_recorded(const Node& n) {
  for (Value y : n.results)
    if (const auto at = recorded_.find(room(y)); at != recorded_.end()) bind(y, at->second);
}

void Primals::copy_branch(const Node& n, const Values& inside, Handed* handed) {
  const std::set<Value> wanted(inside.begin(), inside.end());
  std::vector<Type> result_types = types(n.results);
  for (Value v : inside) result_types.push_back(handed_type(v, n));
  std::vector<Region> regions;
  for (const Region& r : n.regions) {
    b_.open_region({});
    Handed here;
    for (const Node& inner : r.nodes) copy(inner, wanted, &here);
    Values results = at(r.results);
    for (Value v : inside)
      results.push_back(here.count(v) ? here.at(v) : ops::zeros(b_, handed_type(v, n)));
    regions.push_back(b_.close_region(std::move(results)));
  }
  hand_out(n, inside, handed,
           b_.add_structural(*n.op, at(n.operands), n.attrs, std::move(regions), result_types));
}

void Primals::hand_out(const Node& n, const Values& inside, Handed* handed, const Values& given) {
  for (std::size_t i = 0; i < n.results.size(); ++i) bind(n.results[i], given[i]);
  for (std::size_t i = 0; i < inside.size(); ++i)
    (*handed)[inside[i]] = given[n.results.size() + i];
}

// The loop with a stack for each of `keep` (carried values, and reads inside it) behind its
// results.
Values Primals::keeping_loop(const Node& n, const Values& keep, const ir::Size& turns) {
  const Region& body = n.regions[0];
  const auto is_param = [&](Value v) {
    return std::find(body.params.begin(), body.params.end(), v) != body.params.end();
  };
  Values operands = at(n.operands);
  std::vector<Type> region_types = types(body.params), result_types = types(n.results);
  for (Value v : keep) {
    operands.push_back(ops::new_stack(b_, is_param(v) ? from_.type(v) : handed_type(v, n), turns));
    region_types.push_back(b_.type(operands.back()));
    result_types.push_back(b_.type(operands.back()));
  }
  const Values params = b_.open_region(region_types);
  for (std::size_t i = 0; i < body.params.size(); ++i) bind(body.params[i], params[i]);
  std::map<Value, Value> stacks;
  std::set<Value> reads;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    stacks[keep[i]] = params[body.params.size() + i];
    if (is_param(keep[i]))
      stacks[keep[i]] = ops::store(b_, stacks[keep[i]], params[0], y_.at(keep[i]));
    else
      reads.insert(keep[i]);
  }
  const std::map<Value, Value> outer = enter_turn(n, params[0]);
  for (const Node& inner : body.nodes) {
    b_.at(inner.where);
    Handed handed;
    copy(inner, reads, &handed);
    for (const auto& [v, value] : handed) stacks[v] = ops::store(b_, stacks[v], params[0], value);
  }
  recorded_ = outer;
  Values results = at(body.results);
  for (Value v : keep) results.push_back(stacks.at(v));
  std::vector<Region> regions;
  regions.push_back(b_.close_region(std::move(results)));
  b_.at(n.where);
  return b_.add_structural(*n.op, operands, n.attrs, std::move(regions), result_types);
}

// What was recorded of the reads inside a loop is a stack: in turn k it is its k-th element.
// Gives what was before.
Primals::Recorded Primals::enter_turn(const Node& n, Value k) {
  std::map<Value, Value> outer = recorded_;
  for (auto& [v, value] : recorded_)
    if (is_inside(v, n)) value = ops::load(b_, value, k);
  return outer;
}

const Node* Primals::innermost_loop(Value v) const {
  const auto& around = around_.at(v);
  const auto loop = std::find_if(around.rbegin(), around.rend(), [](const Node* n) {
    return n->op->control == Control::loop || n->op->control == Control::while_loop;
  });
  return loop == around.rend() ? nullptr : *loop;
}

// Costly values in a loop's body that the program computes when this loop runs forwards. What a
// loop gives is kept by the next loop around it alone: it is not worth its way through others.
std::set<Value> Primals::wanted_of(const Node& n) const {
  std::set<Value> out;
  if (costly_.empty()) return out;
  const auto& around = around_.at(n.results[0]);
  const auto depth = std::count_if(around.begin(), around.end(),
                                   [&](const Node* outer) { return takes_part_(*outer); });
  for (const auto& [v, computed_at] : costly_)
    if (computed_at <= depth && is_inside(v, n) &&
        (def_.at(v)->op->control != Control::loop || innermost_loop(v) == &n))
      out.insert(v);
  return out;
}

// Carried values that change and are no counters, what the body reads out of changing tensors, and
// what is costly.
Values Primals::kept_values(const Node& n, Kept& kept) {
  const Region& body = n.regions[0];
  const auto counts = [&](std::size_t i) {
    return std::any_of(kept.counters.begin(), kept.counters.end(),
                       [&](const Counter& c) { return c.carried == i; });
  };
  Values keep;
  for (std::size_t i = 0; i < n.results.size(); ++i)
    if (body.results[i] != body.params[i + 1] && !counts(i)) keep.push_back(body.params[i + 1]);
  const Reads reads = transform::reads(n, from_, def_, wanted_of(n));
  shares_.insert(reads.shares.begin(), reads.shares.end());
  for (Value v : reads.values)
    if (!recorded_.count(room(v)) && kept.reads.insert(room(v)).second) keep.push_back(room(v));
  for (const auto& [inner, turns] : reads.trips)
    inner_turns_.insert_or_assign(
        inner, turns ? *turns : ops::turns(b_, y_.at(inner->operands[0]), from_));
  return keep;
}

void Primals::forward_loop(const Node& n) {
  Kept& kept = kept_[&n];
  kept = {{}, transform::counters(n, from_), {}};
  const Values keep = kept_values(n, kept);
  const ir::Size turns = keep.empty() ? ir::Size(0) : ops::turns(b_, y_.at(n.operands[0]), from_);
  const Values y = keeping_loop(n, keep, turns);
  for (std::size_t i = 0; i < n.results.size(); ++i) bind(n.results[i], y[i]);
  use_recorded(n);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    kept.stacks[keep[i]] = y[n.results.size() + i];
    if (!name(keep[i]).empty()) b_.name(kept.stacks[keep[i]], name(keep[i]) + "_kept");
  }
}

// Computes turn i again, with what was kept of it. `counters`: their values after the turn. Gives
// what was recorded around the loop, to be put back behind it.
Primals::Recorded Primals::turn_again(const Node& n, Value i, const Values& counters) {
  const Kept& kept = kept_.at(&n);
  const Region& body = n.regions[0];
  bind(body.params[0], i);
  for (std::size_t k = 0; k < n.results.size(); ++k) {
    const Value p = body.params[k + 1];
    if (body.results[k] == p)
      y_[p] = y_.at(n.operands[k + 1]);
    else if (kept.stacks.count(p))
      bind(p, ops::load(b_, kept.stacks.at(p), i));
  }
  for (std::size_t k = 0; k < kept.counters.size(); ++k) {
    const Counter& c = kept.counters[k];
    if (def_.count(c.step) && is_inside(c.step, n))
      b_.copy(from_, *def_.at(c.step), y_);  // a constant
    bind(body.params[c.carried + 1], ops::sub(b_, counters[k], y_.at(c.step)));
  }
  std::map<Value, Value> outer = enter_turn(n, i);
  for (Value v : kept.reads) recorded_[v] = ops::load(b_, kept.stacks.at(v), i);
  forward(body);
  return outer;
}

}  // namespace tlaloc::transform
