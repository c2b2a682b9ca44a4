#include "transform/fuse.h"

#include <algorithm>
#include <map>
#include <set>

#include "ops/aligned.h"
#include "ops/table.h"
#include "transform/dce.h"
#include "transform/fuse_groups.h"
#include "transform/rebuild.h"
#include "transform/stretch_early.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

void find_makers(const Region& r, std::map<Value, const Node*>& out) {
  for (const Node& n : r.nodes) {
    for (Value y : n.results) out[y] = &n;
    for (const Region& inner : n.regions) find_makers(inner, out);
  }
}

void count_reads(const Region& r, std::map<Value, int>& reads) {
  for (const Node& n : r.nodes) {
    for (Value x : n.operands) ++reads[x];
    for (const Region& inner : n.regions) count_reads(inner, reads);
  }
  for (Value y : r.results) ++reads[y];
}

bool is_literal(const Node& n) {
  return n.op->element == ir::Element::pointwise && n.operands.empty();
}

/// Writes one function anew, group by group.
class Fuse : public Rebuild {
 public:
  ir::Function fused(const ir::Function& f) {
    find_makers(f.body, makers_);
    count_reads(f.body, reads_);
    return run(f);
  }

 protected:
  std::optional<Values> replace(const Node&) override { return std::nullopt; }
  void nodes(const Region& r) override {
    const Grouping g = group(*from_, r);
    for (std::size_t i = 0; i < g.order.size(); ++i) {
      if (g.is_map[i]) {
        add_map(r, g.order[i]);
      } else {
        for (std::size_t n : g.order[i]) node(r.nodes[n]);
      }
    }
  }

 private:
  /// An operand of the group from outside: a tensor, what a stretch repeats, or a literal that goes
  /// inside.
  struct Source {
    Value value;  ///< in the function written
    const Node* literal = nullptr;
  };
  Source source(const Region& r, Value x) {
    const auto maker = makers_.find(x);
    const auto here = [&](const Node* n) {
      return n >= r.nodes.data() && n < r.nodes.data() + r.nodes.size();
    };
    if (maker == makers_.end() || !is_stretch(*maker->second) || !here(maker->second))
      return {at(x)};
    const Node& stretch = *maker->second;
    const auto inner = makers_.find(stretch.operands[0]);
    if (inner != makers_.end() && is_literal(*inner->second)) return {{}, inner->second};
    b_->at(stretch.where);
    return {ops::aligned(*b_, stretch, at(stretch.operands[0]))};
  }

  void add_map(const Region& r, const std::vector<std::size_t>& group) {
    std::map<Value, int> inside;
    std::map<Value, Source> sources;
    Values operands;
    for (std::size_t i : group) {
      const Node& n = r.nodes[i];
      for (Value x : n.operands) {
        ++inside[x];
        const bool own = std::any_of(group.begin(), group.end(),
                                     [&](std::size_t k) { return r.nodes[k].results[0] == x; });
        if (own || sources.contains(x)) continue;
        sources[x] = source(r, x);
        const Value v = sources[x].value;
        if (v && std::find(operands.begin(), operands.end(), v) == operands.end())
          operands.push_back(v);
      }
    }
    Values read_outside;
    for (std::size_t i : group)
      if (const Value y = r.nodes[i].results[0]; reads_[y] > inside[y]) read_outside.push_back(y);
    const Values y = write_map(r, group, sources, operands, read_outside);
    for (std::size_t k = 0; k < y.size(); ++k) map_[read_outside[k]] = y[k];
  }

  Values write_map(const Region& r, const std::vector<std::size_t>& group,
                   const std::map<Value, Source>& sources, const Values& operands,
                   const Values& results) {
    std::vector<ir::Type> elements;
    std::vector<std::string> names;
    for (Value v : operands) {
      elements.push_back(ir::scalar_type(b_->type(v).dtype));
      names.push_back(b_->function().values[v.id].name);
    }
    const Values params = b_->open_region(elements, names);
    std::map<Value, Value> element;
    for (const auto& [x, s] : sources) {
      if (s.literal != nullptr) {
        element[x] = b_->add(*s.literal->op, {}, s.literal->attrs);
      } else {
        element[x] =
            params[std::find(operands.begin(), operands.end(), s.value) - operands.begin()];
      }
    }
    for (std::size_t i : group) {
      const Node& n = r.nodes[i];
      b_->at(n.where);
      Values x;
      for (Value v : n.operands) x.push_back(element.at(v));
      element[n.results[0]] = b_->add(*n.op, x, n.attrs);
      b_->name(element[n.results[0]], from_->values[n.results[0].id].name);
    }
    Values inner;
    std::vector<ir::Type> types;
    for (Value y : results) {
      inner.push_back(element.at(y));
      types.push_back(from_->type(y));
    }
    std::vector<Region> regions;
    regions.push_back(b_->close_region(std::move(inner)));
    const Values y = b_->add_structural(ops::structural(ir::Control::map), operands, {},
                                        std::move(regions), types);
    for (std::size_t k = 0; k < y.size(); ++k) b_->name(y[k], from_->values[results[k].id].name);
    return y;
  }

  std::map<Value, const Node*> makers_;
  std::map<Value, int> reads_;
};

}  // namespace

ir::Graph fuse(ir::Graph g) {
  g = stretch_early(std::move(g));
  for (ir::Function& f : g.functions) f = Fuse().fused(f);
  return dce(std::move(g));
}

}  // namespace tlaloc::transform
