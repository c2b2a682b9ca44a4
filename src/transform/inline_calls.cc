#include "transform/inline_calls.h"

#include "transform/rebuild.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

// The functions that `name` reaches by calls.
void reach(const Graph& g, const std::string& name, std::set<std::string>& out) {
  ir::for_each_node(g.find(name)->body, [&](const Node& n) {
    if (n.op->control != Control::call) return;
    if (out.insert(n.attrs.string("callee")).second) reach(g, n.attrs.string("callee"), out);
  });
}

class InlineCalls : public Rebuild {
 public:
  InlineCalls(const Graph& g, const std::set<std::string>& recursive)
      : g_(g), recursive_(recursive) {}
  bool changed() const { return changed_; }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (n.op->control != Control::call || stays_a_call(n) ||
        recursive_.count(n.attrs.string("callee")))
      return std::nullopt;
    Function callee = *g_.find(n.attrs.string("callee"));
    const Values x = at(n.operands);
    if (!fit_sizes(callee, x)) return std::nullopt;
    changed_ = true;
    std::map<Value, Value> map;
    for (std::size_t i = 0; i < x.size(); ++i) map[callee.body.params[i]] = x[i];
    return b_->inline_region(callee, callee.body, map);
  }

 private:
  // Writes the callee in the caller's sizes; false if its parameters say more than the arguments.
  bool fit_sizes(Function& callee, const Values& x) {
    std::map<std::string, Size> by;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const ir::Sizes& want = callee.type(callee.body.params[i]).sizes;
      for (std::size_t axis = 0; axis < want.size(); ++axis)
        if (const auto symbol = want[axis].lone_symbol(); symbol && !callee.is_common_size(*symbol))
          by.try_emplace(*symbol, b_->type(x[i]).sizes[axis]);
    }
    for (const ir::CommonSize& c : callee.common_sizes) {
      b_->at(c.where);
      const Size common =
          b_->common_size(c.left.substitute(by), c.right.substitute(by), c.op, c.id, c.text);
      if (!c.symbol.empty()) by.insert_or_assign(c.symbol, common);
    }
    rename_births(callee, by);
    ir::substitute(callee, by);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (callee.type(callee.body.params[i]).sizes != b_->type(x[i]).sizes) return false;
    return true;
  }

  // Symbols that the callee's body bears get names that the caller does not use.
  void rename_births(Function& callee, std::map<std::string, Size>& by) {
    ir::for_each_node(callee.body, [&](Node& n) {
      if (n.op->control != Control::bind_size) return;
      std::string stem = n.attrs.string("symbol"), name = stem;
      for (int i = 2; taken_.count(name) || from_->fresh_symbol(name) != name ||
                      b_->function().fresh_symbol(name) != name;
           ++i)
        name = stem + "_" + std::to_string(i);
      taken_.insert(name);
      by.insert_or_assign(stem, Size::symbol(name));
      n.attrs.set("symbol", name);
    });
  }

  const Graph& g_;
  const std::set<std::string>& recursive_;
  std::set<std::string> taken_;
  bool changed_ = false;
};

}  // namespace

std::set<std::string> functions_reached(const Graph& g, const std::string& name) {
  std::set<std::string> out;
  reach(g, name, out);
  return out;
}

std::set<std::string> recursive_functions(const Graph& g) {
  std::set<std::string> recursive;
  for (const Function& f : g.functions)
    if (functions_reached(g, f.name).count(f.name)) recursive.insert(f.name);
  return recursive;
}

Graph inline_calls(Graph g) {
  const std::set<std::string> recursive = recursive_functions(g);
  // Until nothing is left to put in place: each round takes one level of calls.
  for (bool more = true; more;) {
    more = false;
    Graph next = g;
    for (std::size_t i = 0; i < g.functions.size(); ++i) {
      InlineCalls pass(g, recursive);
      next.functions[i] = pass.run(g.functions[i]);
      more |= pass.changed();
    }
    g = std::move(next);
  }
  return g;
}

}  // namespace tlaloc::transform
