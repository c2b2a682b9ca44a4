#include "transform/vjp.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/op_def.h"
#include "ops/arithmetic.h"
#include "ops/sums.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/activations.h"
#include "transform/activity.h"
#include "transform/call_once.h"
#include "transform/count_turns.h"
#include "transform/forward_order.h"
#include "transform/inline_calls.h"
#include "transform/primals.h"
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

void append(Values& to, const Values& more) { to.insert(to.end(), more.begin(), more.end()); }

std::vector<bool> floating(const Function& f, const Values& vs, std::vector<bool> flags) {
  for (std::size_t i = 0; i < vs.size(); ++i)
    flags[i] = flags[i] && is_floating(f.type(vs[i]).dtype);
  return flags;
}

// One function and its reverse sweep.
class Cotangents {
 public:
  Cotangents(const Function& from, const std::vector<bool>& params,
             const std::vector<bool>& results, Variants& variants,
             const std::set<std::string>& recursive, const ActivationsOf& kept,
             const Keeping& keeping = {})
      : from_(counted(from, Activity(from, params, results), recursive, keeping)),
        chosen_(given_to_branches(from_)),
        activity_(from_, params, results),
        params_(floating(from_, from_.body.params, params)),
        results_(floating(from_, from_.body.results, results)),
        variants_(variants),
        recursive_(recursive),
        kept_(kept),
        b_(to_, ops::require_op()),
        y_(from_, b_, [this](const Node& n) { return active_loop(n); }, keeping) {}

