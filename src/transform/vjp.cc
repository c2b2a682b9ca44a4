#include "transform/vjp.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/activity.h"
#include "transform/count_turns.h"
#include "transform/forward_order.h"
#include "transform/loop_reads.h"
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

std::vector<bool> floating(const Function& f, const Values& vs, std::vector<bool> flags) {
  for (std::size_t i = 0; i < vs.size(); ++i)
    flags[i] = flags[i] && is_floating(f.type(vs[i]).dtype);
  return flags;
}

// What the forward sweep of a loop left for the reverse sweep.
struct Kept {
  std::map<Value, Value> stacks;  // of a value of the body: its values, one a turn
  std::vector<Counter> counters;
  std::set<Value>
      reads;  // those of the stacks that hold what the body reads out of changing tensors
};

// One function and its reverse sweep.
class Cotangents {
 public:
  Cotangents(const Function& from, const std::vector<bool>& params,
             const std::vector<bool>& results, Variants& variants)
      : from_(count_turns(from, Activity(from, params, results))),
        activity_(from_, params, results),
        params_(floating(from_, from_.body.params, params)),
        results_(floating(from_, from_.body.results, results)),
        variants_(variants),
        b_(to_, ops::require_op()) {
    index(from_.body, {});
  }

  /// `with_primals`: the results come first.
  Result<Function> run(std::string name, bool with_primals) {
    to_.name = std::move(name);
    to_.where = from_.where;
    to_.requirements = from_.requirements;
    to_.common_sizes = from_.common_sizes;
    for (Value p : from_.body.params) y_[p] = to_.add_param(from_.type(p), from_.values[p.id].name);
    Values seeds;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i]) seeds.push_back(to_.add_param(from_.type(from_.body.results[i]), "dy"));
    forward(from_.body);
    for (std::size_t i = 0, next = 0; i < results_.size(); ++i)
      if (results_[i]) accumulate(from_.body.results[i], seeds[next++]);
    if (auto ok = reverse(from_.body); !ok) return base::fail(ok.error());
    if (with_primals) to_.body.results = primals(from_.body.results);
    for (std::size_t i = 0; i < params_.size(); ++i)
      if (params_[i]) to_.body.results.push_back(cotangent_or_zeros(from_.body.params[i]));
    return std::move(to_);
  }

 private:
  bool active(Value v) const { return activity_.active(v); }
  bool active_loop(const Node& n) const {
    return n.op->control == Control::loop &&
           std::any_of(n.regions[0].params.begin(), n.regions[0].params.end(),
                       [&](Value v) { return active(v); });
  }
  // What the regions of a node read from outside and may give a cotangent to.
  Values active_captures(const Node& n) const {
    std::set<Value> given;
    for (const Region& r : n.regions) collect_given(r, r.results, given);
    Values out;
    for (const Region& r : n.regions)
      for (Value v : ir::captures(r))
        if (given.count(v) && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
    return out;
  }
  // `passed`: what the region hands on.
  void collect_given(const Region& r, const Values& passed, std::set<Value>& given) const {
    const auto give = [&](Value v) {
      if (active(v)) given.insert(v);
    };
    for (Value v : passed) give(v);
    for (const Node& n : r.nodes) {
      const bool moves =
          std::any_of(n.results.begin(), n.results.end(), [&](Value v) { return active(v); });
      for (std::size_t i = 0; i < n.operands.size(); ++i)
        if (moves && depends_on(n, static_cast<int>(i))) give(n.operands[i]);
      for (const Region& inner : n.regions) collect_given(inner, inner.results, given);
    }
  }
  Values primals(const Values& vs) const {
    Values out;
    for (Value v : vs) out.push_back(y_.at(v));
    return out;
  }
  std::vector<Type> types(const Values& vs) const {
    std::vector<Type> out;
    for (Value v : vs) out.push_back(from_.type(v));
    return out;
  }
  std::string name(Value v) const { return from_.values[v.id].name; }
  std::string cotangent_name(Value v) const { return name(v).empty() ? "" : "d" + name(v); }

  Value cotangent(Value v) const {
    const auto at = ct_.find(v);
    return at == ct_.end() ? Value{} : at->second;
  }
  Value cotangent_or_zeros(Value v) {
    const Value ct = cotangent(v);
    return ct ? ct : ops::zeros(b_, Type(b_.type(y_.at(v))));
  }
  void accumulate(Value v, Value ct) {
    if (!ct || !active(v)) return;
    ct_[v] = ops::add(b_, cotangent(v), ct);
  }
  void replace(Value v, Value ct) {
    ct_[v] = ct;
    if (b_.function().values[ct.id].name.empty()) b_.name(ct, cotangent_name(v));
  }

  void bind(Value v, Value to) {
    y_[v] = to;
    if (!name(v).empty()) b_.name(to, name(v));
  }

  // ---- forwards ----

  void forward(const Region& r) {
    for (const Node& n : r.nodes) forward(n);
  }
  void forward(const Node& n) {
    b_.at(n.where);
    if (active_loop(n))
      forward_loop(n);
    else
      copy(n, {}, nullptr);
  }

  // Where each value is defined: the node, and the nodes whose regions stand around it, outermost
  // first.
  void index(const Region& r, const std::vector<const Node*>& around) {
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
  bool is_inside(Value v, const Node& n) const {
    const auto& around = around_.at(v);
    return std::find(around.begin(), around.end(), &n) != around.end();
  }
  std::vector<Value> those_inside(const std::set<Value>& vs, const Node& n) const {
    std::vector<Value> out;
    for (Value v : vs)
      if (is_inside(v, n)) out.push_back(v);
    return out;
  }
  // What a read is recorded as.
  Value room(Value read) const {
    const auto at = shares_.find(read);
    return at == shares_.end() ? read : at->second;
  }
  bool holds_recorded(const Node& n) const {
    return !n.regions.empty() && std::any_of(recorded_.begin(), recorded_.end(),
                                             [&](const auto& r) { return is_inside(r.first, n); });
  }

  // The type of what holds v's values in the body of `outer`: a stack for each loop between them.
  Type handed_type(Value v, const Node& outer) const {
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
  using Handed = std::map<Value, Value>;
  void copy(const Node& n, const std::set<Value>& wanted, Handed* handed) {
    const Value read = n.results.size() == 1 ? room(n.results[0]) : Value{};
    if (read && recorded_.count(read)) return bind(n.results[0], recorded_.at(read));
    const std::vector<Value> inside = those_inside(wanted, n);
    if (inside.empty() && !holds_recorded(n))
      b_.copy(from_, n, y_);
    else if (n.op->control == Control::branch)
      copy_branch(n, inside, handed);
    else if (n.op->control == Control::loop)
      copy_loop(n, inside, handed);
    else
      base::bug("a read was recorded where it cannot be", __FILE__, __LINE__);
    if (read && wanted.count(read)) (*handed)[read] = y_.at(n.results[0]);
  }

  void copy_branch(const Node& n, const std::vector<Value>& inside, Handed* handed) {
    const std::set<Value> wanted(inside.begin(), inside.end());
    std::vector<Type> result_types = types(n.results);
    for (Value v : inside) result_types.push_back(handed_type(v, n));
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      b_.open_region({});
      Handed here;
      for (const Node& inner : r.nodes) copy(inner, wanted, &here);
      Values results = primals(r.results);
      for (Value v : inside)
        results.push_back(here.count(v) ? here.at(v) : ops::zeros(b_, handed_type(v, n)));
      regions.push_back(b_.close_region(std::move(results)));
    }
    hand_out(
        n, inside, handed,
        b_.add_structural(*n.op, primals(n.operands), n.attrs, std::move(regions), result_types));
  }

  void copy_loop(const Node& n, const std::vector<Value>& inside, Handed* handed) {
    hand_out(n, inside, handed,
             keeping_loop(n, inside, inside.empty() ? ir::Size(0) : inner_turns_.at(&n)));
  }

  void hand_out(const Node& n, const std::vector<Value>& inside, Handed* handed,
                const Values& given) {
    for (std::size_t i = 0; i < n.results.size(); ++i) bind(n.results[i], given[i]);
    for (std::size_t i = 0; i < inside.size(); ++i)
      (*handed)[inside[i]] = given[n.results.size() + i];
  }

  // The loop with a stack for each of `keep` (carried values, and reads inside it) behind its
  // results.
  Values keeping_loop(const Node& n, const std::vector<Value>& keep, const ir::Size& turns) {
    const Region& body = n.regions[0];
    const auto is_param = [&](Value v) {
      return std::find(body.params.begin(), body.params.end(), v) != body.params.end();
    };
    Values operands = primals(n.operands);
    std::vector<Type> region_types = types(body.params), result_types = types(n.results);
    for (Value v : keep) {
      operands.push_back(
          ops::new_stack(b_, is_param(v) ? from_.type(v) : handed_type(v, n), turns));
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
    Values results = primals(body.results);
    for (Value v : keep) results.push_back(stacks.at(v));
    std::vector<Region> regions;
    regions.push_back(b_.close_region(std::move(results)));
    b_.at(n.where);
    return b_.add_structural(*n.op, operands, n.attrs, std::move(regions), result_types);
  }

  // What was recorded of the reads inside a loop is a stack: in turn k it is its k-th element.
  // Gives what was before.
  std::map<Value, Value> enter_turn(const Node& n, Value k) {
    std::map<Value, Value> outer = recorded_;
    for (auto& [v, value] : recorded_)
      if (is_inside(v, n)) value = ops::load(b_, value, k);
    return outer;
  }

  void forward_loop(const Node& n) {
    const Region& body = n.regions[0];
    Kept& kept = kept_[&n];
    kept = {{}, counters(n, from_), {}};
    const auto counts = [&](std::size_t i) {
      return std::any_of(kept.counters.begin(), kept.counters.end(),
                         [&](const Counter& c) { return c.carried == i; });
    };
    std::vector<Value> keep;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (body.results[i] != body.params[i + 1] && !counts(i)) keep.push_back(body.params[i + 1]);
    const Reads reads = transform::reads(n, from_, def_);
    shares_.insert(reads.shares.begin(), reads.shares.end());
    for (Value v : reads.values) {
      if (recorded_.count(room(v)) || !kept.reads.insert(room(v)).second) continue;
      keep.push_back(room(v));
    }
    for (const auto& [inner, turns] : reads.trips)
      inner_turns_.insert_or_assign(inner,
                                    turns ? *turns : ops::turns(b_, y_.at(inner->operands[0])));
    const ir::Size turns = keep.empty() ? ir::Size(0) : ops::turns(b_, y_.at(n.operands[0]));
    const Values y = keeping_loop(n, keep, turns);
    for (std::size_t i = 0; i < n.results.size(); ++i) bind(n.results[i], y[i]);
    for (std::size_t i = 0; i < keep.size(); ++i) {
      kept.stacks[keep[i]] = y[n.results.size() + i];
      if (!name(keep[i]).empty()) b_.name(kept.stacks[keep[i]], name(keep[i]) + "_kept");
    }
  }

  // ---- backwards ----

  Result<void> reverse(const Region& r) {
    for (auto n = r.nodes.rbegin(); n != r.nodes.rend(); ++n) {
      b_.at(n->where);
      if (auto ok = reverse(*n); !ok) return ok;
    }
    return {};
  }

  Result<void> reverse(const Node& n) {
    Values cts;
    bool any = false;
    for (Value v : n.results) {
      cts.push_back(active(v) ? cotangent(v) : Value{});
      any |= static_cast<bool>(cts.back());
    }
    if (!any) return {};
    switch (n.op->control) {
      case Control::none:
        return plain(n, cts);
      case Control::branch:
        return branch(n, cts);
      case Control::loop:
        return loop(n, cts);
      case Control::call:
        return call(n, cts);
      case Control::while_loop:
        base::bug("a while loop was not counted", __FILE__, __LINE__);
      case Control::map:
      case Control::bind_size:
      case Control::size:
      case Control::require:
        return {};
    }
    return {};
  }

  Result<void> plain(const Node& n, const Values& cts) {
    const Node here{n.op, primals(n.operands), n.attrs, {}, primals(n.results), n.where};
    if (std::holds_alternative<ir::Structural>(n.op->derivative))
      return base::fail(
          base::Error{std::string(n.op->name), "has no derivative", "ad.derivative", n.where, {}});
    const Values ct_x =
        std::visit([&](const auto& d) { return rule(d, here, n, cts); }, n.op->derivative);
    for (std::size_t i = 0; i < ct_x.size(); ++i) accumulate(n.operands[i], ct_x[i]);
    return {};
  }

  // ct_i = ct * slope_i, zero where ct is zero if the slope may be infinite there
  Values rule(const ir::Pointwise& d, const Node& n, const Node& from, const Values& cts) {
    const Values slopes = d.slopes(b_, n.operands, n.results[0]);
    Values out(n.operands.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!active(from.operands[i]) || !slopes[i]) continue;
      out[i] = d.singular || activity_.gated(from.results[0])
                   ? ops::mul_masked(b_, cts[0], slopes[i])
                   : ops::mul(b_, cts[0], slopes[i]);
    }
    return out;
  }
  Values rule(const ir::Linear& d, const Node& n, const Node&, const Values& cts) {
    const Values given = d.transpose(b_, n, cts[0]);
    Values out(n.operands.size());
    for (std::size_t i = 0, next = 0; i < out.size(); ++i)
      if (d.in >> i & 1) out[i] = given[next++];
    return out;
  }
  Values rule(const ir::Bilinear& d, const Node& n, const Node& from, const Values& cts) {
    Values out(n.operands.size());
    if (active(from.operands[0])) out[0] = d.left(b_, n, cts[0]);
    if (active(from.operands[1])) out[1] = d.right(b_, n, cts[0]);
    return out;
  }
  Values rule(const ir::Custom& d, const Node& n, const Node&, const Values& cts) {
    return d.vjp(b_, n, cts);
  }
  Values rule(const ir::Zero&, const Node&, const Node&, const Values&) { return {}; }
  Values rule(const ir::Structural&, const Node&, const Node&, const Values&) { return {}; }

  Result<void> branch(const Node& n, const Values& cts) {
    const Values outside = active_captures(n);
    if (outside.empty()) return {};
    std::map<Value, Value> before;
    for (Value c : outside)
      if (cotangent(c)) before[c] = cotangent(c);
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      b_.open_region({});
      const std::map<Value, Value> around = std::exchange(ct_, before);
      forward(r);
      for (std::size_t i = 0; i < cts.size(); ++i) accumulate(r.results[i], cts[i]);
      if (auto ok = reverse(r); !ok) return ok;
      Values results;
      for (Value c : outside) results.push_back(cotangent_or_zeros(c));
      regions.push_back(b_.close_region(std::move(results)));
      ct_ = around;
    }
    b_.at(n.where);
    const Values given = b_.add_structural(*n.op, {y_.at(n.operands[0])}, n.attrs,
                                           std::move(regions), types(outside));
    for (std::size_t i = 0; i < outside.size(); ++i) replace(outside[i], given[i]);
    return {};
  }

  // The loop backwards carries: cotangents of carried values, counters, cotangents of values from
  // outside.
  Result<void> loop(const Node& n, const Values& cts) {
    const Region& body = n.regions[0];
    const Kept kept = kept_.at(&n);
    std::vector<std::size_t> carried;
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (active(body.params[i + 1])) carried.push_back(i);
    const Values outside = active_captures(n);

    Values operands{y_.at(n.operands[0])};
    Values stands_for;  // whose cotangent, or whose value
    for (std::size_t i : carried) {
      operands.push_back(cts[i] ? cts[i] : ops::zeros(b_, from_.type(n.results[i])));
      stands_for.push_back(body.params[i + 1]);
    }
    for (const Counter& c : kept.counters) {
      operands.push_back(y_.at(n.results[c.carried]));
      stands_for.push_back(body.params[c.carried + 1]);
    }
    for (Value c : outside) {
      operands.push_back(cotangent_or_zeros(c));
      stands_for.push_back(c);
    }
    const Value last = ops::sub(b_, operands[0], ops::integer(b_, 1));
    std::vector<Type> region_types = types(stands_for), result_types = region_types;
    region_types.insert(region_types.begin(), ir::scalar_type(DType::i64));
    const Values params = b_.open_region(region_types);

    const std::map<Value, Value> around = std::exchange(ct_, {});
    const auto recorded = turn_again(n, kept, ops::sub(b_, last, params[0]),
                                     Values(params.begin() + 1 + carried.size(), params.end()));
    for (std::size_t i = 0; i < outside.size(); ++i)
      replace(outside[i], params[params.size() - outside.size() + i]);
    for (std::size_t i = 0; i < carried.size(); ++i) {
      b_.name(params[1 + i], cotangent_name(body.params[carried[i] + 1]));
      accumulate(body.results[carried[i]], params[1 + i]);
    }
    if (auto ok = reverse(body); !ok) return ok;
    Values results;
    for (std::size_t i : carried) results.push_back(cotangent_or_zeros(body.params[i + 1]));
    for (const Counter& c : kept.counters) results.push_back(y_.at(body.params[c.carried + 1]));
    for (Value c : outside) results.push_back(ct_.at(c));
    ct_ = around;
    recorded_ = recorded;

    std::vector<Region> regions;
    regions.push_back(b_.close_region(std::move(results)));
    ir::Attrs attrs = n.attrs;
    attrs.set(kBackwards, true);
    b_.at(n.where);
    const Values given =
        b_.add_structural(*n.op, operands, attrs, std::move(regions), result_types);
    for (std::size_t i = 0; i < outside.size(); ++i)
      replace(outside[i], given[given.size() - outside.size() + i]);
    for (std::size_t i = 0; i < carried.size(); ++i)
      accumulate(n.operands[carried[i] + 1], given[i]);
    return {};
  }

  // Computes turn i again, with what was kept of it. `counters`: their values after the turn. Gives
  // what was recorded around the loop, to be put back behind it.
  std::map<Value, Value> turn_again(const Node& n, const Kept& kept, Value i,
                                    const Values& counters) {
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
  Result<void> call(const Node& n, const Values& cts) {
    std::vector<bool> params, results;
    Values operands = primals(n.operands), wanted;
    for (Value v : n.operands) {
      params.push_back(active(v));
      if (active(v)) wanted.push_back(v);
    }
    for (Value ct : cts) {
      results.push_back(static_cast<bool>(ct));
      if (ct) operands.push_back(ct);
    }
    ir::Attrs attrs = n.attrs;
    attrs.set("callee", variants_.name(n.attrs.string("callee"), params, results));
    const Values given = b_.add_structural(*n.op, operands, attrs, {}, types(wanted));
    std::size_t next = 0;
    for (Value v : n.operands)
      if (active(v)) accumulate(v, given[next++]);
    return {};
  }

  const Function from_;
  Activity activity_;
  std::vector<bool> params_, results_;
  Variants& variants_;
  Function to_;
  Builder b_;
  std::map<Value, Value> y_;   // values of from_ here; those of a region as of its last copy
  std::map<Value, Value> ct_;  // their cotangents so far, in the open region
  std::map<const Node*, Kept> kept_;
  std::map<const Node*, ir::Size> inner_turns_;
  std::map<Value, Value> recorded_;  // reads whose values are at hand, in the open region
  std::map<Value, Value> shares_;    // reads on two sides of a branch that are recorded as one
  std::map<Value, const Node*> def_;
  std::map<Value, std::vector<const Node*>> around_;
};

}  // namespace

Result<ir::Graph> vjp(const ir::Graph& g, const std::vector<bool>& active,
                      const std::vector<bool>& seeded) {
  Variants variants(g, "vjp");
  auto main = Cotangents(g.main(), active, seeded, variants).run(variants.main_name(), true);
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    auto made = Cotangents(*g.find(request.callee), request.params, request.results, variants)
                    .run(request.name, false);
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
