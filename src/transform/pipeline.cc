#include "transform/pipeline.h"

#include <algorithm>
#include <set>

#include "ir/verify.h"
#include "transform/activations.h"
#include "transform/before_loops.h"
#include "transform/call_once.h"
#include "transform/carry_turned.h"
#include "transform/first_sums.h"
#include "transform/first_turn.h"
#include "transform/forward_order.h"
#include "transform/like_terms.h"
#include "transform/optimise.h"
#include "transform/rules.h"
#include "transform/step.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

// Applies a pass that is worth another look at the whole where it changes something.
bool changed_by(bool (*pass)(ir::Graph&), ir::Graph& g, std::string_view pass_name) {
  if (!pass(g)) return false;
  ir::check_valid(g, pass_name);
  g = optimise(std::move(g));
  return true;
}

// The results that are what the program gave before: they stand first and keep their bits.
std::vector<bool> kept_bits(const Function& f, const Step& step, std::size_t values) {
  std::vector<bool> out(f.body.results.size(), false);
  if (step.kind == Step::Kind::value_and_grad || step.kind == Step::Kind::value_and_jvp)
    std::fill_n(out.begin(), values, true);
  return out;
}

// Second derivatives are forward over reverse.
std::vector<Step> spelled_out(const std::vector<Step>& steps) {
  std::vector<Step> out;
  for (const Step& step : steps) {
    const bool second = step.kind == Step::Kind::hvp || step.kind == Step::Kind::hessian;
    if (second) out.push_back({Step::Kind::grad, step.wrt});
    if (step.kind == Step::Kind::hvp) out.push_back({Step::Kind::jvp, {}});
    if (step.kind == Step::Kind::hessian) out.push_back({Step::Kind::jacobian, {}});
    if (!second) out.push_back(step);
  }
  return out;
}

// One step, and what makes its program smaller.
Result<Program> applied(Program p, const Step& step, const std::set<std::string>& activations) {
  const std::size_t values = p.graph.main().body.results.size();
  const std::vector<ir::Size> directions = p.directions;
  auto next = apply_step(std::move(p), step, activations);
  if (!next) return next;
  p = std::move(*next);
  p.directions.insert(p.directions.end(), directions.begin(), directions.end());
  ir::check_valid(p.graph, "a derivative");
  p.graph = optimise(std::move(p.graph));
  if (step.kind != Step::Kind::fused) {
    const std::vector<bool> kept = kept_bits(p.graph.main(), step, values);
    p.graph = like_terms(std::move(p.graph), kept);
    ir::check_valid(p.graph, "like_terms");
    changed_by(first_sums, p.graph, "first_sums");
  }
  p.graph = forward_order(std::move(p.graph));
  ir::check_valid(p.graph, "forward_order");
  p.graph = call_once(optimise(std::move(p.graph)));
  ir::check_valid(p.graph, "call_once");
  p.graph = optimise(std::move(p.graph));
  return p;
}

bool is_reverse(const Step& step) {
  return step.kind == Step::Kind::grad || step.kind == Step::Kind::value_and_grad ||
         step.kind == Step::Kind::vjp;
}

// What may not come behind tables of activations: reverse mode would keep all tables with each
// activation, and lanes would need as many activations each.
bool spreads_tables(const Step& step) {
  return is_reverse(step) || step.kind == Step::Kind::vmap ||
         step.kind == Step::Kind::jacobian_reverse;
}

// Reverse mode, with what the activations of recursive functions give kept where it would be
// computed at every level. `may_keep`: nothing that spreads tables comes behind it.
Result<Program> in_reverse(Program p, const Step& step, bool may_keep) {
  if (turns_before_loops(p.graph)) p.graph = optimise(std::move(p.graph));
  auto next = applied(p, step, {});
  if (!next || !may_keep || p.graph.functions.size() == 1) return next;
  const std::set<std::string> again = called_at_every_level(p.graph, next->graph);
  return again.empty() ? next : applied(p, step, again);
}

}  // namespace

Result<Program> apply(Program p, const std::vector<Step>& steps, bool keep_rules) {
  p.graph = optimise(std::move(p.graph));
  const std::vector<Step> all = spelled_out(steps);
  for (const Step& step : all) {
    const bool may_keep =
        !keep_rules && std::none_of(&step + 1, all.data() + all.size(), spreads_tables);
    auto next = is_reverse(step) ? in_reverse(std::move(p), step, may_keep)
                                 : applied(std::move(p), step, {});
    if (!next) return next;
    p = std::move(*next);
  }
  while (changed_by(carry_turned, p.graph, "carry_turned")) continue;
  changed_by(first_turn, p.graph, "first_turn");
  changed_by(before_loops, p.graph, "before_loops");
  if (!keep_rules && any_rule(p.graph)) p.graph = optimise(without_rules(std::move(p.graph)));
  return p;
}

}  // namespace tlaloc::transform
