#include "transform/vmap.h"

#include <algorithm>

#include "base/check.h"
#include "ops/arithmetic.h"
#include "ops/live.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/batching.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {

Batching::Batching(const Function& from, const std::vector<bool>& params, const ir::Size& batch,
                   Variants& variants)
    : from_(from),
      lanes_(from, params),
      params_(params),
      batch_(batch),
      variants_(variants),
      b_(to_, ops::require_op()),
      masks_(b_, batch) {}

Result<Function> Batching::run(std::string name, bool masked) {
  to_.name = std::move(name);
  to_.where = from_.where;
  const Masks::Scope scope(masks_, masked ? to_.add_param(mask_type(), "live") : Value{});
  for (std::size_t i = 0; i < params_.size(); ++i) {
    const Value p = from_.body.params[i];
    y_[p] = to_.add_param(type(p), from_.values[p.id].name);
  }
  for (ir::Requirement r : from_.requirements) {
    r.left_axis += params_[r.left_param];
    r.left_param += masked;
    if (r.right_param >= 0) {
      r.right_axis += params_[r.right_param];
      r.right_param += masked;
    }
    to_.requirements.push_back(std::move(r));
  }
  to_.common_sizes = from_.common_sizes;
  if (auto ok = nodes(from_.body); !ok) return base::fail(ok.error());
  for (Value v : from_.body.results)
    if (has_longest(v))
      return base::fail(base::Error{
          "vmap", "a result has a size that differs by lane", "vmap.size", from_.where, {}});
  to_.body.results =
      all_lanes(from_.body.results, std::vector<bool>(from_.body.results.size(), true));
  return std::move(to_);
}

bool Batching::any(const Values& vs) const {
  return std::any_of(vs.begin(), vs.end(), [&](Value v) { return lanes_(v); });
}

std::vector<bool> Batching::flags(const Values& vs) const {
  std::vector<bool> out;
  for (Value v : vs) out.push_back(lanes_(v));
  return out;
}

Type Batching::type(Value v, bool batched) const {
  Type t = from_.type(v);
  if (!batched) return t;
  t.sizes.insert(t.sizes.begin(), batch_);
  if (!t.names.empty()) t.names.insert(t.names.begin(), "");
  return t;
}

std::vector<Type> Batching::types(const Values& vs) const {
  std::vector<Type> out;
  for (Value v : vs) out.push_back(type(v));
  return out;
}

Values Batching::mapped(const Values& vs) const {
  Values out;
  for (Value v : vs) out.push_back(y_.at(v));
  return out;
}

// The values here, repeated where a lane axis is wanted and there is none.
Values Batching::all_lanes(const Values& vs, const std::vector<bool>& wanted) {
  Values out = mapped(vs);
  for (std::size_t i = 0; i < vs.size(); ++i)
    if (wanted[i] && !lanes_(vs[i])) out[i] = ops::stretch(b_, out[i], batch_);
  return out;
}

void Batching::bind(const Values& vs, const Values& to) {
  TLALOC_CHECK(vs.size() == to.size(), "a batching rule gave a wrong number of results");
  for (std::size_t i = 0; i < vs.size(); ++i) {
    y_[vs[i]] = to[i];
    if (b_.function().values[to[i].id].name.empty()) b_.name(to[i], from_.values[vs[i].id].name);
  }
}

tl::unexpected<base::Error> Batching::refused(const Node& n, std::string what,
                                              std::string id) const {
  return base::fail(
      base::Error{std::string(n.op->name), std::move(what), std::move(id), n.where, {}});
}

Result<void> Batching::nodes(const Region& r) {
  for (const Node& n : r.nodes) {
    b_.at(n.where);
    if (auto ok = node(n); !ok) return ok;
  }
  return {};
}

Result<void> Batching::node(const Node& n) {
  switch (n.op->control) {
    case Control::none:
      return plain(n);
    case Control::branch:
      return branch(n);
    case Control::loop:
      return loop(n, 1);
    case Control::while_loop:
      return loop(n, 0);
    case Control::call:
      return call(n);
    case Control::map:
      base::bug("a fused map is not batched: fuse runs last", __FILE__, __LINE__);
    case Control::bind_size:
      if (any(n.operands)) return bind_longest(n);
      [[fallthrough]];
    case Control::size:
    case Control::require:
      if (mentions_longest(n)) return size_differs(n);
      if (any(n.operands)) return refused(n, "a check differs by lane", "vmap.check");
      b_.copy(from_, n, y_);
      return {};
  }
  return {};
}

// What the node counts, in the lanes that are live; elsewhere 0.
Value Batching::live_counts(const Node& n) {
  const Value counts = y_.at(n.operands[0]);
  if (!masks_.live()) return counts;
  return ops::choose(b_, masks_.live(), counts, ops::zeros(b_, Type(b_.type(counts))));
}

