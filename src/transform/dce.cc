#include "transform/dce.h"

#include <algorithm>
#include <set>

#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

std::size_t skipped(const Node& n) { return n.op->control == Control::loop ? 1 : 0; }

// Whether a function does something besides giving results.
class Effects {
 public:
  explicit Effects(const Graph& g) : g_(g) {}
  bool of(const Node& n) {
    if (n.op->control == Control::bind_size) return false;
    if (n.op->control == Control::call) return of(n.attrs.string("callee"));
    return n.op->has_effect;
  }

 private:
  bool of(const std::string& name) {
    const auto [at, is_new] = known_.try_emplace(name, false);
    if (!is_new) return at->second;
    bool found = false;
    ir::for_each_node(g_.find(name)->body, [&](const Node& n) { found |= of(n); });
    return known_[name] = found;
  }
  const Graph& g_;
  std::map<std::string, bool> known_;
};

/// Which parameters and results of a function are read.
struct Used {
  std::vector<bool> params, results;
};
using Wanted = std::map<std::string, Used>;

class Liveness {
 public:
  Liveness(const Function& f, Effects& effects, const Wanted& wanted)
      : f_(f), effects_(effects), wanted_(wanted), live_(f.values.size(), false) {
    index(f.body, nullptr);
    for (const auto& [n, parent] : parents_)
      if (effects_.of(*n)) keep(n);
    for (Value v : f.body.params) mention(v);
    mark(f.body.results, wanted.at(f.name).results);
    while (!todo_.empty()) {
      const Value v = todo_.back();
      todo_.pop_back();
      visit(v);
    }
  }

  bool live(Value v) const { return live_[v.id]; }
  bool kept(const Node& n) const { return kept_.count(&n) > 0; }
  /// Whether the i-th carried value of a loop is live.
  bool carries(const Node& n, std::size_t i) const { return carried_.count({&n, i}) > 0; }

 private:
  // Where a value is defined: a result of the node, or (region >= 0) a parameter of one of its
  // regions.
  struct Origin {
    const Node* node = nullptr;
    int region = -1;
    std::size_t index = 0;
  };

  void index(const Region& r, const Node* parent) {
    for (const Node& n : r.nodes) {
      parents_[&n] = parent;
      for (std::size_t i = 0; i < n.results.size(); ++i) origins_[n.results[i]] = {&n, -1, i};
      for (std::size_t k = 0; k < n.regions.size(); ++k) {
        for (std::size_t i = 0; i < n.regions[k].params.size(); ++i)
          origins_[n.regions[k].params[i]] = {&n, static_cast<int>(k), i};
        index(n.regions[k], &n);
      }
      if (n.op->control == Control::bind_size) births_[n.attrs.string("symbol")].push_back(&n);
    }
  }

  void mark(Value v) {
    if (live_[v.id]) return;
    live_[v.id] = true;
    todo_.push_back(v);
  }
  void mark(const Values& vs) {
    for (Value v : vs) mark(v);
  }
  void mark(const Values& vs, const std::vector<bool>& these) {
    for (std::size_t i = 0; i < vs.size(); ++i)
      if (these[i]) mark(vs[i]);
  }
  void mention(const ir::Size& s) {
    if (births_.empty()) return;
    for (const std::string& name : s.symbols())
      if (const auto at = births_.find(name); at != births_.end())
        for (const Node* n : at->second) keep(n);
  }
  void mention(Value v) {
    for (const ir::Size& s : f_.type(v).sizes) mention(s);
  }
  void mention(const ir::Attrs& attrs) {
    for (const auto& [name, value] : attrs.entries()) {
      if (const auto* s = std::get_if<ir::Size>(&value)) mention(*s);
      if (const auto* all = std::get_if<ir::Sizes>(&value))
        for (const ir::Size& s : *all) mention(s);
    }
  }

  void keep(const Node* n) {
    if (n == nullptr || !kept_.insert(n).second) return;
    keep(parents_.at(n));
    mention(n->attrs);
    switch (n->op->control) {
      case Control::branch:
      case Control::loop:
        mark(n->operands[0]);
        return;
      case Control::while_loop:
        mark(n->regions[0].results);
        return;
      case Control::map:
        return;
      case Control::call:
        mark(n->operands, wanted_.at(n->attrs.string("callee")).params);
        return;
      case Control::none:
      case Control::bind_size:
      case Control::size:
      case Control::require:
        mark(n->operands);
        return;
    }
  }

