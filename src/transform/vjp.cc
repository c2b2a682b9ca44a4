#include "transform/vjp.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/call_once.h"
#include "transform/cotangents.h"
#include "transform/count_turns.h"
#include "transform/inline_calls.h"
#include "transform/linear_rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

std::vector<bool> floating(const Function& f, const Values& vs, std::vector<bool> flags) {
  for (std::size_t i = 0; i < vs.size(); ++i)
    flags[i] = flags[i] && is_floating(f.type(vs[i]).dtype);
  return flags;
}

}  // namespace

Cotangents::Cotangents(const Function& from, const std::vector<bool>& params,
                       const std::vector<bool>& results, Variants& variants,
                       const std::set<std::string>& recursive, const ActivationsOf& kept,
                       const Keeping& keeping)
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

Result<Function> Cotangents::run(std::string name, bool with_primals, bool takes_sums) {
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

Function Cotangents::counted(const Function& from, const Activity& activity,
                             const std::set<std::string>& recursive, const Keeping& keeping) {
  Function f = count_turns(from, activity);
  call_late(f.body, recursive);
  return keeping.mark ? marked(std::move(f)) : f;
}

bool Cotangents::active_loop(const Node& n) const {
  return n.op->control == Control::loop &&
         std::any_of(n.regions[0].params.begin(), n.regions[0].params.end(),
                     [&](Value v) { return active(v); });
}

// What the regions of a node read from outside and may give a cotangent to.
Values Cotangents::active_captures(const Node& n) const {
  std::set<Value> given;
  for (const Region& r : n.regions) collect_given(r, r.results, given);
  Values out;
  for (const Region& r : n.regions)
    for (Value v : ir::captures(r))
      if (given.count(v) && std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  return out;
}

// `passed`: what the region hands on.
void Cotangents::collect_given(const Region& r, const Values& passed,
                               std::set<Value>& given) const {
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

std::vector<Type> Cotangents::types(const Values& vs) const {
  std::vector<Type> out;
  for (Value v : vs) out.push_back(from_.type(v));
  return out;
}

Value Cotangents::cotangent(Value v) const {
  const auto at = ct_.find(v);
  return at == ct_.end() ? Value{} : at->second;
}

Value Cotangents::cotangent_or_zeros(Value v) {
  const Value ct = cotangent(v);
  return ct ? ct : ops::zeros(b_, Type(b_.type(y_.at(v))));
}

void Cotangents::accumulate(Value v, Value ct) {
  if (!ct || !active(v)) return;
  ct_[v] = ops::add(b_, cotangent(v), ct);
}

void Cotangents::replace(Value v, Value ct) {
  ct_[v] = ct;
  if (b_.function().values[ct.id].name.empty()) b_.name(ct, cotangent_name(v));
}

Result<void> Cotangents::reverse(const Region& r) {
  for (auto n = r.nodes.rbegin(); n != r.nodes.rend(); ++n) {
    b_.at(n->where);
    if (auto ok = reverse(*n); !ok) return ok;
  }
  return {};
}

Result<void> Cotangents::reverse(const Node& n) {
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

Result<void> Cotangents::plain(const Node& n, const Values& cts) {
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
Values Cotangents::rule(const ir::Pointwise& d, const Node& n, const Node& from,
                        const Values& cts) {
  const Values slopes = d.slopes(b_, n.operands, n.results[0]);
  Values out(n.operands.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!active(from.operands[i]) || !slopes[i]) continue;
    out[i] = d.singular || activity_.gated(from.results[0]) ? ops::mul_masked(b_, cts[0], slopes[i])
                                                            : ops::mul(b_, cts[0], slopes[i]);
  }
  return out;
}

Values Cotangents::rule(const ir::Linear& d, const Node& n, const Node&, const Values& cts) {
  const Values given = d.transpose(b_, n, cts[0]);
  Values out(n.operands.size());
  for (std::size_t i = 0, next = 0; i < out.size(); ++i)
    if (d.in >> i & 1) out[i] = given[next++];
  return out;
}

Values Cotangents::rule(const ir::Bilinear& d, const Node& n, const Node& from, const Values& cts) {
  Values out(n.operands.size());
  if (active(from.operands[0])) out[0] = d.left(b_, n, cts[0]);
  if (active(from.operands[1])) out[1] = d.right(b_, n, cts[0]);
  return out;
}

Values Cotangents::rule(const ir::Custom& d, const Node& n, const Node&, const Values& cts) {
  return d.vjp(b_, n, cts);
}

Values Cotangents::rule(const ir::Zero&, const Node&, const Node&, const Values&) { return {}; }

Values Cotangents::rule(const ir::Structural&, const Node&, const Node&, const Values&) {
  return {};
}

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
  const std::map<std::string, ForwardRule> rules = transposed_rules(g);
  std::vector<std::pair<std::size_t, ForwardRule>> transposed;
  Variants::Request request;
  while (variants.next(request)) {
    const auto own = kept.find(request.callee);
    const Function& from = own == kept.end() ? *g.find(request.callee) : own->second.again;
    const bool calls_itself = recursive.count(request.callee) > 0;
    if (const auto rule = rules.find(request.callee); rule != rules.end() &&
                                                      !recursive.count(rule->first) &&
                                                      asks_for_transpose(request, rule->second))
      transposed.emplace_back(out.functions.size(), rule->second);
    request.params.resize(from.body.params.size(), false);
    auto made = Cotangents(from, request.params, request.results, variants, recursive, kept)
                    .run(request.name, calls_itself && own == kept.end(), calls_itself);
    if (!made) return base::fail(made.error());
    out.functions.push_back(std::move(*made));
  }
  variants.append_originals(out);
  for (const auto& [at, rule] : transposed) {
    ir::Graph one = out;
    std::swap(one.functions[0], one.functions[at]);
    if (auto ok = check_linear(one, rule); !ok) return base::fail(ok.error());
  }
  return out;
}

}  // namespace tlaloc::transform
