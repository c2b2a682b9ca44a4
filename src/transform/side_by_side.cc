#include "transform/side_by_side.h"

#include <algorithm>

#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

Values reads(const Node& n) {
  Values out = n.operands;
  for (const Region& r : n.regions) {
    const Values inside = ir::captures(r);
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}
void append(Values& to, const Values& more) { to.insert(to.end(), more.begin(), more.end()); }

/// Of a loop's result that is a stack with an element a turn: what a turn stores.
Value stored_by_turn(const Node& loop, std::size_t i) {
  const Region& body = loop.regions[0];
  const Value stack = body.params[i + 1], out = body.results[i];
  for (const Node& n : body.nodes)
    if (n.op->access == ir::Access::store && n.operands.size() == 3 && n.operands[0] == stack &&
        n.operands[1] == body.params[0] && n.results[0] == out)
      return uses(body, stack) == 1 && uses(body, out) == 1 ? n.operands[2] : Value{};
  return {};
}

/// Takes out of `r` the loads of this turn's element of `stack`; gives what they load.
void take_loads(Region& r, Value stack, Value turn, Values& loaded) {
  std::erase_if(r.nodes, [&](const Node& n) {
    const bool is_load = n.op->access == ir::Access::load && n.operands == Values{stack, turn};
    if (is_load) loaded.push_back(n.results[0]);
    return is_load;
  });
  for (Node& n : r.nodes)
    for (Region& inner : n.regions) take_loads(inner, stack, turn, loaded);
}

/// The second loop with the turns of the first at hand.
Node without_stacks(const ir::Function& f, const Node& first, Node second) {
  Region& body = second.regions[0];
  std::map<Value, Value> by{{body.params[0], first.regions[0].params[0]}};
  for (std::size_t i = 0; i < first.results.size(); ++i) {
    const Value stored = stored_by_turn(first, i);
    if (!stored) continue;
    Values loaded;
    take_loads(body, first.results[i], body.params[0], loaded);
    for (Value v : loaded)
      if (f.type(v) == f.type(stored)) by[v] = stored;
  }
  replace_values(body, by);
  return second;
}

Node both(const Node& first, const Node& second, std::size_t skip) {
  Node out = first;
  out.operands.insert(out.operands.end(), second.operands.begin() + 1, second.operands.end());
  append(out.results, second.results);
  for (std::size_t k = 0; k < out.regions.size(); ++k) {
    Region& r = out.regions[k];
    const Region& more = second.regions[k];
    r.params.insert(r.params.end(), more.params.begin() + static_cast<std::ptrdiff_t>(skip),
                    more.params.end());
    r.nodes.insert(r.nodes.end(), more.nodes.begin(), more.nodes.end());
    append(r.results, more.results);
  }
  return out;
}

}  // namespace

bool reads_any(const Node& n, const std::set<Value>& of) {
  const Values all = reads(n);
  return std::any_of(all.begin(), all.end(), [&](Value v) { return of.count(v) > 0; });
}

void replace_values(Region& r, const std::map<Value, Value>& by) {
  const auto replace = [&](Values& vs) {
    for (Value& v : vs)
      if (const auto at = by.find(v); at != by.end()) v = at->second;
  };
  ir::for_each_node(r, [&](Node& n) {
    replace(n.operands);
    for (Region& inner : n.regions) replace(inner.results);
  });
  replace(r.results);
}

std::optional<std::set<std::size_t>> held_back(const Region& r, std::size_t first, std::size_t at,
                                               const Node& second) {
  std::set<Value> needs_first(r.nodes[first].results.begin(), r.nodes[first].results.end());
  std::set<std::size_t> out;
  for (std::size_t k = first + 1; k < at; ++k) {
    const Node& n = r.nodes[k];
    if (!reads_any(n, needs_first)) continue;
    if (n.op->control == Control::bind_size) return std::nullopt;  // the second may mention it
    out.insert(k);
    needs_first.insert(n.results.begin(), n.results.end());
  }
  if (reads_any(second, needs_first)) return std::nullopt;
  return out;
}

void put_together(Region& r, std::size_t first, std::size_t second,
                  const std::set<std::size_t>& held, Node both) {
  std::vector<Node> nodes;
  for (std::size_t k = 0; k < second; ++k)
    if (k != first && !held.count(k)) nodes.push_back(std::move(r.nodes[k]));
  nodes.push_back(std::move(both));
  for (std::size_t k : held) nodes.push_back(std::move(r.nodes[k]));
  for (std::size_t k = second + 1; k < r.nodes.size(); ++k) nodes.push_back(std::move(r.nodes[k]));
  r.nodes = std::move(nodes);
}

bool keeps_for(const Node& first, const Node& second) {
  if (first.op->control != Control::loop || second.op->control != Control::loop) return false;
  for (std::size_t i = 0; i < first.results.size(); ++i)
    if (stored_by_turn(first, i) && uses_inside(second, first.results[i]) > 0) return true;
  return false;
}

bool join(const ir::Function& f, Region& r, std::size_t first, std::size_t second) {
  const Node &a = r.nodes[first], &b = r.nodes[second];
  const Control control = a.op->control;
  if ((control != Control::loop && control != Control::branch) || b.op != a.op ||
      a.operands[0] != b.operands[0] || a.attrs != b.attrs)
    return false;
  const bool is_loop = control == Control::loop;
  const Node alone = is_loop ? without_stacks(f, a, b) : b;
  const auto held = held_back(r, first, second, alone);
  if (!held) return false;
  put_together(r, first, second, *held, both(a, alone, is_loop ? 1 : 0));
  return true;
}

}  // namespace tlaloc::transform
