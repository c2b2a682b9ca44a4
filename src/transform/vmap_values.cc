#include "transform/vmap_values.h"

#include <algorithm>

#include "transform/words.h"

namespace tlaloc::transform {

LaneValues::LaneValues(const ir::Function& f, const std::vector<bool>& params)
    : batched_(f.values.size(), false) {
  for (std::size_t i = 0; i < params.size(); ++i) mark(f.body.params[i], params[i]);
  region(f.body);
}

void LaneValues::mark(Value v, bool by) {
  if (!by || batched_[v.id]) return;
  batched_[v.id] = true;
  ++marks_;
}

void LaneValues::region(const Region& r) {
  for (const Node& n : r.nodes) node(n);
}

void LaneValues::node(const Node& n) {
  switch (n.op->control) {
    case Control::branch:
      return branch(n);
    case Control::loop:
      return loop(n, 1);
    case Control::while_loop:
      return loop(n, 0);
    default: {
      const bool any =
          std::any_of(n.operands.begin(), n.operands.end(), [&](Value v) { return (*this)(v); });
      for (Value y : n.results) mark(y, any);
    }
  }
}

void LaneValues::branch(const Node& n) {
  for (const Region& r : n.regions) {
    region(r);
    for (std::size_t i = 0; i < n.results.size(); ++i)
      mark(n.results[i], (*this)(n.operands[0]) || (*this)(r.results[i]));
  }
}

void LaneValues::loop(const Node& n, std::size_t skip) {
  const Region& body = n.regions.back();
  const bool is_while = skip == 0;
  for (int before = -1; before != marks_;) {
    before = marks_;
    const Value ends = is_while ? n.regions[0].results[0] : n.operands[0];
    for (std::size_t i = 0; i < n.results.size(); ++i) {
      const Value in = body.params[i + skip], out = body.results[i];
      mark(in, (*this)(n.operands[i + skip]) || (*this)(out) || ((*this)(ends) && out != in));
      if (is_while) mark(n.regions[0].params[i], (*this)(in));
      mark(n.results[i], (*this)(in));
    }
    for (const Region& r : n.regions) region(r);
  }
}

}  // namespace tlaloc::transform
