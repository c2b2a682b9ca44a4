#include "transform/step.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/cotangent_sizes.h"
#include "transform/jacobian.h"
#include "transform/jvp.h"
#include "transform/lanes.h"
#include "transform/optimise.h"
#include "transform/signature.h"
#include "transform/vjp.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Boundary;
using ir::Parameter;
using ir::Tree;

bool floating(const Function& f, Value v) { return is_floating(f.type(v).dtype); }

// One transformation of a program: holds what was there before and builds what comes after.
class Derive {
 public:
  /// `activations`: of which recursive functions reverse mode keeps them.
  explicit Derive(Program p, std::set<std::string> activations = {})
      : p_(std::move(p)),
        results_(p_.graph.main().body.results.size()),
        activations_(std::move(activations)) {}

  Result<Program> grad(const std::vector<int>& wrt, bool with_value) {
    return lean([&](const Keeping& keeping) { return grad(wrt, with_value, keeping); });
  }
  // (x..., dy) -> dx...
  Result<Program> reverse(const std::vector<int>& wrt) {
    return lean([&](const Keeping& keeping) { return reverse(wrt, keeping); });
  }

  Result<Program> forward(bool with_value) {
    auto wanted = parameters({});
    if (!wanted) return base::fail(wanted.error());
    auto g = jvp(p_.graph, active(*wanted));
    if (!g) return base::fail(g.error());
    Function& f = g->main();
    // Results now: y..., then a tangent of each floating one. A member without a tangent is y's
    // own.
    Values tangents, all = f.body.results;
    std::size_t next_tangent = results_;
    for (std::size_t i = 0; i < results_; ++i)
      tangents.push_back(floating(f, all[i]) ? all[next_tangent++] : all[i]);
    int next = 0;
    Values results;
    Tree value_tree;
    if (with_value) {
      value_tree = renumbered(p_.boundary.result, next);
      results.assign(all.begin(), all.begin() + results_);
    }
    Tree tangent = renumbered(p_.boundary.result, next);
    results.insert(results.end(), tangents.begin(), tangents.end());
    f.body.results = std::move(results);

    std::vector<Parameter> added, taken = p_.boundary.params;
    for (int i : *wanted) {
      Parameter t = p_.boundary.params[i];
      t.name = unused_name(taken, "d" + t.name);
      taken.push_back(t);
      added.push_back(std::move(t));
    }
    Boundary b = with_parameters(f, std::move(added));
    b.result = with_value ? pair_of(std::move(value_tree), std::move(tangent)) : std::move(tangent);
    return Program{std::move(*g), std::move(b)};
  }

  // x... -> all derivatives of all results.
  Result<Program> whole(bool reverse) {
    auto wanted = parameters({});
    if (!wanted) return base::fail(wanted.error());
    if (auto ok = results_move(); !ok) return base::fail(ok.error());
    return jacobian(p_, *wanted, reverse);
  }

 private:
  Result<void> results_move() const {
    for (const Tree* leaf : ir::leaves(p_.boundary.result))
      if (leaf->differentiable) return {};
    return fail("nothing in the result has a derivative", "grad.argument");
  }

  // Reverse mode, after a trial run where it matters what is kept (keep_costly.h).
  template <class Sweep>
  Result<Program> lean(const Sweep& sweep) const {
    if (costly_values(p_.graph.main()).empty()) return sweep(Keeping{false, {}, activations_});
    auto trial = sweep(Keeping{true, {}, activations_});
    if (!trial) return trial;
    Keeping keeping = computed_anyway(optimise(std::move(trial->graph)).main());
    keeping.activations = activations_;
    return sweep(keeping);
  }

