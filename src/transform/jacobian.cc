#include "transform/jacobian.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "ops/arithmetic.h"
#include "ops/basis.h"
#include "ops/table.h"
#include "transform/cotangent_sizes.h"
#include "transform/dce.h"
#include "transform/jacobian_type.h"
#include "transform/jvp.h"
#include "transform/rules.h"
#include "transform/splice.h"
#include "transform/vjp.h"
#include "transform/vmap.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Tree;

std::vector<const Tree*> moving_leaves(const Tree& t) {
  std::vector<const Tree*> out;
  for (const Tree* leaf : ir::leaves(t))
    if (leaf->differentiable) out.push_back(leaf);
  return out;
}

int largest_record(const Tree& t) {
  int most = t.record;
  for (const Tree& child : t.children) most = std::max(most, largest_record(child));
  return most;
}

class WholeDerivative {
 public:
  WholeDerivative(const Program& p, const std::vector<int>& wanted)
      : p_(p),
        from_(p.graph.main()),
        b_(to_, ops::require_op()),
        y_(moving_leaves(p.boundary.result)) {
    for (int i : wanted)
      for (const Tree* leaf : moving_leaves(p.boundary.params[i].tree)) x_.push_back(leaf);
    plain_ = p.boundary.result.leaf >= 0 && wanted.size() == 1 &&
             p.boundary.params[wanted[0]].tree.leaf >= 0;
  }

  Result<Program> run(bool reverse) {
    begin();
    if (reverse) bear_sizes();
    std::vector<Values> blocks(y_.size(), Values(x_.size()));  // [y][x]
    for (std::size_t i = 0; i < (reverse ? y_ : x_).size(); ++i)
      if (auto ok = reverse ? row(i, blocks) : column(i, blocks); !ok)
        return base::fail(ok.error());
    for (const Values& row : blocks)
      for (Value v : row) to_.body.results.push_back(v);
    Graph g;
    g.functions.push_back(std::move(to_));
    for (Function& f : called_) g.functions.push_back(std::move(f));
    return Program{std::move(g), boundary(), std::move(directions_)};
  }

 private:
  void begin() {
    to_.name = from_.name;
    to_.where = from_.where;
    to_.requirements = from_.requirements;
    to_.common_sizes = from_.common_sizes;
    for (Value p : from_.body.params) to_.add_param(from_.type(p), from_.values[p.id].name);
    b_.at(from_.where);
  }
  Type type_of_x(std::size_t i) const { return from_.type(from_.body.params[x_[i]->leaf]); }
  Type type_of_y(std::size_t i) const {
    Type t = from_.type(from_.body.results[y_[i]->leaf]);
    for (ir::Size& s : t.sizes)
      if (const auto at = born_.find(s); at != born_.end()) s = at->second;
    return t;
  }

