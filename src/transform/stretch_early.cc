#include "transform/stretch_early.h"

#include <map>

#include "transform/fuse_groups.h"
#include "transform/rebuild.h"
#include "transform/uses.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

/// Every axis stays where it is and has its size, or one that is common to it and others.
bool may_be_copy(const ir::Function& f, const Node& n) {
  if (!is_stretch(n)) return false;
  const ir::Type &x = f.type(n.operands[0]), &y = f.type(n.results[0]);
  if (x.rank() != y.rank()) return false;
  for (int a = 0; a < x.rank(); ++a) {
    if (x.sizes[a] == y.sizes[a]) continue;
    const auto symbol = y.sizes[a].lone_symbol();
    if (x.sizes[a].constant() || !symbol || !f.is_common_size(*symbol)) return false;
  }
  return true;
}

class StretchEarly : public Rebuild {
 public:
  ir::Function moved(const ir::Function& f) {
    note(f.body);
    return run(f);
  }

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (!may_be_copy(*from_, n)) return std::nullopt;
    const Region* here = makers_.at(n.results[0]).region;
    if (!is_moved(n.operands[0], here)) return std::nullopt;
    return Values{stretched(n.operands[0], n, here)};
  }

 private:
  struct Maker {
    const Node* node = nullptr;
    const Region* region = nullptr;
  };
  void note(const Region& r) {
    for (const Node& n : r.nodes) {
      for (Value y : n.results) makers_[y] = {&n, &r};
      for (const Region& inner : n.regions) note(inner);
    }
  }
  const Node* maker(Value v, const Region* here) const {
    const auto at = makers_.find(v);
    return at == makers_.end() || at->second.region != here ? nullptr : at->second.node;
  }
  /// Whether the stretch of v goes further up: v is computed for it alone, or stretched itself.
  bool is_moved(Value v, const Region* here) const {
    const Node* n = maker(v, here);
    if (n == nullptr) return false;
    return is_stretch(*n) || (is_fusible(*from_, *n) && uses(from_->body, v) == 1);
  }

  /// v as `stretch` would have it.
  Value stretched(Value v, const Node& stretch, const Region* here) {
    const Node* n = maker(v, here);
    if (!is_moved(v, here)) return stretch_of(at(v), stretch, stretch);
    if (is_stretch(*n))
      return may_be_copy(*from_, *n) ? stretched(n->operands[0], stretch, here)
                                     : stretch_of(at(n->operands[0]), *n, stretch);
    Values x;
    for (Value operand : n->operands) x.push_back(stretched(operand, stretch, here));
    b_->at(n->where);
    const Value y = b_->add(*n->op, x, n->attrs);
    b_->name(y, from_->values[v.id].name);
    return y;
  }
  /// `how` to the sizes of `to`; nothing where x has them.
  Value stretch_of(Value x, const Node& how, const Node& to) {
    const ir::Sizes& sizes = from_->type(to.results[0]).sizes;
    if (b_->type(x).sizes == sizes) return x;
    ir::Attrs attrs = how.attrs;
    attrs.set("sizes", sizes);
    b_->at(how.where);
    return b_->add(*how.op, {x}, attrs);
  }

  std::map<Value, Maker> makers_;
};

}  // namespace

ir::Graph stretch_early(ir::Graph g) {
  for (ir::Function& f : g.functions) f = StretchEarly().moved(f);
  return g;
}

}  // namespace tlaloc::transform
