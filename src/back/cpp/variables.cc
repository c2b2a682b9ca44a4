#include "back/cpp/variables.h"

#include <algorithm>
#include <map>

#include "back/words.h"
#include "ops/room.h"
#include "transform/rules.h"

namespace tlaloc::back {

using ir::Tree;

namespace {

void add_forms(const Tree& t, bool param, bool by_value, Outside& out) {
  for (const Tree* leaf : leaves(t)) {
    Form form = Form::scalar;
    bool owned = false;
    if (leaf->column) {
      form = Form::vector;
      owned = true;
    } else if (leaf->kind == Tree::Kind::tensor) {
      form = Form::tensor;
      owned = by_value;
    } else if (leaf->kind == Tree::Kind::span) {
      form = Form::span;
    } else if (leaf->kind == Tree::Kind::vector) {
      form = param && !by_value ? Form::span : Form::vector;
      owned = by_value;
    }
    std::vector<Form>& forms = param ? out.params : out.results;
    const std::size_t place = param ? forms.size() : static_cast<std::size_t>(leaf->leaf);
    if (forms.size() <= place) forms.resize(place + 1, Form::tensor);
    forms[place] = form;
    if (param) out.owned.push_back(owned);
  }
}

}  // namespace

Outside outside_of(const ir::Boundary& b) {
  Outside out;
  for (const ir::Parameter& p : b.params) add_forms(p.tree, true, p.by_value, out);
  add_forms(b.result, false, false, out);
  return out;
}

Outside outside_of(const ir::Boundary& b, std::size_t results) {
  Outside out = outside_of(b);
  out.results.resize(results, Form::tensor);
  return out;
}

Outside outside_of(const ir::Function& f) {
  Outside out;
  auto form = [&](Value v) { return f.type(v).is_scalar() ? Form::scalar : Form::tensor; };
  for (Value p : f.body.params) out.params.push_back(form(p));
  for (Value y : f.body.results) out.results.push_back(form(y));
  out.owned.assign(out.params.size(), false);
  return out;
}

bool is_inline(const ir::Function& f, const Node& n) {
  if (n.op->control == Control::size) return true;
  return n.op->control == Control::none && n.operands.empty() && n.results.size() == 1 &&
         f.type(n.results[0]).is_scalar();
}

Variables::Variables(const ir::Function& f, const Liveness& live, const Outside& outside)
    : f_(f), live_(live), variable_(f.values.size(), -1) {
  find_fills(f.body, {});
  drop_read_fills(f.body);
  for (Value y : f.body.results) fills_.erase(y);
  add_values(f.body);
  for (std::size_t i = 0; i < f.body.params.size(); ++i) {
    Variable& v = all_[of(f.body.params[i])];
    v.param = static_cast<int>(i);
    v.owned = outside.owned[i];
  }
  find_sizes(f.body);
  join_all(f.body);
  choose_forms(outside);
}

// A size may be written as an expression in the integers that it was computed from.
void Variables::find_sizes(const Region& r) {
  std::map<Value, const Node*> def;
  std::vector<Value> open;
  const auto visit = [&](const Node& n) {
    for (Value y : n.results) def[y] = &n;
    if (n.op->control == Control::bind_size) open.push_back(n.operands[0]);
  };
  ir::for_each_node(r, visit);
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    if (!f_.type(v).is_scalar() || is_floating(f_.type(v).dtype) || !sizes_.insert(v).second)
      continue;
    const auto at = def.find(v);
    if (at == def.end() || at->second->op->control != Control::none) continue;
    open.insert(open.end(), at->second->operands.begin(), at->second->operands.end());
  }
}

/// Whether the variable of `v` holds what a size is written with.
bool Variables::is_size(Value v) const {
  if (!has(v)) return false;
  const std::vector<Value>& all = all_[of(v)].values;
  return std::any_of(all.begin(), all.end(), [&](Value u) { return sizes_.contains(u); });
}

Form Variables::form(Value v) const {
  if (has(v)) return all_[of(v)].form;
  return Form::scalar;
}

void Variables::add(Value v) {
  variable_[v.id] = static_cast<int>(all_.size());
  all_.push_back({Form::scalar, v, f_.values[v.id].name, -1, true, false, {v}});
}

void Variables::add_values(const Region& r) {
  for (Value p : r.params) add(p);
  for (const Node& n : r.nodes) {
    if (n.op->control != Control::map)
      for (const Region& inner : n.regions) add_values(inner);
    // The counter belongs to the loop: no value that it may become later shares its variable.
    if (n.op->control == Control::loop) all_[of(n.regions[0].params[0])].owned = false;
    if (is_inline(f_, n)) continue;
    for (Value y : n.results)
      if (!is_fill(y)) add(y);
  }
}

// Writes in place matter most, then what a loop carries from turn to turn, then into and out of it.
void Variables::join_all(const Region& r) {
  for (const Node& n : r.nodes) {
    if (n.op->access == Access::store || n.op->access == Access::accumulate)
      join(n.operands[0], n.results[0]);
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) join_all(inner);
    if (n.attrs.has(transform::kHandedOver)) join_handed_over(n);
    join_node(n);
  }
}

