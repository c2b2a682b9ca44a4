#include "transform/rebuild.h"

#include "base/check.h"
#include "ops/table.h"
#include "transform/words.h"

namespace tlaloc::transform {

ir::Function Rebuild::run(const ir::Function& from) {
  ir::Function to;
  to.name = from.name;
  to.where = from.where;
  to.requirements = from.requirements;
  to.common_sizes = from.common_sizes;
  ir::Builder b(to, ops::require_op());
  from_ = &from;
  b_ = &b;
  map_.clear();
  for (Value p : from.body.params) map_[p] = to.add_param(from.type(p), from.values[p.id].name);
  to.body.results = inline_nodes(from.body);
  return to;
}

Value Rebuild::at(Value v) const {
  const auto found = map_.find(v);
  TLALOC_CHECK(found != map_.end(), "a value is read before it is there");
  return found->second;
}

Values Rebuild::at(const Values& v) const {
  Values out;
  for (Value x : v) out.push_back(at(x));
  return out;
}

ir::Region Rebuild::region(const ir::Region& r) {
  std::vector<ir::Type> types;
  std::vector<std::string> names;
  for (Value p : r.params) {
    types.push_back(from_->type(p));
    names.push_back(from_->values[p.id].name);
  }
  const Values params = b_->open_region(types, names);
  for (std::size_t i = 0; i < params.size(); ++i) map_[r.params[i]] = params[i];
  Values results = inline_nodes(r);
  return b_->close_region(std::move(results));
}

Values Rebuild::inline_nodes(const ir::Region& r) {
  nodes(r);
  return at(r.results);
}

void Rebuild::nodes(const ir::Region& r) {
  for (const ir::Node& n : r.nodes) node(n);
}

Values Rebuild::copied(const ir::Node& n, Values operands) {
  std::vector<ir::Region> regions;
  for (const ir::Region& r : n.regions) regions.push_back(region(r));
  b_->at(n.where);
  std::vector<ir::Type> types;
  for (Value v : n.results) types.push_back(from_->type(v));
  Values y =
      b_->add_structural(*n.op, std::move(operands), n.attrs, std::move(regions), std::move(types));
  for (std::size_t i = 0; i < y.size(); ++i) b_->name(y[i], from_->values[n.results[i].id].name);
  return y;
}

void Rebuild::node(const ir::Node& n) {
  b_->at(n.where);
  std::optional<Values> y = replace(n);
  if (!y && n.op->control == Control::map) return b_->copy(*from_, n, map_);
  if (!y) {
    y = copied(n, at(n.operands));
    if (!y->empty())
      if (auto other = after(y->front())) y = std::move(other);
  }
  TLALOC_CHECK(y->size() == n.results.size(), "a node was replaced by a wrong number of values");
  for (std::size_t i = 0; i < y->size(); ++i) map_[n.results[i]] = (*y)[i];
}

}  // namespace tlaloc::transform
