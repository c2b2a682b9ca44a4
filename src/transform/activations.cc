#include "transform/activations.h"

#include <algorithm>

#include <fmt/format.h>

#include "ops/arithmetic.h"
#include "ops/table.h"
#include "transform/inline_calls.h"
#include "transform/rebuild.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using Names = std::set<std::string>;

bool calls_one(const Node& n, const Names& family) {
  return n.op->control == Control::call && family.count(n.attrs.string("callee")) > 0;
}
bool holds_call(const Node& n, const Names& family) {
  bool found = calls_one(n, family);
  for (const Region& r : n.regions)
    ir::for_each_node(r, [&](const Node& inner) { found |= calls_one(inner, family); });
  return found;
}

std::vector<Type> types(const Function& f, const Values& vs) {
  std::vector<Type> out;
  for (Value v : vs) out.push_back(f.type(v));
  return out;
}

void append(Values& to, const Values& more) { to.insert(to.end(), more.begin(), more.end()); }

// A function written again with values that go from call to call.
class Threaded : public Rebuild {
 public:
  Threaded(const Function& f, const Names& family, const std::map<std::string, std::string>& names)
      : f_(f), family_(family), names_(names) {}
  virtual ~Threaded() = default;

  Function make(std::string name) {
    Function to;
    to.name = std::move(name);
    to.where = f_.where;
    to.requirements = f_.requirements;
    to.common_sizes = f_.common_sizes;
    ir::Builder b(to, ops::require_op());
    from_ = &f_;
    b_ = &b;
    for (Value p : f_.body.params) map_[p] = to.add_param(f_.type(p), f_.values[p.id].name);
    begin(to);
    Values results = inline_nodes(f_.body);
    append(results, end(results));
    to.body.results = std::move(results);
    return to;
  }

 protected:
  /// Adds what parameters there are more, and says what goes from call to call.
  virtual void begin(Function& to) = 0;
  virtual Values called(const Node& n) = 0;
  /// The results behind the function's own.
  virtual Values end(const Values& results) = 0;

  void add_tables(Function& to) {
    const ir::Size all = ir::Size::symbol(f_.fresh_symbol("activations"));
    i_ = to.add_param(ir::scalar_type(DType::i64), "i");
    tables_.push_back(to.add_param({DType::i64, {all}, {}}, "ends"));
    for (Value y : f_.body.results)
      tables_.push_back(to.add_param({f_.type(y).dtype, {all}, {}}, "ys"));
  }
  Values call(const Node& n, Values operands, ir::Attrs attrs, std::vector<Type> result_types) {
    attrs.set("callee", names_.at(n.attrs.string("callee")));
    b_->at(n.where);
    return b_->add_structural(*n.op, std::move(operands), std::move(attrs), {},
                              std::move(result_types));
  }

  std::optional<Values> replace(const Node& n) override {
    if (!holds_call(n, family_)) {
      b_->copy(*from_, n, map_);
      return at(n.results);
    }
    if (n.op->control == Control::call) return called(n);
    return n.op->control == Control::branch ? branch(n) : loop(n);
  }

  const Function& f_;
  const Names& family_;
  const std::map<std::string, std::string>& names_;
  Value i_;
  Values tables_, state_;

 private:
  /// A region with what goes from call to call behind its results.
  Region passing_on(const Region& r) {
    Values results = inline_nodes(r);
    append(results, state_);
    return b_->close_region(std::move(results));
  }
  Values written(const Node& n, Values operands, std::vector<Region> regions) {
    std::vector<Type> result_types = types(*from_, n.results);
    for (Value v : state_) result_types.push_back(b_->type(v));
    b_->at(n.where);
    Values y = b_->add_structural(*n.op, std::move(operands), n.attrs, std::move(regions),
                                  std::move(result_types));
    const auto own = y.begin() + static_cast<std::ptrdiff_t>(n.results.size());
    state_.assign(own, y.end());
    y.erase(own, y.end());
    return y;
  }
  Values branch(const Node& n) {
    const Values before = state_;
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      b_->open_region({});
      state_ = before;
      regions.push_back(passing_on(r));
    }
    state_ = before;
    return written(n, at(n.operands), std::move(regions));
  }
  Values loop(const Node& n) {
    const Values before = state_;
    Values operands = at(n.operands);
    append(operands, before);
    std::vector<Region> regions;
    for (const Region& r : n.regions) {
      std::vector<Type> region_types = types(*from_, r.params);
      for (Value v : before) region_types.push_back(b_->type(v));
      const Values params = b_->open_region(region_types);
      for (std::size_t k = 0; k < r.params.size(); ++k) map_[r.params[k]] = params[k];
      state_.assign(params.begin() + static_cast<std::ptrdiff_t>(r.params.size()), params.end());
      const bool asks = n.op->control == Control::while_loop && &r == &n.regions.front();
      regions.push_back(asks ? b_->close_region(inline_nodes(r)) : passing_on(r));
    }
    state_ = before;
    return written(n, std::move(operands), std::move(regions));
  }
};

// Counts activations.
class Counted : public Threaded {
 public:
  using Threaded::Threaded;

 private:
  void begin(Function&) override { state_ = {ops::integer(*b_, 1)}; }
  Values called(const Node& n) override {
    std::vector<Type> result_types = types(f_, n.results);
    result_types.push_back(ir::scalar_type(DType::i64));
    Values y = call(n, at(n.operands), {}, result_types);
    state_ = {ops::add(*b_, state_[0], y.back())};
    y.pop_back();
    return y;
  }
  Values end(const Values&) override { return state_; }
};

