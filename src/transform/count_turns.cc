#include "transform/count_turns.h"

#include <algorithm>

#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/rebuild.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

class CountTurns : public Rebuild {
 public:
  explicit CountTurns(const Activity& activity) : activity_(activity) {}

 protected:
  std::optional<Values> replace(const Node& n) override {
    const bool active = std::any_of(n.results.begin(), n.results.end(),
                                    [&](Value v) { return activity_.active(v); });
    if (n.op->control != Control::while_loop || !active) return std::nullopt;
    const Value turns = count(n);
    Values operands = at(n.operands);
    operands.insert(operands.begin(), turns);
    std::vector<Type> types = carried_types(n);
    types.insert(types.begin(), ir::scalar_type(DType::i64));
    const Region& body = n.regions[1];
    const Values params = b_->open_region(types);
    bind(body, params);
    std::vector<Region> regions;
    Values results = inline_nodes(body);
    regions.push_back(b_->close_region(std::move(results)));
    b_->at(n.where);
    types.erase(types.begin());
    const Values y =
        b_->add_structural(ops::structural(Control::loop), operands, {}, std::move(regions), types);
    for (std::size_t i = 0; i < y.size(); ++i) b_->name(y[i], from_->values[n.results[i].id].name);
    return y;
  }

 private:
  std::vector<Type> carried_types(const Node& n) const {
    std::vector<Type> types;
    for (Value v : n.results) types.push_back(from_->type(v));
    return types;
  }
  // Parameters behind the counter.
  void bind(const Region& r, const Values& params) {
    for (std::size_t i = 0; i < r.params.size(); ++i) {
      map_[r.params[i]] = params[i + 1];
      b_->name(params[i + 1], from_->values[r.params[i].id].name);
    }
  }
  // The loop with a counter in front of its carried values.
  Value count(const Node& n) {
    Values operands = at(n.operands);
    operands.insert(operands.begin(), ops::integer(*b_, 0));
    std::vector<Type> types = carried_types(n);
    types.insert(types.begin(), ir::scalar_type(DType::i64));
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      const Values params = b_->open_region(types);
      bind(r, params);
      Values results = b_->inline_region(*from_, r, map_);
      if (&r == &n.regions[1])
        results.insert(results.begin(), ops::add(*b_, params[0], ops::integer(*b_, 1)));
      regions.push_back(b_->close_region(std::move(results)));
    }
    b_->at(n.where);
    return b_->add_structural(*n.op, operands, n.attrs, std::move(regions), types)[0];
  }

  const Activity& activity_;
};

}  // namespace

ir::Function count_turns(const ir::Function& f, const Activity& activity) {
  return CountTurns(activity).run(f);
}

}  // namespace tlaloc::transform