  Result<Program> grad(const std::vector<int>& wrt, bool with_value, const Keeping& keeping) const {
    auto wanted = parameters(wrt);
    if (!wanted) return base::fail(wanted.error());
    const int value = value_leaf();
    if (value < 0) return scalar_expected();
    std::vector<bool> seeded(results_, false);
    seeded[value] = true;
    auto g = vjp(p_.graph, active(*wanted), seeded, keeping);
    if (!g) return base::fail(g.error());
    Function& f = g->main();
    seed_with_one(f);
    int next = 0;
    Values results;
    Tree value_tree;
    if (with_value) {
      value_tree = renumbered(p_.boundary.result, next);
      results.assign(f.body.results.begin(), f.body.results.begin() + results_);
    }
    Tree gradients = gradient_trees(*wanted, f, results, next);
    f.body.results = std::move(results);
    Boundary b = p_.boundary;
    b.result =
        with_value ? pair_of(std::move(value_tree), std::move(gradients)) : std::move(gradients);
    return Program{std::move(*g), std::move(b)};
  }

  Result<Program> reverse(const std::vector<int>& wrt, const Keeping& keeping) const {
    auto wanted = parameters(wrt);
    if (!wanted) return base::fail(wanted.error());
    auto g = vjp(p_.graph, active(*wanted), std::vector<bool>(results_, true), keeping);
    if (!g) return base::fail(g.error());
    Function& f = g->main();
    cotangents_bear_sizes(f, p_.graph.main().body.params.size());
    int next = 0;
    Values results;
    Tree gradients = gradient_trees(*wanted, f, results, next);
    f.body.results = std::move(results);
    std::vector<Parameter> added(1);
    added[0].name = unused_name(p_.boundary.params, "dy");
    added[0].tree = p_.boundary.result;
    Boundary b = with_parameters(f, std::move(added));
    b.result = std::move(gradients);
    return Program{std::move(*g), std::move(b)};
  }

