#include "transform/vmap.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/live.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/rules.h"
#include "transform/variants.h"
#include "transform/vmap_masks.h"
#include "transform/vmap_values.h"

namespace tlaloc::transform {
namespace {

using base::Result;
using ir::Builder;
using ir::Control;
using ir::Function;
using ir::Node;
using ir::Region;
using ir::Type;
using ir::Value;
using ir::Values;

class Batched {
 public:
  Batched(const Function& from, const std::vector<bool>& params, const ir::Size& batch,
          Variants& variants)
      : from_(from),
        lanes_(from, params),
        params_(params),
        batch_(batch),
        variants_(variants),
        b_(to_, ops::require_op()),
        masks_(b_, batch) {}

  // `masked`: the first parameter says which lanes count.
  Result<Function> run(std::string name, bool masked) {
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

 private:
  bool any(const Values& vs) const {
    return std::any_of(vs.begin(), vs.end(), [&](Value v) { return lanes_(v); });
  }
  std::vector<bool> flags(const Values& vs) const {
    std::vector<bool> out;
    for (Value v : vs) out.push_back(lanes_(v));
    return out;
  }
  Type mask_type() const { return {DType::b1, {batch_}, {}}; }
  Type type(Value v) const { return type(v, lanes_(v)); }
  Type type(Value v, bool batched) const {
    Type t = from_.type(v);
    if (!batched) return t;
    t.sizes.insert(t.sizes.begin(), batch_);
    if (!t.names.empty()) t.names.insert(t.names.begin(), "");
    return t;
  }
  std::vector<Type> types(const Values& vs) const {
    std::vector<Type> out;
    for (Value v : vs) out.push_back(type(v));
    return out;
  }
  Values mapped(const Values& vs) const {
    Values out;
    for (Value v : vs) out.push_back(y_.at(v));
    return out;
  }
  // The values here, repeated where a lane axis is wanted and there is none.
  Values all_lanes(const Values& vs, const std::vector<bool>& wanted) {
    Values out = mapped(vs);
    for (std::size_t i = 0; i < vs.size(); ++i)
      if (wanted[i] && !lanes_(vs[i])) out[i] = ops::stretch(b_, out[i], batch_);
    return out;
  }
  void bind(const Values& vs, const Values& to) {
    TLALOC_CHECK(vs.size() == to.size(), "a batching rule gave a wrong number of results");
    for (std::size_t i = 0; i < vs.size(); ++i) {
      y_[vs[i]] = to[i];
      if (b_.function().values[to[i].id].name.empty()) b_.name(to[i], from_.values[vs[i].id].name);
    }
  }
  tl::unexpected<base::Error> refused(const Node& n, std::string what, std::string id) const {
    return base::fail(
        base::Error{std::string(n.op->name), std::move(what), std::move(id), n.where, {}});
  }

  Result<void> nodes(const Region& r) {
    for (const Node& n : r.nodes) {
      b_.at(n.where);
      if (auto ok = node(n); !ok) return ok;
    }
    return {};
  }

  Result<void> node(const Node& n) {
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

  // A size that differs by lane: what has it is made as long as the longest lane needs. That is
  // right for what is only written and read by index; where the size is for room alone, as that of
  // stores for a reverse sweep is, for all that comes of it.
  Result<void> bind_longest(const Node& n) {
    Value counts = y_.at(n.operands[0]);
    if (masks_.live())
      counts = ops::choose(b_, masks_.live(), counts, ops::zeros(b_, Type(b_.type(counts))));
    ir::Attrs attrs = n.attrs;
    attrs.set(std::string(ops::kRoomOnly), true);
    b_.add_all(*n.op, {ops::largest(b_, counts)}, attrs);
    if (!n.attrs.has(ops::kRoomOnly)) longest_.insert(n.attrs.string("symbol"));
    return {};
  }
  bool has_longest(const ir::Size& s) const {
    const auto symbols = s.symbols();
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](const std::string& name) { return longest_.contains(name); });
  }
  bool has_longest(Value v) const {
    const ir::Sizes& sizes = from_.type(v).sizes;
    return std::any_of(sizes.begin(), sizes.end(),
                       [&](const ir::Size& s) { return has_longest(s); });
  }
  bool mentions_longest(const Node& n) const {
    for (const auto& [name, value] : n.attrs.entries())
      if (const auto* s = std::get_if<ir::Size>(&value); s != nullptr && has_longest(*s))
        return true;
    return std::any_of(n.operands.begin(), n.operands.end(),
                       [&](Value v) { return has_longest(v); });
  }
  tl::unexpected<base::Error> size_differs(const Node& n) const {
    return refused(n, "a size differs by lane", "vmap.size");
  }