  void carry(const Node* n, std::size_t i) {
    if (!carried_.insert({n, i}).second) return;
    mark(n->operands[i + skipped(*n)]);
    mark(n->regions.back().results[i]);
  }

  void visit(Value v) {
    mention(v);
    const auto at = origins_.find(v);
    if (at == origins_.end()) return;
    const auto& [n, region, i] = at->second;
    keep(n);
    switch (n->op->control) {
      case Control::branch:
        for (const Region& r : n->regions) mark(r.results[i]);
        return;
      case Control::loop:
        if (region < 0)
          carry(n, i);
        else if (i > 0)
          carry(n, i - 1);
        return;
      case Control::while_loop:
        carry(n, i);
        return;
      case Control::map:
        mark(region < 0 ? n->regions[0].results[i] : n->operands[i]);
        return;
      default:
        return;
    }
  }

  const Function& f_;
  Effects& effects_;
  const Wanted& wanted_;
  std::vector<bool> live_;
  std::map<Value, Origin> origins_;
  std::map<const Node*, const Node*> parents_;
  std::map<std::string, std::vector<const Node*>> births_;
  std::set<const Node*> kept_;
  std::set<std::pair<const Node*, std::size_t>> carried_;
  Values todo_;
};

// Keeps the elements whose flag is set, behind the first `skip`.
void filter(Values& vs, const std::vector<bool>& keep, std::size_t skip = 0) {
  Values out(vs.begin(), vs.begin() + skip);
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i]) out.push_back(vs[i + skip]);
  vs = std::move(out);
}

class Sweep {
 public:
  explicit Sweep(const Liveness& live) : live_(live) {}

  void region(Region& r) const {
    std::vector<ir::Node> nodes;
    for (Node& n : r.nodes) {
      if (!live_.kept(n)) continue;
      node(n);
      nodes.push_back(std::move(n));
    }
    r.nodes = std::move(nodes);
  }

 private:
  std::vector<bool> flags(const Values& vs) const {
    std::vector<bool> out;
    for (Value v : vs) out.push_back(live_.live(v));
    return out;
  }

  void node(Node& n) const {
    for (Region& r : n.regions) region(r);
    const Control control = n.op->control;
    if (control == Control::branch || control == Control::map) {
      const std::vector<bool> keep = flags(n.results);
      for (Region& r : n.regions) filter(r.results, keep);
      filter(n.results, keep);
    }
    if (control == Control::map) {
      const std::vector<bool> keep = flags(n.regions[0].params);
      filter(n.regions[0].params, keep);
      filter(n.operands, keep);
    }
    if (control == Control::loop || control == Control::while_loop) {
      std::vector<bool> keep;
      for (std::size_t i = 0; i < n.results.size(); ++i) keep.push_back(live_.carries(n, i));
      for (Region& r : n.regions) filter(r.params, keep, skipped(n));
      filter(n.regions.back().results, keep);
      filter(n.operands, keep, skipped(n));
      filter(n.results, keep);
    }
  }

  const Liveness& live_;
};

void drop_unreachable(Graph& g) {
  std::set<std::string> reached{g.main().name};
  std::vector<std::string> todo{g.main().name};
  while (!todo.empty()) {
    const Function* f = g.find(todo.back());
    todo.pop_back();
    ir::for_each_node(f->body, [&](const Node& n) {
      if (n.op->control != Control::call) return;
      for (const std::string& name : named_functions(n))
        if (reached.insert(name).second) todo.push_back(name);
    });
  }
  std::erase_if(g.functions, [&](const Function& f) { return !reached.count(f.name); });
}

void sweep(Graph& g, const Wanted& wanted) {
  Effects effects(g);
  for (Function& f : g.functions) {
    // Liveness names nodes by address; sweeping moves a node only after it was asked about.
    const Liveness live(f, effects, wanted);
    Sweep(live).region(f.body);
  }
}

Wanted everything(const Graph& g) {
  Wanted out;
  for (const Function& f : g.functions)
    out[f.name] = {std::vector<bool>(f.body.params.size(), true),
                   std::vector<bool>(f.body.results.size(), true)};
  return out;
}

// What is read of functions: fills it in until nothing is new.
class Reads {
 public:
  explicit Reads(const Graph& g) : effects_(g) {
    for (const Function& f : g.functions) {
      const bool is_main = &f == &g.main();
      wanted_[f.name] = {std::vector<bool>(f.body.params.size(), is_main),
                         std::vector<bool>(f.body.results.size(), is_main)};
    }
    for (more_ = true; more_;) {
      more_ = false;
      for (const Function& f : g.functions) note(f);
      if (!more_)
        for (const Function& f : g.functions) keep_sizes(f);
    }
  }
  const Wanted& wanted() const { return wanted_; }

