#include "transform/fuse_groups.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>

#include "pen/cpp_pen.h"
#include "transform/words.h"

namespace tlaloc::transform {

bool is_stretch(const Node& n) { return n.op->element == ir::Element::stretch; }

namespace {

/// Lanes are of one floating type; integers and narrow floats stay with the kernels.
bool has_lanes(const ir::Function& f, const Node& n) {
  std::set<DType> types;
  for (const ir::Values* side : {&n.operands, &n.results})
    for (Value v : *side)
      if (f.type(v).dtype != DType::b1) types.insert(f.type(v).dtype);
  return types.size() <= 1 && !types.contains(DType::bf16) &&
         std::all_of(types.begin(), types.end(), [](DType t) { return is_floating(t); });
}

/// Whether the op says how it is written for an element.
bool has_spelling(const ir::Function& f, const Node& n) {
  std::vector<pen::CppPen::Operand> x(n.operands.size(), {"x"});
  pen::CppPen pen(pen::CppPen::Place::element, std::move(x), f);
  n.op->cpp(pen, n);
  return !pen.text().empty();
}

}  // namespace

bool is_fusible(const ir::Function& f, const Node& n) {
  return n.op->element == ir::Element::pointwise && n.results.size() == 1 && !n.operands.empty() &&
         !f.type(n.results[0]).is_scalar() && has_lanes(f, n) && has_spelling(f, n);
}

namespace {

/// Sets of node indices that merge.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  std::size_t find(std::size_t i) { return parent_[i] == i ? i : parent_[i] = find(parent_[i]); }
  void join(std::size_t a, std::size_t b) {
    parent_[std::max(find(a), find(b))] = std::min(find(a), find(b));
  }

 private:
  std::vector<std::size_t> parent_;
};

/// What a node waits for: the nodes that make its operands, read by its regions too, and bear its
/// symbols; and the last node with an effect.
class Needs {
 public:
  Needs(const ir::Function& f, const Region& r) : f_(f), all_(r.nodes.size()) {
    std::size_t last_effect = kNone;
    for (std::size_t i = 0; i < r.nodes.size(); ++i) {
      const Node& n = r.nodes[i];
      collect(n, all_[i]);
      if (n.op->has_effect) {
        if (last_effect != kNone) all_[i].insert(last_effect);
        last_effect = i;
      } else if (last_effect != kNone) {
        all_[i].insert(last_effect);
      }
      for (Value y : n.results) maker_[y] = i;
      if (n.op->control == ir::Control::bind_size) bearer_[n.attrs.string("symbol")] = i;
      all_[i].erase(i);
    }
  }
  const std::set<std::size_t>& of(std::size_t i) const { return all_[i]; }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void collect(const Node& n, std::set<std::size_t>& out) {
    for (Value x : n.operands)
      if (auto m = maker_.find(x); m != maker_.end()) out.insert(m->second);
    for (Value y : n.results)
      for (const ir::Size& s : f_.type(y).sizes) symbols(s, out);
    for (const auto& [name, value] : n.attrs.entries()) {
      if (const auto* s = std::get_if<ir::Size>(&value)) symbols(*s, out);
      if (const auto* all = std::get_if<ir::Sizes>(&value))
        for (const ir::Size& s : *all) symbols(s, out);
    }
    for (const Region& inner : n.regions) {
      for (const Node& m : inner.nodes) collect(m, out);
      for (Value y : inner.results)
        if (auto m = maker_.find(y); m != maker_.end()) out.insert(m->second);
    }
  }

  void symbols(const ir::Size& s, std::set<std::size_t>& out) const {
    for (const std::string& symbol : s.symbols())
      if (auto b = bearer_.find(symbol); b != bearer_.end()) out.insert(b->second);
  }

  const ir::Function& f_;
  std::vector<std::set<std::size_t>> all_;
  std::map<Value, std::size_t> maker_;
  std::map<std::string, std::size_t> bearer_;
};

class Grouper {
 public:
  Grouper(const ir::Function& f, const Region& r)
      : f_(f), r_(r), needs_(f, r), sets_(r.nodes.size()) {
    for (const Node& n : r.nodes) {
      fusible_.push_back(is_fusible(f, n));
      if (is_stretch(n)) stretched_[n.results[0]] = &n;
    }
  }

  Grouping run() {
    find_levels();
    sink();
    join_neighbours();
    return in_order();
  }

 private:
  const ir::Sizes& sizes(std::size_t i) const { return f_.type(r_.nodes[i].results[0]).sizes; }
  bool fusible(std::size_t i) const { return fusible_[i]; }

  // Nodes of one level and one shape may be one map: whatever lies on a way between two of them
  // that is not one of them would have raised the level.
  void find_levels() {
    level_.assign(r_.nodes.size(), 0);
    for (std::size_t i = 0; i < r_.nodes.size(); ++i)
      for (std::size_t x : needs_.of(i)) {
        const bool together = fusible(i) && fusible(x) && sizes(i) == sizes(x);
        const bool through =
            (is_stretch(r_.nodes[i]) && !fusible(x)) || (fusible(i) && is_stretch(r_.nodes[x]));
        level_[i] = std::max(level_[i], level_[x] + (together || through ? 0 : 1));
      }
  }

