#include "transform/lanes.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/lane_types.h"
#include "transform/signature.h"
#include "transform/vmap.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Parameter;
using ir::Tree;

// A symbol that no function of the program has.
std::string fresh_symbol(const ir::Graph& g, const std::string& wanted) {
  std::string stem;
  for (char c : wanted) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (stem.empty() || std::isdigit(static_cast<unsigned char>(stem[0]))) stem = "lanes" + stem;
  for (std::string name = stem;;) {
    std::string next = name;
    for (const Function& f : g.functions) next = f.fresh_symbol(next);
    if (next == name) return name;
    name = std::move(next);
  }
}

class OverLanes {
 public:
  OverLanes(Program p, const Lanes& lanes)
      : p_(std::move(p)), lanes_(lanes), types_(lanes.axis, record_count(p_.boundary)) {}

  Result<Program> run() {
    if (auto ok = place_parameters(); !ok) return base::fail(ok.error());
    copied_members_become_results(p_.boundary.result);
    take_results_in_order();
    if (auto ok = change_types(); !ok) return base::fail(ok.error());
    const ir::Size batch = lanes_.size >= 0 ? ir::Size(lanes_.size)
                                            : ir::Size::symbol(fresh_symbol(p_.graph, lanes_.name));
    std::vector<bool> batched;
    for (int place : leaf_places_) batched.push_back(place >= 0);
    auto g = vmap(p_.graph, batched, batch);
    if (!g) return base::fail(std::move(g.error()));
    p_.graph = std::move(*g);
    lanes_are_as_many();
    move_parameter_axes();
    move_result_axes();
    return std::move(p_);
  }

 private:
  tl::unexpected<base::Error> fail(std::string what) const {
    return base::fail(
        base::Error{"vmap", std::move(what), "vmap.argument", p_.graph.main().where, {}});
  }

  int place_of(const Parameter& p, std::size_t number) const {
    if (p.captured) return -1;
    return lanes_.places.empty() ? 0 : lanes_.places[number];
  }
  // For each leaf of the parameters: where its axis will stand, -1: it has none.
  Result<void> place_parameters() {
    std::vector<Parameter>& params = p_.boundary.params;
    const auto own = static_cast<std::size_t>(std::count_if(
        params.begin(), params.end(), [](const Parameter& p) { return !p.captured; }));
    if (!lanes_.places.empty() && lanes_.places.size() != own)
      return fail(
          fmt::format("got {} markers, the function has {} arguments", lanes_.places.size(), own));
    for (std::size_t i = 0; i < params.size(); ++i)
      for (const Tree* leaf : ir::leaves(params[i].tree)) {
        leaf_places_.resize(std::max<std::size_t>(leaf_places_.size(), leaf->leaf + 1), -1);
        leaf_places_[leaf->leaf] = leaf->enumerated ? -1 : place_of(params[i], i);
      }
    leaf_places_.resize(p_.graph.main().body.params.size(), -1);
    if (std::all_of(leaf_places_.begin(), leaf_places_.end(), [](int p) { return p < 0; }))
      return fail("no argument is batched");
    return {};
  }