 private:
  void want(std::vector<bool>& which, std::size_t i) {
    more_ |= !which[i];
    which[i] = true;
  }
  void want_all(const std::string& name) {
    Used& used = wanted_.at(name);
    for (std::vector<bool>* which : {&used.params, &used.results})
      for (std::size_t i = 0; i < which->size(); ++i) want(*which, i);
  }
  void note(const Function& f) {
    const Liveness live(f, effects_, wanted_);
    Used& own = wanted_.at(f.name);
    for (std::size_t i = 0; i < own.params.size(); ++i)
      if (live.live(f.body.params[i])) want(own.params, i);
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control != Control::call || !live.kept(n)) return;
      const std::vector<std::string> named = named_functions(n);
      if (stays_a_call(n)) {
        for (const std::string& name : named) want_all(name);
        return;
      }
      auto& [params, results] = wanted_.at(named[0]);
      if (n.attrs.has(kHandedOver))  // what is written is given back
        for (std::size_t k = 0; k < n.attrs.ints(kHandedOver).size(); ++k)
          if (params[static_cast<std::size_t>(n.attrs.ints(kHandedOver)[k])])
            want(results, static_cast<std::size_t>(n.attrs.ints(kGivenBack)[k]));
      for (std::size_t i = 0; i < results.size(); ++i)
        if (live.live(n.results[i])) want(results, i);
    });
  }
  // A parameter that alone tells a size, or that the function's entry checks, stays; and a result.
  void keep_sizes(const Function& f) {
    auto& [params, results] = wanted_.at(f.name);
    if (!results.empty() && std::count(results.begin(), results.end(), true) == 0) want(results, 0);
    for (const ir::Requirement& r : f.requirements)
      for (const int i : {r.left_param, r.right_param})
        if (i >= 0) want(params, static_cast<std::size_t>(i));
    for (std::size_t i = 0; i < params.size(); ++i)
      for (const ir::Size& s : f.type(f.body.params[i]).sizes)
        if (!params[i] && !told_by_another(f, params, s)) want(params, i);
  }
  static bool told_by_another(const Function& f, const std::vector<bool>& params,
                              const ir::Size& s) {
    for (std::size_t i = 0; i < params.size(); ++i)
      for (const ir::Size& other : f.type(f.body.params[i]).sizes)
        if (params[i] && other == s && s.lone_symbol()) return true;
    return false;
  }

  Effects effects_;
  Wanted wanted_;
  bool more_ = false;
};

// The operands that are handed over and the results that they become, by their new places.
void renumber_handed(Node& call, const Used& stay) {
  if (!call.attrs.has(kHandedOver)) return;
  const ir::Ints handed = call.attrs.ints(kHandedOver), back = call.attrs.ints(kGivenBack);
  ir::Ints new_handed, new_back;
  for (std::size_t k = 0; k < handed.size(); ++k) {
    if (!stay.params[static_cast<std::size_t>(handed[k])]) continue;
    new_handed.push_back(std::count(stay.params.begin(), stay.params.begin() + handed[k], true));
    new_back.push_back(std::count(stay.results.begin(), stay.results.begin() + back[k], true));
  }
  call.attrs.set(std::string(kHandedOver), new_handed);
  call.attrs.set(std::string(kGivenBack), new_back);
}

void renumber(ir::Requirement& r, const std::vector<bool>& stay) {
  for (int* i : {&r.left_param, &r.right_param})
    if (*i >= 0) *i = static_cast<int>(std::count(stay.begin(), stay.begin() + *i, true));
}

}  // namespace

Graph drop_unread(Graph g) {
  drop_unreachable(g);
  const Wanted wanted = Reads(g).wanted();
  sweep(g, wanted);
  for (Function& f : g.functions) {
    const Used& own = wanted.at(f.name);
    filter(f.body.params, own.params);
    filter(f.body.results, own.results);
    for (ir::Requirement& r : f.requirements) renumber(r, own.params);
    ir::for_each_node(f.body, [&](Node& n) {
      if (n.op->control != Control::call) return;
      const Used& callee = wanted.at(n.attrs.string("callee"));
      filter(n.results, callee.results);
      filter(n.operands, callee.params);
      renumber_handed(n, callee);
    });
  }
  drop_unreachable(g);
  return g;
}

Graph dce(Graph g) {
  sweep(g, everything(g));
  drop_unreachable(g);
  return g;
}

}  // namespace tlaloc::transform
