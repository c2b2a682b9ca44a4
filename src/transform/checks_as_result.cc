#include "transform/checks_as_result.h"

#include <set>
#include <string>
#include <utility>

#include "ops/arithmetic.h"
#include "ops/live.h"
#include "transform/rebuild.h"

namespace tlaloc::transform {
namespace {

using ir::Control;
using ir::Node;
using ir::Region;
using ir::Type;
using ir::Value;
using ir::Values;

using Names = std::set<std::string>;

const Type kHolds = ir::scalar_type(DType::b1);

/// Whether the node is a check, holds one, or calls a function that does.
bool may_fail(const Node& n, const Names& failing) {
  if (n.op->control == Control::require) return !n.operands.empty();
  if (n.op->control == Control::call) return failing.contains(n.attrs.string("callee"));
  bool found = false;
  for (const Region& r : n.regions)
    for (const Node& inner : r.nodes) found = found || may_fail(inner, failing);
  return found;
}
bool may_fail(const Region& r, const Names& failing) {
  for (const Node& n : r.nodes)
    if (may_fail(n, failing)) return true;
  return false;
}

/// The functions that check something, themselves or in what they call.
Names failing_functions(const ir::Graph& g) {
  Names out;
  for (bool grew = true; grew;) {
    grew = false;
    for (const ir::Function& f : g.functions)
      if (!out.contains(f.name) && may_fail(f.body, out)) grew = out.insert(f.name).second;
  }
  return out;
}

/// Carries along whether all checks so far held.
class CarryChecks : public Rebuild {
 public:
  explicit CarryChecks(const Names& failing) : failing_(failing) {}

  ir::Function with_result(const ir::Function& f) {
    ir::Function to = run(f);
    to.body.results.push_back(holds_);
    return to;
  }

 protected:
  void nodes(const Region& r) override {
    if (&r == &from_->body) holds_ = ops::constant(*b_, 1, DType::b1);
    Rebuild::nodes(r);
  }

  std::optional<Values> replace(const Node& n) override {
    if (!may_fail(n, failing_)) return std::nullopt;
    switch (n.op->control) {
      case Control::require:
        holds_ = ops::both(*b_, holds_, at(n.operands[0]));
        return Values{};
      case Control::branch:
        return with_holds(n, at(n.operands), {side(n.regions[0]), side(n.regions[1])});
      case Control::loop:
        return loop(n);
      case Control::while_loop:
        return while_loop(n);
      case Control::call: {
        const Value before = holds_;
        Values y = with_holds(n, at(n.operands), {});
        holds_ = ops::both(*b_, before, holds_);
        return y;
      }
      default:
        return std::nullopt;
    }
  }

 private:
  /// The node with one more result, which holds_ then is.
  Values with_holds(const Node& n, Values operands, std::vector<Region> regions) {
    std::vector<Type> types;
    for (Value v : n.results) types.push_back(from_->type(v));
    types.push_back(kHolds);
    b_->at(n.where);
    Values y = b_->add_structural(*n.op, std::move(operands), n.attrs, std::move(regions), types);
    holds_ = y.back();
    y.pop_back();
    for (std::size_t i = 0; i < y.size(); ++i) b_->name(y[i], from_->values[n.results[i].id].name);
    return y;
  }

  /// A side of a branch, with what holds at its end.
  Region side(const Region& r) {
    const Value before = holds_;
    b_->open_region({});
    Values results = inline_nodes(r);
    results.push_back(std::exchange(holds_, before));
    return b_->close_region(std::move(results));
  }

  /// Opens a region of a loop; its last parameter says what held before.
  void open(const Region& r) {
    std::vector<Type> types;
    std::vector<std::string> names;
    for (Value p : r.params) {
      types.push_back(from_->type(p));
      names.push_back(from_->values[p.id].name);
    }
    types.push_back(kHolds);
    names.emplace_back();
    const Values params = b_->open_region(types, names);
    for (std::size_t i = 0; i < r.params.size(); ++i) map_[r.params[i]] = params[i];
    holds_ = params.back();
  }
  Region body(const Region& r) {
    open(r);
    Values results = inline_nodes(r);
    results.push_back(holds_);
    return b_->close_region(std::move(results));
  }

  Values loop(const Node& n) {
    Values operands = at(n.operands);
    const Value none = ops::integer(*b_, 0, b_->type(operands[0]).dtype);
    operands[0] = ops::select(*b_, holds_, operands[0], none);
    operands.push_back(holds_);
    std::vector<Region> regions;
    regions.push_back(body(n.regions[0]));
    return with_holds(n, std::move(operands), std::move(regions));
  }

  Values while_loop(const Node& n) {
    Values operands = at(n.operands);
    operands.push_back(holds_);
    std::vector<Region> regions;
    open(n.regions[0]);
    Values goes_on = inline_nodes(n.regions[0]);
    goes_on[0] = ops::both(*b_, holds_, goes_on[0]);
    regions.push_back(b_->close_region(std::move(goes_on)));
    regions.push_back(body(n.regions[1]));
    const Values y = with_holds(n, std::move(operands), std::move(regions));
    if (may_fail(n.regions[0], failing_)) {  // the condition cannot say why it ended the loop
      for (std::size_t i = 0; i < y.size(); ++i) map_[n.regions[0].params[i]] = y[i];
      inline_nodes(n.regions[0]);
    }
    return y;
  }

  const Names& failing_;
  Value holds_;
};

}  // namespace

bool has_checks(const ir::Graph& g) { return !failing_functions(g).empty(); }

ir::Graph checks_as_result(ir::Graph g) {
  const Names failing = failing_functions(g);
  for (ir::Function& f : g.functions)
    if (failing.contains(f.name)) f = CarryChecks(failing).with_result(f);
  return g;
}

}  // namespace tlaloc::transform