  // A number that a gradient copies from an argument has one for every lane too.
  void copied_members_become_results(Tree& t) {
    for (Tree& child : t.children) copied_members_become_results(child);
    if (t.kind != Tree::Kind::constant || t.from.empty()) return;
    Function& f = p_.graph.main();
    for (const Parameter& p : p_.boundary.params) {
      const auto leaves = ir::leaves(p.tree);
      const auto paths = ir::leaf_paths(p.tree, p.name);
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (paths[i] != t.from || leaves[i]->enumerated) continue;
        const std::string field = t.field;
        t = *leaves[i];
        t.field = field;
        t.leaf = static_cast<int>(f.body.results.size());
        f.body.results.push_back(f.body.params[leaves[i]->leaf]);
        return;
      }
    }
  }
  void take_results_in_order() {
    Function& f = p_.graph.main();
    Values results;
    for (const Tree* leaf : ir::leaves(p_.boundary.result))
      results.push_back(f.body.results[leaf->leaf]);
    f.body.results = std::move(results);
    int next = 0;
    p_.boundary.result = renumbered(p_.boundary.result, next);
  }

  // All batches have the size of the first one.
  void lanes_are_as_many() {
    if (lanes_.size >= 0) return;
    Function& f = p_.graph.main();
    int first = -1;
    for (std::size_t i = 0; i < leaf_places_.size(); ++i) {
      if (leaf_places_[i] < 0) continue;
      if (first < 0)
        first = static_cast<int>(i);
      else
        f.requirements.push_back({static_cast<int>(i), 0, first, 0, "vmap", "vmap.c1", f.where});
    }
  }

  // Inside, the axis of the lanes is axis 0: a parameter that has it elsewhere is turned first.
  void move_parameter_axes() {
    Function& f = p_.graph.main();
    std::vector<ir::Node> nodes = std::exchange(f.body.nodes, {});
    ir::Builder b(f, ops::require_op());
    std::map<Value, Value> turned;
    for (std::size_t i = 0; i < leaf_places_.size(); ++i) {
      const int place = leaf_places_[i];
      if (place <= 0) continue;
      const Value p = f.body.params[i];
      ir::Type& t = f.values[p.id].type;
      std::rotate(t.sizes.begin(), t.sizes.begin() + 1, t.sizes.begin() + place + 1);
      if (!t.names.empty())
        std::rotate(t.names.begin(), t.names.begin() + 1, t.names.begin() + place + 1);
      turned[p] = ops::move_axis(b, p, place, 0);
    }
    for (ir::Node& n : nodes) f.body.nodes.push_back(std::move(n));
    const std::size_t added = turned.size();
    const auto use = [&](Values& vs) {
      for (Value& v : vs)
        if (const auto it = turned.find(v); it != turned.end()) v = it->second;
    };
    for (std::size_t i = added; i < f.body.nodes.size(); ++i) {
      use(f.body.nodes[i].operands);
      for (ir::Region& r : f.body.nodes[i].regions) {
        use(r.results);
        ir::for_each_node(r, [&](ir::Node& n) {
          use(n.operands);
          for (ir::Region& inner : n.regions) use(inner.results);
        });
      }
    }
    use(f.body.results);
    for (ir::Requirement& r : f.requirements) {
      r.left_axis = moved(r.left_axis, leaf_places_[r.left_param]);
      if (r.right_param >= 0) r.right_axis = moved(r.right_axis, leaf_places_[r.right_param]);
    }
  }
  static int moved(int axis, int place) {
    if (place <= 0 || axis > place) return axis;
    return axis == 0 ? place : axis - 1;
  }

  void move_result_axes() {
    if (lanes_.out == 0) return;
    Function& f = p_.graph.main();
    ir::Builder b(f, ops::require_op());
    for (Value& y : f.body.results)
      if (lanes_.out < f.type(y).rank()) y = ops::move_axis(b, y, 0, lanes_.out);
  }

  Result<void> change_types() {
    std::map<std::string, std::string> paths;
    for (std::size_t i = 0; i < p_.boundary.params.size(); ++i) {
      Parameter& p = p_.boundary.params[i];
      const int place = place_of(p, i);
      if (place < 0) continue;
      auto tree = types_.batched(p.tree, place);
      if (!tree) return at_the_function(tree.error());
      remember_paths(p.tree, p.name, *tree, p.name, paths);
      p.tree = std::move(*tree);
    }
    for (const Tree* leaf : ir::leaves(p_.boundary.result))
      if (leaf->enumerated) return fail("an enum in the result has no batch");
    auto result = types_.batched(p_.boundary.result, lanes_.out);
    if (!result) return at_the_function(result.error());
    p_.boundary.result = std::move(*result);
    follow_paths(p_.boundary.result, paths);
    return {};
  }
  tl::unexpected<base::Error> at_the_function(base::Error e) const {
    e.where = p_.graph.main().where;
    return base::fail(std::move(e));
  }
  // Where what stood at a path of an argument stands now.
  static void remember_paths(const Tree& was, const std::string& path, const Tree& is,
                             const std::string& now, std::map<std::string, std::string>& paths) {
    paths[path] = now;
    const bool boxed = was.kind == Tree::Kind::record;
    const Tree& parts = boxed ? is.children[0] : is;
    const std::string inside = boxed ? ir::child_path(is, 0, now) : now;
    for (std::size_t i = 0; i < was.children.size(); ++i)
      remember_paths(was.children[i], ir::child_path(was, i, path), parts.children[i],
                     ir::child_path(parts, i, inside), paths);
  }
  static void follow_paths(Tree& t, const std::map<std::string, std::string>& paths) {
    if (t.kind == Tree::Kind::constant)
      if (const auto it = paths.find(t.from); it != paths.end()) t.from = it->second;
    for (Tree& child : t.children) follow_paths(child, paths);
  }

  Program p_;
  const Lanes& lanes_;
  LaneTypes types_;
  std::vector<int> leaf_places_;
};

}  // namespace

Result<Program> over_lanes(Program p, const Lanes& lanes) {
  return OverLanes(std::move(p), lanes).run();
}

}  // namespace tlaloc::transform