  // All directions of a result are made before the derivative runs. Where only the run tells its
  // sizes, what they come of runs first.
  void bear_sizes() {
    Graph g = p_.graph;
    Function& f = g.main();
    Builder b(f, ops::require_op());
    std::vector<ir::Size> unknown;
    Values sizes;
    for (const Tree* y : y_)
      for (const ir::Size& s : Type(f.type(p_.graph.main().body.results[y->leaf])).sizes)
        if (!is_known_at_entry(f, f.body.params.size(), s) && born_.emplace(s, s).second) {
          unknown.push_back(s);
          sizes.push_back(ops::size_value(b, s));
        }
    if (unknown.empty()) return;
    f.body.results = std::move(sizes);
    g = dce(std::move(g));
    keep_called(g);
    const Values numbers =
        splice(b_, g.main(), to_.body.params, [&](const std::string& stem) { return fresh(stem); });
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::string symbol = fresh("rows");
      b_.add_structural(ops::structural(ir::Control::bind_size), {numbers[i]}, {{"symbol", symbol}},
                        {}, {});
      born_[unknown[i]] = ir::Size::symbol(symbol);
    }
  }

  // The derivatives of all results by one leaf of the parameters.
  Result<void> column(std::size_t x, std::vector<Values>& blocks) {
    std::vector<bool> active(from_.body.params.size(), false);
    active[x_[x]->leaf] = true;
    auto g = jvp(p_.graph, active);
    if (!g) return base::fail(g.error());
    Function& f = g->main();
    // Behind the results: a tangent of each floating one.
    Values tangents(from_.body.results.size());
    std::size_t next = from_.body.results.size();
    for (std::size_t i = 0; i < tangents.size(); ++i)
      if (is_floating(from_.type(from_.body.results[i]).dtype))
        tangents[i] = f.body.results[next++];
    Values wanted;
    for (const Tree* leaf : y_) wanted.push_back(tangents[leaf->leaf]);
    f.body.results = wanted;
    auto lanes = along_all(std::move(*g), type_of_x(x));
    if (!lanes) return base::fail(lanes.error());
    for (std::size_t y = 0; y < y_.size(); ++y)
      blocks[y][x] = ops::lanes_last(b_, (*lanes)[y], type_of_x(x).sizes);
    return {};
  }

  // The derivatives of one leaf of the result by all of the parameters.
  Result<void> row(std::size_t y, std::vector<Values>& blocks) {
    std::vector<bool> active(from_.body.params.size(), false);
    for (const Tree* leaf : x_) active[leaf->leaf] = true;
    std::vector<bool> seeded(from_.body.results.size(), false);
    seeded[y_[y]->leaf] = true;
    auto g = vjp(p_.graph, active, seeded);
    if (!g) return base::fail(g.error());
    Function& f = g->main();
    Values by_leaf(active.size());
    std::size_t next = from_.body.results.size();
    for (std::size_t i = 0; i < active.size(); ++i)
      if (active[i]) by_leaf[i] = f.body.results[next++];
    Values wanted;
    for (const Tree* leaf : x_) wanted.push_back(by_leaf[leaf->leaf]);
    f.body.results = wanted;
    cotangents_bear_sizes(f, active.size());
    const Type t = type_of_y(y);
    auto lanes = along_all(std::move(*g), t);
    if (!lanes) return base::fail(lanes.error());
    for (std::size_t x = 0; x < x_.size(); ++x)
      blocks[y][x] = ops::to_dtype(b_, ops::lanes_first(b_, (*lanes)[x], t.sizes), t.dtype);
    return {};
  }

  // The results of `g` with its last parameter, here of this type, running through all directions.
  Result<Values> along_all(Graph g, const Type& t) {
    if (!t.is_scalar()) {
      std::vector<bool> batched(g.main().body.params.size(), false);
      batched.back() = true;
      auto made = vmap(g, batched, ir::product(g.main().type(g.main().body.params.back()).sizes));
      if (!made) return base::fail(made.error());
      directions_.push_back(ir::product(t.sizes));
      g = std::move(*made);
    }
    keep_called(g);
    Values x = to_.body.params;
    x.push_back(ops::basis(b_, t));
    return splice(b_, g.main(), x, [&](const std::string& stem) { return fresh(stem); });
  }

  // What the spliced function calls, under names of its own.
  void keep_called(Graph& g) {
    std::map<std::string, std::string> names;
    std::set<std::string> own;
    for (std::size_t i = 1; i < g.functions.size(); ++i) own.insert(g.functions[i].name);
    for (std::size_t i = 1; i < g.functions.size(); ++i) {
      const std::string name = g.functions[i].name;
      std::string unused = name;
      for (int k = 2; taken_.contains(unused) || (unused != name && own.contains(unused)); ++k)
        unused = name + "_" + std::to_string(k);
      own.insert(unused);
      names[name] = g.functions[i].name = unused;
    }
    for (const auto& [_, name] : names) taken_.insert(name);
    for (Function& f : g.functions)
      ir::for_each_node(f.body, [&](ir::Node& n) {
        if (n.op->control == ir::Control::call) rename_functions(n, names);
      });
    for (std::size_t i = 1; i < g.functions.size(); ++i) called_.push_back(g.functions[i]);
  }

  std::string fresh(const std::string& stem) {
    for (int i = 1;; ++i) {
      std::string name = i == 1 ? stem : stem + "_" + std::to_string(i);
      if (from_.fresh_symbol(name) == name && symbols_.insert(name).second) return name;
    }
  }

  ir::Boundary boundary() const {
    ir::Boundary b = p_.boundary;
    std::vector<Tree> leaves;
    int next = 0;
    for (const Tree* y : y_)
      for (const Tree* x : x_) leaves.push_back(jacobian_leaf(*y, *x, next++));
    int record = largest_record(b.result);
    for (const ir::Parameter& p : b.params) record = std::max(record, largest_record(p.tree));
    b.result = plain_ ? std::move(leaves[0]) : blocks_tree(std::move(leaves), record + 1);
    return b;
  }

  const Program& p_;
  const Function& from_;
  Function to_;
  Builder b_;
  std::vector<const Tree*> y_, x_;     // the leaves that have a derivative
  std::map<ir::Size, ir::Size> born_;  // a size of a result that only the run tells -> it, here
  bool plain_ = false;
  std::set<std::string> taken_;  // names of functions that are called already
  std::set<std::string> symbols_;
  std::vector<Function> called_;
  std::vector<ir::Size> directions_;
};

}  // namespace

Result<Program> jacobian(const Program& p, const std::vector<int>& wanted, bool reverse) {
  return WholeDerivative(p, wanted).run(reverse);
}

}  // namespace tlaloc::transform