  /// `with_primals`: the results come first. `takes_sums`: behind the seeds come the cotangents
  /// that tensors have so far.
  Result<Function> run(std::string name, bool with_primals, bool takes_sums) {
    to_.name = std::move(name);
    to_.where = from_.where;
    to_.requirements = from_.requirements;
    to_.common_sizes = from_.common_sizes;
    for (Value p : from_.body.params)
      y_.bind(p, to_.add_param(from_.type(p), from_.values[p.id].name));
    Values seeds;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i]) seeds.push_back(to_.add_param(from_.type(from_.body.results[i]), "dy"));
    if (takes_sums)
      for (std::size_t i = 0; i < params_.size(); ++i)
        if (const Value p = from_.body.params[i]; params_[i] && !from_.type(p).is_scalar())
          ct_[p] = to_.add_param(from_.type(p), cotangent_name(p));
    y_.forward(from_.body);
    for (std::size_t i = 0, next = 0; i < results_.size(); ++i)
      if (results_[i]) accumulate(from_.body.results[i], seeds[next++]);
    if (auto ok = reverse(from_.body); !ok) return base::fail(ok.error());
    if (with_primals) to_.body.results = y_.at(from_.body.results);
    for (std::size_t i = 0; i < params_.size(); ++i)
      if (params_[i]) to_.body.results.push_back(cotangent_or_zeros(from_.body.params[i]));
    return std::move(to_);
  }

 private:
  static Function counted(const Function& from, const Activity& activity,
                          const std::set<std::string>& recursive, const Keeping& keeping) {
    Function f = count_turns(from, activity);
    call_late(f.body, recursive);
    return keeping.mark ? marked(std::move(f)) : f;
  }
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
    const Node here{n.op, y_.at(n.operands), n.attrs, {}, y_.at(n.results), n.where};
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
      y_.forward(r);
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

  // Where all that a loop gives goes to branches, its cotangents are often zero: then the turns are
  // left out.
  Result<void> loop(const Node& n, const Values& cts) {
    if (!is_chosen(n, cts)) return turns(n, cts);
    const Value moves = ops::any_not_zero(b_, cts);
    Values touched = active_captures(n);
    for (std::size_t i = 0; i < n.results.size(); ++i)
      if (const Value x = n.operands[i + 1];
          active(x) && std::find(touched.begin(), touched.end(), x) == touched.end())
        touched.push_back(x);
    std::map<Value, Value> before;
    for (Value v : touched)
      if (cotangent(v)) before[v] = cotangent(v);
    std::vector<Region> regions;
    for (const bool runs : {true, false}) {
      b_.open_region({});
      const std::map<Value, Value> around = std::exchange(ct_, before);
      if (runs)
        if (auto ok = turns(n, cts); !ok) return ok;
      Values results;
      for (Value v : touched) results.push_back(cotangent_or_zeros(v));
      regions.push_back(b_.close_region(std::move(results)));
      ct_ = around;
    }
    b_.at(n.where);
    const Values given =
        b_.add_structural(ops::structural(Control::branch), {moves}, {{std::string(kSpares), true}},
                          std::move(regions), types(touched));
    for (std::size_t i = 0; i < touched.size(); ++i) replace(touched[i], given[i]);
    return {};
  }
  bool is_chosen(const Node& n, const Values& cts) const {
    bool any = false;
    for (std::size_t i = 0; i < cts.size(); ++i) {
      if (!active(n.results[i])) continue;
      if (!from_.type(n.results[i]).is_scalar() || !chosen_.count(n.results[i])) return false;
      any |= static_cast<bool>(cts[i]);
    }
    return any;
  }

  // The loop backwards carries: cotangents of carried values, counters, cotangents of values from
  // outside.
  Result<void> turns(const Node& n, const Values& cts) {
    const Region& body = n.regions[0];
    const std::vector<Counter>& counters = y_.counters(n);
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
    for (const Counter& c : counters) {
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
    const auto recorded = y_.turn_again(n, ops::sub(b_, last, params[0]),
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
    for (const Counter& c : counters) results.push_back(y_.at(body.params[c.carried + 1]));
    for (Value c : outside) results.push_back(ct_.at(c));
    ct_ = around;
    y_.leave_turn(recorded);

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

  // The user's own derivative of a call. A forward rule is linear in its tangents: transposed.
  Result<void> ruled_call(const Node& n, const Values& cts) {
    std::vector<bool> is_active;
    for (Value v : n.operands) is_active.push_back(active(v));
    if (auto ok = check_captures(from_, n, is_active); !ok) return ok;
    const bool reverse = n.attrs.has(kVjpRule);
    Values operands = y_.at(n.operands), wanted, seeds;
    for (std::int64_t i = 0; i < n.attrs.integer(kArguments); ++i)
      if (is_floating(from_.type(n.operands[i]).dtype)) wanted.push_back(n.operands[i]);
    for (std::size_t i = 0; i < cts.size(); ++i)
      if (is_floating(from_.type(n.results[i]).dtype))
        seeds.push_back(cts[i] ? cts[i] : ops::zeros(b_, from_.type(n.results[i])));
    std::string callee;
    if (reverse) {
      callee = n.attrs.string(kVjpRule);
    } else {
      std::vector<bool> linear(n.operands.size(), false);
      linear.resize(n.operands.size() + wanted.size(), true);
      callee =
          variants_.name(n.attrs.string(kJvpRule), linear, std::vector<bool>(seeds.size(), true));
      for (Value v : wanted) operands.push_back(ops::zeros(b_, from_.type(v)));
    }
    operands.insert(operands.end(), seeds.begin(), seeds.end());
    std::vector<Type> result_types = types(wanted);
    if (!reverse && recursive_.count(n.attrs.string(kJvpRule))) {
      for (Value v : wanted)
        if (!from_.type(v).is_scalar()) operands.push_back(ops::zeros(b_, from_.type(v)));
      const std::vector<Type> values = types(seeds_of(n));
      result_types.insert(result_types.begin(), values.begin(), values.end());
    }
    Values given = b_.add_structural(*n.op, operands, {{"callee", callee}}, {}, result_types);
    given.erase(given.begin(), given.end() - static_cast<std::ptrdiff_t>(wanted.size()));
    for (std::size_t i = 0; i < wanted.size(); ++i) accumulate(wanted[i], given[i]);
    return {};
  }

  Values seeds_of(const Node& n) const {
    Values out;
    for (Value v : n.results)
      if (is_floating(from_.type(v).dtype)) out.push_back(v);
    return out;
  }

  Result<void> call(const Node& n, const Values& cts) {
    if (has_rule(n)) return ruled_call(n, cts);
    const bool is_found = n.attrs.has(kFoundOf);
    const std::string callee = n.attrs.string(is_found ? kFoundOf : "callee");
    const std::size_t passed =
        is_found ? n.operands.size() - 2 - (cts.size() - 1) : n.operands.size();
    std::vector<bool> params, results;
    Values operands = y_.at(n.operands), wanted;
    for (std::size_t i = 0; i < passed; ++i) {
      params.push_back(active(n.operands[i]));
      if (params.back()) wanted.push_back(n.operands[i]);
    }
    if (!is_found && kept_.count(callee)) append(operands, run_keeping(n, kept_.at(callee)));
    for (std::size_t i = 0; i < cts.size() - (is_found ? 1 : 0); ++i) {
      results.push_back(static_cast<bool>(cts[i]));
      if (cts[i]) operands.push_back(cts[i]);
    }
    ir::Attrs attrs = n.attrs;
    std::vector<bool> added(wanted.size(), true);
    std::vector<Type> result_types = types(wanted);
    if (kept_.count(callee)) {
      attrs = {};
      added = hand_over(wanted, operands, attrs, 0);
    } else if (recursive_.count(callee)) {
      added = hand_over(wanted, operands, attrs, n.results.size());
      attrs.set(std::string(kValueOf), callee);
      const std::vector<Type> values = types(n.results);
      result_types.insert(result_types.begin(), values.begin(), values.end());
    }
    attrs.set("callee", variants_.name(callee, params, results));
    Values given = b_.add_structural(*n.op, operands, attrs, {}, result_types);
    given.erase(given.begin(), given.end() - static_cast<std::ptrdiff_t>(wanted.size()));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (added[i])
        accumulate(wanted[i], given[i]);
      else
        replace(wanted[i], given[i]);
    return {};
  }

  // Runs a function for what its activations give. Gives the number of the first, and the tables.
  Values run_keeping(const Node& n, const Activations& a) {
    const Values x = y_.at(n.operands);
    std::vector<Type> result_types = types(n.results);
    result_types.push_back(ir::scalar_type(DType::i64));
    const Value count =
        b_.add_structural(*n.op, x, {{"callee", a.counted}}, {}, result_types).back();
    const ir::Size all = ops::turns(b_, count, from_);
    Values more{ops::integer(b_, 0), ops::new_stack(b_, ir::scalar_type(DType::i64), all)};
    for (Value y : n.results) more.push_back(ops::new_stack(b_, from_.type(y), all));
    Values operands = x;
    append(operands, more);
    ir::Ints handed, back;
    for (std::size_t k = 1; k < more.size(); ++k) {
      handed.push_back(static_cast<std::int64_t>(x.size() + k));
      back.push_back(static_cast<std::int64_t>(n.results.size() + k));
      result_types.push_back(b_.type(more[k]));
    }
    const Values given = b_.add_structural(*n.op, operands,
                                           {{"callee", a.kept},
                                            {std::string(kHandedOver), handed},
                                            {std::string(kGivenBack), back},
                                            {std::string(kValueOf), n.attrs.string("callee")}},
                                           {}, result_types);
    std::copy(given.end() - static_cast<std::ptrdiff_t>(more.size() - 1), given.end(),
              more.begin() + 1);
    return more;
  }

  // A function that calls itself adds to the cotangents of tensors that it gets: were they made
  // anew by each call, its work would not be linear in the primal's. Gives which are still to be
  // added up here. `values`: how many results come before the cotangents.
  std::vector<bool> hand_over(const Values& wanted, Values& operands, ir::Attrs& attrs,
                              std::size_t values) {
    std::vector<std::int64_t> handed, back;
    std::vector<bool> added(wanted.size(), true);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (from_.type(wanted[i]).is_scalar()) continue;
      added[i] = std::find(wanted.begin(), wanted.begin() + i, wanted[i]) != wanted.begin() + i;
      handed.push_back(static_cast<std::int64_t>(operands.size()));
      back.push_back(static_cast<std::int64_t>(values + i));
      operands.push_back(added[i] ? ops::zeros(b_, from_.type(wanted[i]))
                                  : cotangent_or_zeros(wanted[i]));
    }
    attrs.set(std::string(kHandedOver), handed);
    attrs.set(std::string(kGivenBack), back);
    return added;
  }

  const Function from_;
  const std::set<Value> chosen_;  // what branches give on
  Activity activity_;
  std::vector<bool> params_, results_;
  Variants& variants_;
  const std::set<std::string>& recursive_;
  const ActivationsOf& kept_;
  Function to_;
  Builder b_;
  Primals y_;
  std::map<Value, Value> ct_;  // cotangents so far, in the open region
};

}  // namespace

Result<ir::Graph> vjp(const ir::Graph& plain, const std::vector<bool>& active,
                      const std::vector<bool>& seeded, const Keeping& keeping) {
  ir::Graph g = plain;
  const ActivationsOf kept = keep_activations(g, keeping.activations);
  Variants variants(g, "vjp");
  const std::set<std::string> recursive = recursive_functions(g);
  auto main = Cotangents(g.main(), active, seeded, variants, recursive, kept, keeping)
                  .run(variants.main_name(), true, false);
  if (!main) return base::fail(main.error());
  ir::Graph out;
  out.functions.push_back(std::move(*main));
  Variants::Request request;
  while (variants.next(request)) {
    const auto own = kept.find(request.callee);
    const Function& from = own == kept.end() ? *g.find(request.callee) : own->second.again;
    const bool calls_itself = recursive.count(request.callee) > 0;
    request.params.resize(from.body.params.size(), false);
    auto made = Cotangents(from, request.params, request.results, variants, recursive, kept)
                    .run(request.name, calls_itself && own == kept.end(), calls_itself);
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  return out;
}

}  // namespace tlaloc::transform