// A size that differs by lane: what has it is made as long as the longest lane needs. That is
// right for what is only written and read by index; where the size is for room alone, as that of
// stores for a reverse sweep is, for all that comes of it.
Result<void> Batching::bind_longest(const Node& n) {
  ir::Attrs attrs = n.attrs;
  attrs.set(std::string(ops::kRoomOnly), true);
  b_.add_all(*n.op, {ops::largest(b_, live_counts(n))}, attrs);
  if (!n.attrs.has(ops::kRoomOnly)) longest_.insert(n.attrs.string("symbol"));
  return {};
}

bool Batching::has_longest(const ir::Size& s) const {
  const auto symbols = s.symbols();
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](const std::string& name) { return longest_.contains(name); });
}

bool Batching::has_longest(Value v) const {
  const ir::Sizes& sizes = from_.type(v).sizes;
  return std::any_of(sizes.begin(), sizes.end(), [&](const ir::Size& s) { return has_longest(s); });
}

bool Batching::mentions_longest(const Node& n) const {
  for (const auto& [name, value] : n.attrs.entries())
    if (const auto* s = std::get_if<ir::Size>(&value); s != nullptr && has_longest(*s)) return true;
  return std::any_of(n.operands.begin(), n.operands.end(), [&](Value v) { return has_longest(v); });
}

tl::unexpected<base::Error> Batching::size_differs(const Node& n) const {
  return refused(n, "a size differs by lane", "vmap.size");
}

Result<void> Batching::plain(const Node& n) {
  if (n.op->access == ir::Access::none && mentions_longest(n)) return size_differs(n);
  if (!any(n.operands)) {
    b_.copy(from_, n, y_);
    return {};
  }
  if (n.op->batch == nullptr) return refused(n, "has no batched form", "vmap.op");
  Values x = mapped(n.operands);
  std::vector<bool> batched = flags(n.operands);
  masks_.protect(n, x, batched);
  auto y = n.op->batch(b_, n, x, batched, batch_);
  if (!y) {
    base::Error e = std::move(y.error());
    if (!e.where.known()) e.where = n.where;
    return base::fail(std::move(e));
  }
  masks_.made(*y);
  bind(n.results, *y);
  return {};
}

std::size_t Batching::moving(const Values& vs) const {
  return static_cast<std::size_t>(std::count_if(
      vs.begin(), vs.end(), [&](Value v) { return is_floating(from_.type(v).dtype); }));
}

void Batching::batch_rule(ir::Attrs& attrs, std::string_view rule, std::size_t params) {
  if (attrs.has(rule))
    attrs.set(std::string(rule),
              variants_.name(attrs.string(rule), std::vector<bool>(params, true), {}));
}

// The user's rules are batched beside the function, over lanes of all there is: each lane's
// derivative is its own.
Result<void> Batching::ruled_call(const Node& n) {
  const std::vector<bool> all(n.operands.size(), true);
  ir::Attrs attrs = n.attrs;
  attrs.set("callee", variants_.name(n.attrs.string("callee"), all, {}));
  const auto arguments = n.operands.begin() + n.attrs.integer(kArguments);
  batch_rule(attrs, kVjpRule, all.size() + moving(n.results));
  batch_rule(attrs, kJvpRule, all.size() + moving(Values(n.operands.begin(), arguments)));
  std::vector<Type> types;
  for (Value v : n.results) types.push_back(type(v, true));
  bind(n.results, b_.add_structural(*n.op, all_lanes(n.operands, all), attrs, {}, types));
  return {};
}

// A callee that not all lanes enter is told which do.
Result<void> Batching::call(const Node& n) {
  if (!any(n.operands)) {
    b_.copy(from_, n, y_);
    return {};
  }
  if (has_rule(n)) return ruled_call(n);
  Values operands = mapped(n.operands);
  std::vector<bool> masked;
  if (masks_.live()) {
    operands.insert(operands.begin(), masks_.live());
    masked.push_back(true);
  }
  ir::Attrs attrs;  // what was handed over need not be of the type that it becomes
  attrs.set("callee", variants_.name(n.attrs.string("callee"), flags(n.operands), masked));
  if (n.attrs.has(kRecompute)) attrs.set(std::string(kRecompute), true);
  bind(n.results, b_.add_structural(*n.op, operands, attrs, {}, types(n.results)));
  return {};
}

Result<ir::Graph> vmap(const ir::Graph& g, const std::vector<bool>& batched,
                       const ir::Size& batch) {
  Variants variants(g, "vmap");
  auto main = Batching(g.main(), batched, batch, variants).run(variants.main_name(), false);
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    auto made = Batching(*g.find(request.callee), request.params, batch, variants)
                    .run(request.name, !request.results.empty());
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