// What a call writes is what it was handed.
void Variables::join_handed_over(const Node& call) {
  const ir::Ints& handed = call.attrs.ints(transform::kHandedOver);
  const ir::Ints& back = call.attrs.ints(transform::kGivenBack);
  for (std::size_t k = 0; k < handed.size(); ++k)
    join(call.operands[static_cast<std::size_t>(handed[k])],
         call.results[static_cast<std::size_t>(back[k])]);
}

void Variables::join_node(const Node& n) {
  const std::size_t count = n.results.size();
  if (n.op->control == Control::loop || n.op->control == Control::while_loop) {
    const bool counted = n.op->control == Control::loop;
    const Region& body = n.regions.back();
    for (std::size_t i = 0; i < count; ++i) {
      const Value carried = body.params[i + (counted ? 1 : 0)];
      const Value start = n.operands[i + (counted ? 1 : 0)];
      // Turns write the variable: that of a size stays as it is.
      if (!is_size(carried)) join(carried, body.results[i]);
      if (!counted) join(carried, n.regions[0].params[i]);
      join(carried, n.results[i]);
      if (!is_size(start) && !is_size(carried)) join(carried, start);
    }
  } else if (n.op->control == Control::branch) {
    for (std::size_t i = 0; i < count; ++i)
      for (const Region& side : n.regions) {
        const Value y = side.results[i];
        const bool is_older = live_.birth(y) < live_.enter(n);  // the other side would write it
        if (!is_older || !is_size(y)) join(n.results[i], y);
      }
  }
}

void Variables::join(Value a, Value b) {
  if (!has(a) || !has(b) || of(a) == of(b)) return;
  const int to = std::min(of(a), of(b)), from = std::max(of(a), of(b));
  Variable &x = all_[to], &y = all_[from];
  if (!x.owned || !y.owned || (x.param >= 0 && y.param >= 0)) return;
  if (f_.type(a).dtype != f_.type(b).dtype || f_.type(a).rank() != f_.type(b).rank()) return;
  for (Value u : x.values)
    for (Value v : y.values)
      if (live_.conflict(u, v)) return;
  if (x.wanted.empty()) x.wanted = y.wanted;
  if (x.param < 0) x.param = y.param;
  for (Value v : y.values) variable_[v.id] = to;
  x.values.insert(x.values.end(), y.values.begin(), y.values.end());
  y.values.clear();
}

// ---- forms
// ---------------------------------------------------------------------------------------

void Variables::choose_forms(const Outside& outside) {
  for (Variable& v : all_) v.form = f_.type(v.first).is_scalar() ? Form::scalar : Form::vector;
  for (std::size_t i = 0; i < f_.body.params.size(); ++i)
    all_[of(f_.body.params[i])].form = outside.params[i];
  for (std::size_t i = 0; i < f_.body.results.size(); ++i)
    if (outside.results[i] == Form::tensor) force(f_.body.results[i]);
  do {
    changed_ = false;
    force_tensors(f_.body);
  } while (changed_);
  std::vector<bool> escapes(all_.size(), false);
  find_escapes(f_.body, escapes);
  choose_views(f_.body, escapes);
  find_rooms();
}

/// A vector becomes a tensor because something is done to it that only tensors can.
bool Variables::force(Value v) {
  if (form(v) != Form::vector || all_[of(v)].param >= 0) return false;
  all_[of(v)].form = Form::tensor;
  return changed_ = true;
}

bool Variables::agree(Value a, Value b) {
  if (form(a) == Form::tensor) return force(b);
  return form(b) == Form::tensor && force(a);
}

void Variables::force_tensors(const Region& r) {
  for (const Node& n : r.nodes) {
    if (n.op->control != Control::map)
      for (const Region& inner : n.regions) force_tensors(inner);
    force_node(n);
  }
}

bool Variables::force_node(const Node& n) {
  switch (n.op->control) {
    case Control::loop:
    case Control::while_loop: {
      const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
      for (std::size_t i = 0; i < n.results.size(); ++i) {
        const Value carried = n.regions.back().params[i + skip];
        agree(carried, n.operands[i + skip]);
        agree(carried, n.regions.back().results[i]);
        agree(carried, n.results[i]);
        if (!skip) agree(carried, n.regions[0].params[i]);
      }
      return true;
    }
    case Control::branch:
      for (std::size_t i = 0; i < n.results.size(); ++i)
        for (const Region& side : n.regions) agree(n.results[i], side.results[i]);
      return true;
    default:
      break;
  }
  if (n.op->access == Access::load) {
    if (!f_.type(n.results[0]).is_scalar()) agree(n.operands[0], n.results[0]);
    return true;
  }
  if (n.op->access == Access::store || n.op->access == Access::accumulate) {
    agree(n.operands[0], n.results[0]);
    agree(n.results[0], n.operands.back());
    return true;
  }
  if (n.op->element == ir::Element::stretch && f_.type(n.operands[0]).is_scalar()) return true;
  if (ops::is_room(n)) return true;
  for (Value x : n.operands) force(x);
  for (Value y : n.results) force(y);
  return true;
}

}  // namespace tlaloc::back