  // The parameters to differentiate by: those asked for, or all that have a gradient.
  Result<std::vector<int>> parameters(const std::vector<int>& wrt) const {
    const std::vector<Parameter>& all = p_.boundary.params;
    std::vector<int> out = wrt;
    if (wrt.empty())
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!all[i].captured && has_gradient(all[i].tree)) out.push_back(static_cast<int>(i));
    for (int i : out)
      if (i < 0 || i >= static_cast<int>(all.size()) || all[i].captured ||
          !has_gradient(all[i].tree))
        return fail(
            fmt::format(
                "argument {} has no derivative (integers, bool, enums and strings have none)", i),
            "grad.argument");
    if (out.empty()) return fail("no argument of the function has a derivative", "grad.argument");
    return out;
  }
  tl::unexpected<base::Error> fail(std::string what, std::string id) const {
    return base::fail(
        base::Error{"grad", std::move(what), std::move(id), p_.graph.main().where, {}});
  }
  tl::unexpected<base::Error> scalar_expected() const {
    return fail(
        fmt::format(
            "the function returns {}, expected a float or a double (or a std::pair of it and "
            "auxiliary results)",
            p_.boundary.result.cpp_type),
        "grad.scalar");
  }

  // The result to differentiate: the only one, or the first of a pair of it and auxiliary results.
  int value_leaf() const {
    const Tree& r = p_.boundary.result;
    const Tree& value = r.kind == Tree::Kind::pair ? r.children[0] : r;
    if (value.kind != Tree::Kind::scalar || value.leaf < 0) return -1;
    const Function& f = p_.graph.main();
    return floating(f, f.body.results[value.leaf]) ? value.leaf : -1;
  }

  std::vector<bool> active(const std::vector<int>& wanted) const {
    std::vector<bool> out(p_.graph.main().body.params.size(), false);
    for (int i : wanted)
      for (const Tree* leaf : ir::leaves(p_.boundary.params[i].tree))
        out[leaf->leaf] = leaf->differentiable;
    return out;
  }

  // The gradients in the order asked for; their values go to `results`.
  Tree gradient_trees(const std::vector<int>& wanted, const Function& f, Values& results,
                      int& next) const {
    const std::vector<bool> is_active = active(wanted);
    std::vector<Value> of_leaf(is_active.size());
    std::size_t at = results_;
    for (std::size_t i = 0; i < is_active.size(); ++i)
      if (is_active[i] && floating(f, f.body.params[i])) of_leaf[i] = f.body.results[at++];
    std::vector<Tree> trees;
    for (int i : wanted) {
      const Parameter& p = p_.boundary.params[i];
      trees.push_back(gradient_tree(p.tree, p.name, next));
      for (const Tree* leaf : ir::leaves(p.tree))
        if (leaf->differentiable) results.push_back(of_leaf[leaf->leaf]);
    }
    return one_or_tuple(std::move(trees));
  }

  // d y / d y = 1: the last parameter, the cotangent of the value, becomes a constant.
  static void seed_with_one(Function& f) {
    const Value seed = f.body.params.back();
    f.body.params.pop_back();
    std::vector<ir::Node> nodes = std::exchange(f.body.nodes, {});
    ir::Builder b(f, ops::require_op());
    const Value one = ops::constant(b, 1, f.type(seed).dtype);
    for (ir::Node& n : nodes) f.body.nodes.push_back(std::move(n));
    const auto use_one = [&](Values& vs) { std::replace(vs.begin(), vs.end(), seed, one); };
    ir::for_each_node(f.body, [&](ir::Node& n) {
      use_one(n.operands);
      for (ir::Region& r : n.regions) use_one(r.results);
    });
    use_one(f.body.results);
  }

  // The boundary with tangents or cotangents `added` behind the parameters and before the captures.
  // Their leaves stand behind all others in `f`, in order; here they move to their place.
  Boundary with_parameters(Function& f, std::vector<Parameter> added) const {
    const std::vector<Parameter>& old = p_.boundary.params;
    const int leaves_before = static_cast<int>(p_.graph.main().body.params.size());
    Boundary b;
    int next = 0, next_added = leaves_before;
    std::vector<int> order;  // new leaf -> old one
    const auto take = [&](const Parameter& p) {
      for (const Tree* leaf : ir::leaves(p.tree)) order.push_back(leaf->leaf);
      b.params.push_back(p);
      b.params.back().tree = renumbered(p.tree, next);
    };
    for (const Parameter& p : old)
      if (!p.captured) take(p);
    for (Parameter& p : added) {
      p.tree = tangent_tree(p.tree, next);
      while (static_cast<int>(order.size()) < next) order.push_back(next_added++);
      p.by_value = false;
      b.params.push_back(std::move(p));
    }
    for (const Parameter& p : old)
      if (p.captured) take(p);
    reorder(f, order);
    return b;
  }

  static void reorder(Function& f, const std::vector<int>& order) {
    TLALOC_CHECK(order.size() == f.body.params.size(), "the boundary and the parameters differ");
    Values params;
    std::vector<int> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      params.push_back(f.body.params[order[i]]);
      place[order[i]] = static_cast<int>(i);
    }
    f.body.params = std::move(params);
    for (ir::Requirement& r : f.requirements) {
      r.left_param = place[r.left_param];
      if (r.right_param >= 0) r.right_param = place[r.right_param];
    }
  }

  Program p_;
  std::size_t results_;
  std::set<std::string> activations_;
};

}  // namespace

Result<Program> apply_step(Program p, const Step& step, const std::set<std::string>& activations) {
  switch (step.kind) {
    case Step::Kind::fused:
      return p;
    case Step::Kind::grad:
      return Derive(std::move(p), activations).grad(step.wrt, false);
    case Step::Kind::value_and_grad:
      return Derive(std::move(p), activations).grad(step.wrt, true);
    case Step::Kind::jvp:
      return Derive(std::move(p)).forward(false);
    case Step::Kind::value_and_jvp:
      return Derive(std::move(p)).forward(true);
    case Step::Kind::vjp:
      return Derive(std::move(p), activations).reverse(step.wrt);
    case Step::Kind::jacobian:
      return Derive(std::move(p)).whole(false);
    case Step::Kind::jacobian_reverse:
      return Derive(std::move(p)).whole(true);
    case Step::Kind::hvp:
    case Step::Kind::hessian:
      break;  // two steps
    case Step::Kind::vmap:
      return over_lanes(std::move(p), step.lanes);
  }
  base::bug("an unknown transformation", __FILE__, __LINE__);
}

}  // namespace tlaloc::transform