// Stores what each activation gives.
class Kept : public Threaded {
 public:
  using Threaded::Threaded;

 private:
  void begin(Function& to) override {
    add_tables(to);
    state_ = tables_;
    state_.insert(state_.begin(), ops::add(*b_, i_, ops::integer(*b_, 1)));
  }
  Values called(const Node& n) override {
    Values operands = at(n.operands);
    ir::Ints handed, back;
    for (std::size_t k = 1; k < state_.size(); ++k) {
      handed.push_back(static_cast<std::int64_t>(operands.size() + k));
      back.push_back(static_cast<std::int64_t>(n.results.size() + k));
    }
    append(operands, state_);
    std::vector<Type> result_types = types(f_, n.results);
    for (Value v : state_) result_types.push_back(b_->type(v));
    Values y = call(n, std::move(operands),
                    {{std::string(kHandedOver), handed}, {std::string(kGivenBack), back}},
                    std::move(result_types));
    const auto own = y.begin() + static_cast<std::ptrdiff_t>(n.results.size());
    state_.assign(own, y.end());
    y.erase(own, y.end());
    return y;
  }
  Values end(const Values& results) override {
    Values out = state_;
    out[1] = ops::store(*b_, out[1], i_, out[0]);
    for (std::size_t k = 0; k < results.size(); ++k)
      out[k + 2] = ops::store(*b_, out[k + 2], i_, results[k]);
    return out;
  }
};

// Finds what was stored.
class Again : public Threaded {
 public:
  using Threaded::Threaded;

 private:
  void begin(Function& to) override {
    add_tables(to);
    state_ = {ops::add(*b_, i_, ops::integer(*b_, 1))};
  }
  Values called(const Node& n) override {
    Values operands = at(n.operands);
    append(operands, state_);
    append(operands, tables_);
    std::vector<Type> result_types = types(f_, n.results);
    result_types.push_back(ir::scalar_type(DType::i64));
    Values y = call(n, std::move(operands), {{std::string(kFoundOf), n.attrs.string("callee")}},
                    std::move(result_types));
    state_ = {y.back()};
    y.pop_back();
    return y;
  }
  Values end(const Values&) override { return {}; }
};

class Found : public Threaded {
 public:
  using Threaded::Threaded;
  Function only_loads(std::string name) {
    Function to;
    to.name = std::move(name);
    to.where = f_.where;
    ir::Builder b(to, ops::require_op());
    for (Value p : f_.body.params) to.add_param(f_.type(p), f_.values[p.id].name);
    add_tables(to);
    for (std::size_t k = 1; k < tables_.size(); ++k)
      to.body.results.push_back(ops::load(b, tables_[k], i_));
    to.body.results.push_back(ops::load(b, tables_[0], i_));
    return to;
  }

 private:
  void begin(Function&) override {}
  Values called(const Node&) override { return {}; }
  Values end(const Values&) override { return {}; }
};

/// The function and those that it reaches and that reach it.
Names family_of(const Graph& g, const std::string& name) {
  Names out;
  for (const std::string& other : functions_reached(g, name))
    if (functions_reached(g, other).count(name)) out.insert(other);
  return out;
}

bool can_be_kept(const Graph& g, const Names& family) {
  const Function& first = *g.find(*family.begin());
  const std::vector<Type> given = types(first, first.body.results);
  bool ok = std::all_of(given.begin(), given.end(), [](const Type& t) { return t.is_scalar(); });
  for (const std::string& name : family) {
    const Function& f = *g.find(name);
    ok = ok && types(f, f.body.results) == given;
    ir::for_each_node(f.body, [&](const Node& n) {
      if (calls_one(n, family)) ok = ok && !stays_a_call(n);
      if (n.op->control == Control::while_loop)
        for (const Node& asked : n.regions.front().nodes) ok = ok && !holds_call(asked, family);
    });
  }
  return ok;
}

std::string fresh(const Graph& g, const std::string& name, const char* what) {
  std::string out = fmt::format("{}_{}", name, what);
  for (int i = 2; g.find(out) != nullptr; ++i) out = fmt::format("{}_{}_{}", name, what, i);
  return out;
}

}  // namespace

ActivationsOf keep_activations(Graph& g, const Names& functions) {
  ActivationsOf out;
  const Graph before = g;
  for (const std::string& name : functions) {
    const Names family = family_of(before, name);
    if (out.count(name) || family.empty() || !can_be_kept(before, family)) continue;
    std::map<std::string, std::string> counted, kept, found;
    for (const std::string& f : family) {
      counted[f] = fresh(g, f, "counted");
      kept[f] = fresh(g, f, "kept");
      found[f] = fresh(g, f, "found");
    }
    for (const std::string& one : family) {
      const Function& f = *before.find(one);
      g.functions.push_back(Counted(f, family, counted).make(counted[one]));
      g.functions.push_back(Kept(f, family, kept).make(kept[one]));
      g.functions.push_back(Found(f, family, found).only_loads(found[one]));
      out[one] = {counted[one], kept[one], found[one], Again(f, family, found).make(one)};
    }
  }
  return out;
}

Names called_at_every_level(const Graph& before, const Graph& derivative) {
  const Names calling_themselves = recursive_functions(derivative);
  Names out;
  for (const Function& f : derivative.functions) {
    if (!calling_themselves.count(f.name) || before.find(f.name) != nullptr) continue;
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control != Control::call) return;
      const std::string& callee = n.attrs.string("callee");
      if (before.find(callee) != nullptr && calling_themselves.count(callee)) out.insert(callee);
    });
  }
  return out;
}

}  // namespace tlaloc::transform