  Result<void> plain(const Node& n) {
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

  Result<void> branch(const Node& n) {
    if (lanes_(n.operands[0])) return branch_by_lane(n);
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      const Masks::Scope scope = masks_.region();
      b_.open_region({});
      if (auto ok = nodes(r); !ok) return ok;
      regions.push_back(b_.close_region(all_lanes(r.results, flags(n.results))));
    }
    b_.at(n.where);
    bind(n.results, b_.add_structural(*n.op, mapped(n.operands), n.attrs, std::move(regions),
                                      types(n.results)));
    return {};
  }

  // Both sides, each for its own lanes; then each lane takes its own.
  Result<void> branch_by_lane(const Node& n) {
    const Value condition = y_.at(n.operands[0]);
    const Value live = masks_.live();
    const Value yes = live ? ops::both(b_, live, condition) : condition;
    auto taken = side(n, n.regions[0], yes);
    if (!taken) return base::fail(taken.error());
    const Value no = live ? ops::without(b_, live, condition) : ops::others(b_, condition);
    auto other = side(n, n.regions[1], no);
    if (!other) return base::fail(other.error());
    Values y;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      y.push_back(ops::choose(b_, condition, (*taken)[i], (*other)[i]));
    bind(n.results, y);
    return {};
  }

  // A side of a branch, or zeros if no lane goes there; what costs nothing is simply computed.
  Result<Values> side(const Node& n, const Region& r, Value live) {
    const std::vector<bool> every(r.results.size(), true);
    const Masks::Scope scope(masks_, live);
    if (std::all_of(r.nodes.begin(), r.nodes.end(),
                    [&](const Node& inner) { return ops::is_light(from_, inner); })) {
      if (auto ok = nodes(r); !ok) return base::fail(ok.error());
      b_.at(n.where);
      return all_lanes(r.results, every);
    }
    const Value any = ops::any_live(b_, live);
    std::vector<Region> regions;
    b_.open_region({});
    if (auto ok = nodes(r); !ok) return base::fail(ok.error());
    b_.at(n.where);
    regions.push_back(b_.close_region(all_lanes(r.results, every)));
    b_.open_region({});
    Values zeros;
    std::vector<Type> result_types;
    for (Value v : r.results) {
      result_types.push_back(type(v, true));
      zeros.push_back(ops::zeros(b_, result_types.back()));
    }
    regions.push_back(b_.close_region(std::move(zeros)));
    return b_.add_structural(ops::structural(Control::branch), {any}, {}, std::move(regions),
                             result_types);
  }

  // What a loop starts with: all lanes of what will differ by lane.
  Values carried(const Node& n, std::size_t skip) {
    const Values operands(n.operands.begin() + skip, n.operands.end());
    const Values& params = n.regions.back().params;
    return all_lanes(operands, flags(Values(params.begin() + skip, params.end())));
  }

  Result<void> loop(const Node& n, std::size_t skip) {
    if (skip == 1 && lanes_(n.operands[0])) return count_by_lane(n);
    if (skip == 0 && lanes_(n.regions[0].results[0])) return while_by_lane(n);
    Values operands = carried(n, skip);
    if (skip == 1) operands.insert(operands.begin(), y_.at(n.operands[0]));
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      const Masks::Scope scope = masks_.region();
      bind(r.params, b_.open_region(types(r.params)));
      if (auto ok = nodes(r); !ok) return ok;
      const bool is_body = &r == &n.regions.back();
      const std::vector<bool> wanted = is_body ? flags(n.results) : std::vector<bool>(1, false);
      regions.push_back(b_.close_region(all_lanes(r.results, wanted)));
    }
    b_.at(n.where);
    bind(n.results,
         b_.add_structural(*n.op, operands, n.attrs, std::move(regions), types(n.results)));
    return {};
  }

  std::size_t moving(const Values& vs) const {
    return static_cast<std::size_t>(std::count_if(
        vs.begin(), vs.end(), [&](Value v) { return is_floating(from_.type(v).dtype); }));
  }
  void batch_rule(ir::Attrs& attrs, std::string_view rule, std::size_t params) {
    if (attrs.has(rule))
      attrs.set(std::string(rule),
                variants_.name(attrs.string(rule), std::vector<bool>(params, true), {}));
  }

  // One turn's results: in lanes that have ended, what was there before.
  Values unless_ended(const Region& body, std::size_t skip, Value live) {
    Values out =
        all_lanes(body.results, flags(Values(body.params.begin() + skip, body.params.end())));
    for (std::size_t i = 0; i < out.size(); ++i)
      if (const Value p = body.params[i + skip]; lanes_(p))
        out[i] = ops::choose(b_, live, out[i], y_.at(p));
    return out;
  }

