#include "transform/call_once.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "ir/verify.h"
#include "transform/cse.h"
#include "transform/dce.h"
#include "transform/rules.h"
#include "transform/side_by_side.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using Names = std::set<std::string>;

bool is_call(const Node& n) { return n.op->control == Control::call; }
bool gives_value(const Node& n) { return is_call(n) && n.attrs.has(kValueOf); }

/// Functions whose values a node asks for, and those whose values its derivatives give.
Names asked(const Node& n) {
  Names out;
  const auto look = [&](const Node& inner) {
    if (is_call(inner) && !has_rule(inner)) out.insert(inner.attrs.string("callee"));
  };
  for (const Region& r : n.regions) ir::for_each_node(r, look);
  return out;
}
Names given(const Region& r) {
  Names out;
  ir::for_each_node(r, [&](const Node& inner) {
    if (gives_value(inner)) out.insert(inner.attrs.string(kValueOf));
  });
  return out;
}
Names given(const Node& n) {
  Names out;
  for (const Region& r : n.regions) out.merge(given(r));
  return out;
}
bool meet(const Names& a, const Names& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& name) { return b.count(name) > 0; });
}

/// Whether `derivative` gives what `call` does.
bool gives(const Node& derivative, const Node& call) {
  return gives_value(derivative) && is_call(call) && !has_rule(call) &&
         derivative.attrs.string(kValueOf) == call.attrs.string("callee") &&
         std::equal(call.operands.begin(), call.operands.end(), derivative.operands.begin());
}

/// Takes the value of one call from a derivative of the region, if one can give it.
bool take_value(ir::Function& f, Region& r) {
  for (std::size_t d = 0; d < r.nodes.size(); ++d)
    for (std::size_t c = 0; c < r.nodes.size(); ++c) {
      if (!gives(r.nodes[d], r.nodes[c])) continue;
      const Node call = r.nodes[c], derivative = r.nodes[d];
      if (c < d) {
        const auto held = held_back(r, c, d, derivative);
        if (!held) continue;
        put_together(r, c, d, *held, derivative);
      } else {
        r.nodes.erase(r.nodes.begin() + static_cast<std::ptrdiff_t>(c));
      }
      std::map<Value, Value> by;
      for (std::size_t i = 0; i < call.results.size(); ++i)
        by[call.results[i]] = derivative.results[i];
      replace_values(f.body, by);
      return true;
    }
  return false;
}

/// Puts the first side of a branch in its place.
void take_side(ir::Function& f, Region& r, std::size_t at) {
  const Node branch = std::move(r.nodes[at]);
  const Region& side = branch.regions[0];
  const auto place = r.nodes.erase(r.nodes.begin() + static_cast<std::ptrdiff_t>(at));
  r.nodes.insert(place, side.nodes.begin(), side.nodes.end());
  std::map<Value, Value> by;
  for (std::size_t i = 0; i < branch.results.size(); ++i) by[branch.results[i]] = side.results[i];
  replace_values(f.body, by);
}

/// Whether the later of two nodes is worth a walk together with the first: for values that it
/// gives, or for what the first keeps for it.
bool belong_together(const Node& first, const Node& second) {
  const Names here = given(second);
  return !here.empty() && (meet(asked(first), here) || keeps_for(first, second));
}
/// Makes one node of two of the region that ask for values and give them.
bool join_in(const ir::Function& f, Region& r) {
  for (std::size_t second = 0; second < r.nodes.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first)
      if (belong_together(r.nodes[first], r.nodes[second]) && join(f, r, first, second))
        return true;
  }
  return false;
}

/// The region at a place: the indices of a node and of its region, level by level.
using Place = std::vector<std::pair<std::size_t, std::size_t>>;
Region& at(ir::Function& f, const Place& place) {
  Region* r = &f.body;
  for (const auto& [node, region] : place) r = &r->nodes[node].regions[region];
  return *r;
}

using Change = std::function<bool(ir::Function&, const Place&)>;
/// Tries the change in the regions of the function, outer ones first, until it is made once.
bool somewhere(ir::Function& f, const Place& place, const Change& change) {
  if (change(f, place)) return true;
  for (std::size_t i = 0; i < at(f, place).nodes.size(); ++i)
    for (std::size_t k = 0; k < at(f, place).nodes[i].regions.size(); ++k) {
      Place inner = place;
      inner.emplace_back(i, k);
      if (somewhere(f, inner, change)) return true;
    }
  return false;
}

bool values_taken(ir::Function& f, const Place& place) { return take_value(f, at(f, place)); }
bool walks_joined(ir::Function& f, const Place& place) { return join_in(f, at(f, place)); }
/// The same behind a branch that only spares work.
bool joined_unspared(ir::Function& f, const Place& place) {
  for (std::size_t i = 0; i < at(f, place).nodes.size(); ++i) {
    const Node& n = at(f, place).nodes[i];
    if (!n.attrs.has(kSpares) || given(n).empty()) continue;
    ir::Function trial = f;
    take_side(trial, at(trial, place), i);
    if (!join_in(trial, at(trial, place))) continue;
    f = std::move(trial);
    return true;
  }
  return false;
}

/// Whether a call became one with a derivative.
bool brought_together(ir::Graph& g) {
  bool taken = false;
  for (bool more = true; more;) {
    more = false;
    for (ir::Function& f : g.functions) {
      while (somewhere(f, {}, values_taken)) taken = true;
      more |= somewhere(f, {}, walks_joined) || somewhere(f, {}, joined_unspared);
    }
    if (more) g = dce(cse(std::move(g)));
    ir::check_valid(g, "call_once");
  }
  return taken;
}

bool any_given(const ir::Graph& g) {
  return std::any_of(g.functions.begin(), g.functions.end(),
                     [](const ir::Function& f) { return !given(f.body).empty(); });
}

void unmark(ir::Graph& g) {
  for (ir::Function& f : g.functions)
    ir::for_each_node(f.body, [](Node& n) {
      ir::Attrs attrs;
      for (const auto& [name, value] : n.attrs.entries())
        if (name != kValueOf && name != kSpares) attrs.set(name, value);
      n.attrs = std::move(attrs);
    });
}

}  // namespace

void call_late(Region& r, const Names& functions) {
  for (std::size_t k = r.nodes.size(); k-- > 0;) {
    for (Region& inner : r.nodes[k].regions) call_late(inner, functions);
    if (!is_call(r.nodes[k]) || !functions.count(r.nodes[k].attrs.string("callee"))) continue;
    const std::set<Value> given(r.nodes[k].results.begin(), r.nodes[k].results.end());
    const auto call = r.nodes.begin() + static_cast<std::ptrdiff_t>(k);
    std::rotate(call, call + 1, std::find_if(call + 1, r.nodes.end(), [&](const Node& n) {
                  return reads_any(n, given);
                }));
  }
}

ir::Graph call_once(ir::Graph g) {
  if (any_given(g))
    if (ir::Graph together = g; brought_together(together)) g = std::move(together);
  unmark(g);
  return g.functions.size() > 1 ? drop_unread(std::move(g)) : g;
}

}  // namespace tlaloc::transform