  // What reads nothing of its own level and is read by one later map alone belongs there.
  void sink() {
    std::vector<std::vector<std::size_t>> readers(r_.nodes.size());
    for (std::size_t i = 0; i < r_.nodes.size(); ++i)
      for (std::size_t x : needs_.of(i)) readers[x].push_back(i);
    const std::set<Value> results(r_.results.begin(), r_.results.end());
    for (std::size_t i = r_.nodes.size(); i-- > 0;) {
      if (!fusible(i) || readers[i].empty() || results.contains(r_.nodes[i].results[0])) continue;
      const auto together = [&](std::size_t k) { return fusible(k) && sizes(k) == sizes(i); };
      if (!std::all_of(readers[i].begin(), readers[i].end(), together)) continue;
      if (std::any_of(needs_.of(i).begin(), needs_.of(i).end(), together)) continue;
      int lowest = level_[readers[i].front()];
      for (std::size_t k : readers[i]) lowest = std::min(lowest, level_[k]);
      level_[i] = lowest;
    }
  }

  // Neighbours: one reads the other, or both read the same tensor.
  void join_neighbours() {
    std::map<Value, std::vector<std::size_t>> readers;
    for (std::size_t i = 0; i < r_.nodes.size(); ++i) {
      if (!fusible(i)) continue;
      for (Value x : r_.nodes[i].operands) readers[x].push_back(i);
      for (std::size_t x : needs_.of(i))
        if (fusible(x)) join(i, x);
    }
    for (const auto& [x, all] : readers)
      for (std::size_t i : all) join(i, all.front());
  }
  void join(std::size_t a, std::size_t b) {
    if (level_[a] == level_[b] && sizes(a) == sizes(b)) sets_.join(a, b);
  }

  /// The order of before, but for what a group pulls together.
  Grouping in_order() {
    const std::size_t count = r_.nodes.size();
    std::map<std::size_t, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < count; ++i) members[sets_.find(i)].push_back(i);
    std::map<std::size_t, std::set<std::size_t>> waits, frees;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t x : needs_.of(i)) {
        if (sets_.find(x) == sets_.find(i)) continue;
        waits[sets_.find(i)].insert(sets_.find(x));
        frees[sets_.find(x)].insert(sets_.find(i));
      }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (const auto& [head, all] : members)
      if (waits[head].empty()) ready.push(head);
    Grouping out;
    while (!ready.empty()) {
      const std::size_t head = ready.top();
      ready.pop();
      out.order.push_back(members[head]);
      out.is_map.push_back(is_worth_it(members[head]));
      for (std::size_t next : frees[head])
        if (waits[next].erase(head) == 1 && waits[next].empty()) ready.push(next);
    }
    return out;
  }

  /// Two ops, or one that would need a stretched operand written out.
  bool is_worth_it(const std::vector<std::size_t>& all) const {
    if (!fusible(all.front())) return false;
    bool stretches = false;
    Values read;
    for (std::size_t i : all)
      for (Value x : r_.nodes[i].operands) {
        stretches = stretches || stretched_.contains(x);
        const bool inside = std::any_of(all.begin(), all.end(),
                                        [&](std::size_t k) { return r_.nodes[k].results[0] == x; });
        if (!inside) read.push_back(x);
      }
    return (stretches || all.size() > 1) && give_sizes(read, sizes(all.front()));
  }

  /// A map takes its sizes from its operands: one that has them, or all that meet in them.
  bool give_sizes(const Values& read, const ir::Sizes& wanted) const {
    std::vector<std::set<ir::Size>> met(wanted.size());
    for (Value x : read) {
      const auto at = stretched_.find(x);
      if (at == stretched_.end()) return true;
      const ir::Ints& axes = at->second->attrs.ints("axes");
      for (std::size_t i = 0; i < axes.size(); ++i)
        meet(f_.type(at->second->operands[0]).sizes[i], met[axes[i]]);
    }
    for (std::size_t a = 0; a < wanted.size(); ++a) {
      std::set<ir::Size> all;
      meet(wanted[a], all);
      if (met[a] != all) return false;
    }
    return true;
  }
  /// The sizes that `s` is common to, or `s`; a 1 stretches and says nothing.
  void meet(const ir::Size& s, std::set<ir::Size>& out) const {
    if (s == ir::Size(1)) return;
    const auto common =
        std::find_if(f_.common_sizes.begin(), f_.common_sizes.end(), [&](const ir::CommonSize& c) {
          return !c.symbol.empty() && s == ir::Size::symbol(c.symbol);
        });
    if (common == f_.common_sizes.end()) {
      out.insert(s);
    } else {
      meet(common->left, out);
      meet(common->right, out);
    }
  }

  const ir::Function& f_;
  const Region& r_;
  Needs needs_;
  Sets sets_;
  std::vector<int> level_;
  std::vector<bool> fusible_;
  std::map<Value, const Node*> stretched_;
};

}  // namespace

Grouping group(const ir::Function& f, const Region& r) { return Grouper(f, r).run(); }

}  // namespace tlaloc::transform