  // As many turns as the lane with the most; in each, the lanes that have not had all of theirs.
  Result<void> count_by_lane(const Node& n) {
    Value counts = y_.at(n.operands[0]);
    if (masks_.live())
      counts = ops::choose(b_, masks_.live(), counts, ops::zeros(b_, Type(b_.type(counts))));
    Values operands = carried(n, 1);
    operands.insert(operands.begin(), ops::largest(b_, counts));
    const Region& body = n.regions[0];
    bind(body.params, b_.open_region(types(body.params)));
    const Value live = ops::still_turning(b_, y_.at(body.params[0]), counts);
    const Masks::Scope scope(masks_, live);
    if (auto ok = nodes(body); !ok) return ok;
    std::vector<Region> regions;
    regions.push_back(b_.close_region(unless_ended(body, 1, live)));
    b_.at(n.where);
    bind(n.results,
         b_.add_structural(*n.op, operands, n.attrs, std::move(regions), types(n.results)));
    return {};
  }

  // The lanes that go on, of those in `live`, after the carried values became `x`.
  Result<Value> going_on(const Region& condition, const Values& x, Value live) {
    const Masks::Scope scope(masks_, live);
    for (std::size_t i = 0; i < x.size(); ++i) y_[condition.params[i]] = x[i];
    if (auto ok = nodes(condition); !ok) return base::fail(ok.error());
    const Value goes = y_.at(condition.results[0]);
    return live ? ops::both(b_, live, goes) : goes;
  }

  // Turns until no lane goes on. Which lanes do is carried in front of the user's values.
  Result<void> while_by_lane(const Node& n) {
    const Region &condition = n.regions[0], &body = n.regions[1];
    Values operands = carried(n, 0);
    auto first = going_on(condition, operands, masks_.live());
    if (!first) return base::fail(first.error());
    operands.insert(operands.begin(), *first);
    std::vector<Type> all = types(body.params);
    all.insert(all.begin(), mask_type());
    std::vector<Region> regions;
    regions.push_back(b_.close_region({ops::any_live(b_, b_.open_region(all)[0])}));
    const Values params = b_.open_region(all);
    b_.name(params[0], "live");
    bind(body.params, Values(params.begin() + 1, params.end()));
    const Masks::Scope scope(masks_, params[0]);
    if (auto ok = nodes(body); !ok) return ok;
    b_.at(n.where);
    Values next = unless_ended(body, 0, params[0]);
    auto live = going_on(condition, next, params[0]);
    if (!live) return base::fail(live.error());
    next.insert(next.begin(), *live);
    regions.push_back(b_.close_region(std::move(next)));
    b_.at(n.where);
    const Values y = b_.add_structural(*n.op, operands, n.attrs, std::move(regions), all);
    bind(n.results, Values(y.begin() + 1, y.end()));
    return {};
  }

  // A callee that not all lanes enter is told which do.
  Result<void> call(const Node& n) {
    if (!any(n.operands)) {
      b_.copy(from_, n, y_);
      return {};
    }
    Values operands = mapped(n.operands);
    std::vector<bool> masked;
    if (masks_.live()) {
      operands.insert(operands.begin(), masks_.live());
      masked.push_back(true);
    }
    ir::Attrs attrs = n.attrs;
    if (has_rule(n)) {
      // The rules are batched beside the function, over lanes of all there is: each lane's
      // derivative is its own.
      const std::vector<bool> all(n.operands.size(), true);
      attrs.set("callee", variants_.name(n.attrs.string("callee"), all, {}));
      const auto arguments = n.operands.begin() + n.attrs.integer(kArguments);
      batch_rule(attrs, kVjpRule, all.size() + moving(n.results));
      batch_rule(attrs, kJvpRule, all.size() + moving(Values(n.operands.begin(), arguments)));
      std::vector<Type> batched;
      for (Value v : n.results) batched.push_back(type(v, true));
      bind(n.results, b_.add_structural(*n.op, all_lanes(n.operands, all), attrs, {}, batched));
      return {};
    }
    attrs = {};  // what was handed over need not be of the type that it becomes
    attrs.set("callee", variants_.name(n.attrs.string("callee"), flags(n.operands), masked));
    if (n.attrs.has(kRecompute)) attrs.set(std::string(kRecompute), true);
    bind(n.results, b_.add_structural(*n.op, operands, attrs, {}, types(n.results)));
    return {};
  }

  const Function& from_;
  LaneValues lanes_;
  std::vector<bool> params_;
  const ir::Size batch_;
  Variants& variants_;
  Function to_;
  Builder b_;
  Masks masks_;
  std::map<Value, Value> y_;
  std::set<std::string> longest_;  // sizes that differ by lane, and matter
};

}  // namespace

Result<ir::Graph> vmap(const ir::Graph& g, const std::vector<bool>& batched,
                       const ir::Size& batch) {
  Variants variants(g, "vmap");
  auto main = Batched(g.main(), batched, batch, variants).run(variants.main_name(), false);
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    auto made = Batched(*g.find(request.callee), request.params, batch, variants)
                    .run(request.name, !request.results.empty());
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
