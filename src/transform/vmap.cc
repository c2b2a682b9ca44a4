#include "transform/vmap.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/rules.h"
#include "transform/variants.h"

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

// Which values of a function differ by lane.
class Lanes {
 public:
  Lanes(const Function& f, const std::vector<bool>& params) : batched_(f.values.size(), false) {
    for (std::size_t i = 0; i < params.size(); ++i) mark(f.body.params[i], params[i]);
    region(f.body);
  }
  bool operator()(Value v) const { return batched_[v.id]; }

 private:
  bool mark(Value v, bool by) {
    const bool is_new = by && !batched_[v.id];
    if (is_new) batched_[v.id] = true;
    return is_new;
  }
  void region(const Region& r) {
    for (const Node& n : r.nodes) node(n);
  }
  void node(const Node& n) {
    switch (n.op->control) {
      case Control::branch:
        for (const Region& r : n.regions) {
          region(r);
          for (std::size_t i = 0; i < n.results.size(); ++i)
            mark(n.results[i], batched_[r.results[i].id]);
        }
        return;
      case Control::loop:
      case Control::while_loop:
        return loop(n, n.op->control == Control::loop ? 1 : 0);
      default: {
        const bool any =
            std::any_of(n.operands.begin(), n.operands.end(), [&](Value v) { return (*this)(v); });
        for (Value y : n.results) mark(y, any);
      }
    }
  }
  void loop(const Node& n, std::size_t skip) {
    const Region& body = n.regions.back();
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = 0; i < n.results.size(); ++i)
        grown |=
            mark(body.params[i + skip], (*this)(n.operands[i + skip]) || (*this)(body.results[i]));
      region(body);
      for (std::size_t i = 0; i < n.results.size(); ++i)
        grown |= mark(body.params[i + skip], (*this)(body.results[i]));
    }
    for (std::size_t i = 0; i < n.results.size(); ++i)
      mark(n.results[i], (*this)(body.params[i + skip]));
    if (n.regions.size() < 2) return;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      mark(n.regions[0].params[i], (*this)(body.params[i]));
    region(n.regions[0]);
  }
  std::vector<bool> batched_;
};

class Batched {
 public:
  Batched(const Function& from, const std::vector<bool>& params, const ir::Size& batch,
          Variants& variants)
      : from_(from),
        lanes_(from, params),
        params_(params),
        batch_(batch),
        variants_(variants),
        b_(to_, ops::require_op()) {}

  Result<Function> run(std::string name) {
    to_.name = std::move(name);
    to_.where = from_.where;
    for (std::size_t i = 0; i < params_.size(); ++i) {
      const Value p = from_.body.params[i];
      y_[p] = to_.add_param(type(p), from_.values[p.id].name);
    }
    for (ir::Requirement r : from_.requirements) {
      r.left_axis += params_[r.left_param];
      if (r.right_param >= 0) r.right_axis += params_[r.right_param];
      to_.requirements.push_back(std::move(r));
    }
    to_.common_sizes = from_.common_sizes;
    if (auto ok = nodes(from_.body); !ok) return base::fail(ok.error());
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
        if (any(n.operands)) return refused(n, "a size differs by lane", "vmap.size");
        [[fallthrough]];
      case Control::size:
      case Control::require:
        b_.copy(from_, n, y_);
        return {};
    }
    return {};
  }

  Result<void> plain(const Node& n) {
    if (!any(n.operands)) {
      b_.copy(from_, n, y_);
      return {};
    }
    if (n.op->batch == nullptr) return refused(n, "has no batched form", "vmap.op");
    auto y = n.op->batch(b_, n, mapped(n.operands), flags(n.operands), batch_);
    if (!y) {
      base::Error e = std::move(y.error());
      if (!e.where.known()) e.where = n.where;
      return base::fail(std::move(e));
    }
    bind(n.results, *y);
    return {};
  }

  Result<void> branch(const Node& n) {
    if (lanes_(n.operands[0])) return refused(n, "the condition differs by lane", "vmap.condition");
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      b_.open_region({});
      if (auto ok = nodes(r); !ok) return ok;
      regions.push_back(b_.close_region(all_lanes(r.results, flags(n.results))));
    }
    b_.at(n.where);
    bind(n.results, b_.add_structural(*n.op, mapped(n.operands), n.attrs, std::move(regions),
                                      types(n.results)));
    return {};
  }

  Result<void> loop(const Node& n, std::size_t skip) {
    if (skip == 1 && lanes_(n.operands[0]))
      return refused(n, "the number of turns differs by lane", "vmap.condition");
    if (skip == 0 && lanes_(n.regions[0].results[0]))
      return refused(n, "the condition differs by lane", "vmap.condition");
    const Values params = n.regions.back().params;
    const Values operands = all_lanes(n.operands, [&] {
      std::vector<bool> wanted = flags(params);
      if (skip == 1) wanted[0] = false;
      return wanted;
    }());
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
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

  Result<void> call(const Node& n) {
    if (!any(n.operands)) {
      b_.copy(from_, n, y_);
      return {};
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
    attrs.set("callee", variants_.name(n.attrs.string("callee"), flags(n.operands), {}));
    bind(n.results, b_.add_structural(*n.op, mapped(n.operands), attrs, {}, types(n.results)));
    return {};
  }

  const Function& from_;
  Lanes lanes_;
  std::vector<bool> params_;
  const ir::Size batch_;
  Variants& variants_;
  Function to_;
  Builder b_;
  std::map<Value, Value> y_;
};

}  // namespace

Result<ir::Graph> vmap(const ir::Graph& g, const std::vector<bool>& batched,
                       const ir::Size& batch) {
  Variants variants(g, "vmap");
  auto main = Batched(g.main(), batched, batch, variants).run(variants.main_name());
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    auto made = Batched(*g.find(request.callee), request.params, batch, variants).run(request.name);
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
