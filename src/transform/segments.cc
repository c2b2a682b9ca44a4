#include "transform/segments.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ops/arithmetic.h"
#include "ops/table.h"
#include "ops/turns.h"
#include "transform/loop_reads.h"
#include "transform/rebuild.h"
#include "transform/rules.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

constexpr std::int64_t kFewTurns = 16;
const Type kCount{DType::i64, {}, {}};

std::vector<Type> types_of(const Function& f, const Values& vs) {
  std::vector<Type> out;
  for (Value v : vs) out.push_back(f.type(v));
  return out;
}

void collect(const ir::Size& s, std::set<std::string>& out) {
  for (const std::string& symbol : s.symbols()) out.insert(symbol);
}

/// The symbols of sizes that a loop's nodes mention.
std::set<std::string> mentioned(const Function& f, const Node& loop) {
  std::set<std::string> out;
  const auto of_values = [&](const Values& vs) {
    for (Value v : vs)
      for (const ir::Size& s : f.type(v).sizes) collect(s, out);
  };
  const auto of_node = [&](const Node& n) {
    of_values(n.results);
    for (const Region& inner : n.regions) of_values(inner.params);
    for (const auto& [name, value] : n.attrs.entries()) {
      if (const auto* one = std::get_if<ir::Size>(&value)) collect(*one, out);
      if (const auto* many = std::get_if<ir::Sizes>(&value))
        for (const ir::Size& s : *many) collect(s, out);
    }
  };
  for (const Region& r : loop.regions) {
    of_values(r.params);
    ir::for_each_node(r, of_node);
  }
  for (const Region& r : loop.regions)
    for (const std::string& symbol : born_in(r)) out.erase(symbol);
  return out;
}

/// What a loop reads besides what it carries.
Values captured(const Node& loop) {
  Values out;
  for (const Region& r : loop.regions)
    for (Value v : ir::captures(r))
      if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  return out;
}

/// The symbols that parameters of these types bear.
std::set<std::string> borne(const std::vector<Type>& params) {
  std::set<std::string> out;
  for (const Type& t : params)
    for (const ir::Size& s : t.sizes)
      if (const auto symbol = s.lone_symbol()) out.insert(*symbol);
  return out;
}

class Segments : public Rebuild {
 public:
  explicit Segments(const std::function<std::string(const std::string&)>& name) : name_(name) {}
  std::vector<Function> made;

 protected:
  std::optional<Values> replace(const Node& n) override {
    if (depth_ > 0 || !is_long(n)) return std::nullopt;
    const bool is_while = n.op->control == Control::while_loop;
    const Values inner = captured(n);
    Values reads(n.operands.begin() + (is_while ? 0 : 1), n.operands.end());  // what is carried
    reads.insert(reads.end(), inner.begin(), inner.end());
    std::vector<Type> params = types_of(*from_, reads);
    const auto needed = mentioned(*from_, n), there = borne(params);
    if (!std::includes(there.begin(), there.end(), needed.begin(), needed.end()))
      return std::nullopt;
    made.push_back(is_while ? while_segment(n, inner, params) : segment(n, inner, params));
    const std::string callee = made.back().name;
    return is_while ? while_calls(n, inner, callee) : calls(n, inner, callee);
  }
  Region region(const Region& r) override {
    ++depth_;
    Region out = Rebuild::region(r);
    --depth_;
    return out;
  }

 private:
  bool is_long(const Node& n) const {
    if (n.op->control == Control::loop) return !has_few_turns(n);
    return n.op->control == Control::while_loop &&
           std::any_of(n.results.begin(), n.results.end(),
                       [&](Value v) { return is_floating(from_->type(v).dtype); });
  }
  bool has_few_turns(const Node& loop) const {
    for (const Node& n : from_->body.nodes)
      if (n.results == Values{loop.operands[0]})
        if (const auto turns = ops::known_turns(n); turns && turns->constant())
          return *turns->constant() <= kFewTurns;
    return false;
  }

  /// Parameters for what a loop carries, which are returned, and for what it captures.
  static std::pair<Values, std::map<Value, Value>> add_reads(Function& f,
                                                             const std::vector<Type>& params,
                                                             const Values& inner) {
    Values carried;
    for (const Type& t : params) carried.push_back(f.add_param(t));
    std::map<Value, Value> captures;
    for (std::size_t i = inner.size(); i-- > 0; carried.pop_back())
      captures[inner[i]] = carried.back();
    return {std::move(carried), std::move(captures)};
  }

  /// (first turn, turns, carried..., captures...) -> carried
  Function segment(const Node& loop, const Values& inner, const std::vector<Type>& params) const {
    Function f;
    f.name = name_("segment");
    f.where = loop.where;
    Builder b(f, ops::require_op());
    b.at(loop.where);
    const Value first = f.add_param(kCount, "first"), turns = f.add_param(kCount, "turns");
    auto [x, map] = add_reads(f, params, inner);
    const std::size_t carried = x.size();
    const Region& body = loop.regions[0];
    const Values p = b.open_region(types_of(*from_, body.params));
    map[body.params[0]] = ops::add(b, p[0], first);
    for (std::size_t i = 0; i < carried; ++i) map[body.params[i + 1]] = p[i + 1];
    Region turn = b.close_region(b.inline_region(*from_, body, map));
    Values operands{turns};
    operands.insert(operands.end(), x.begin(), x.end());
    f.body.results = b.add_structural(*loop.op, operands, loop.attrs, {std::move(turn)},
                                      types_of(*from_, loop.results));
    return f;
  }

  Values calls(const Node& loop, const Values& inner, const std::string& callee) {
    Builder& b = *b_;
    const ops::Pieces pieces = ops::pieces(b, at(loop.operands[0]));
    const Values carried = at(Values(loop.operands.begin() + 1, loop.operands.end()));
    Values operands{pieces.count};
    operands.insert(operands.end(), carried.begin(), carried.end());
    const std::vector<Type> types = types_of(*from_, loop.results);
    std::vector<Type> params = types;
    params.insert(params.begin(), kCount);
    const Values p = b.open_region(params);
    const Value first = ops::mul(b, p[0], pieces.length);
    Values x{first, ops::turns_from(b, pieces, first)};
    x.insert(x.end(), p.begin() + 1, p.end());
    for (Value v : inner) x.push_back(at(v));
    Region turn = b.close_region(called(callee, std::move(x), types));
    return b.add_structural(*loop.op, std::move(operands), loop.attrs, {std::move(turn)}, types);
  }

  /// (turns, carried..., captures...) -> carried
  Function while_segment(const Node& loop, const Values& inner,
                         const std::vector<Type>& params) const {
    Function f;
    f.name = name_("segment");
    f.where = loop.where;
    Builder b(f, ops::require_op());
    b.at(loop.where);
    const Value turns = f.add_param(kCount, "turns");
    auto [x, captures] = add_reads(f, params, inner);
    std::map<Value, Value> map = std::move(captures);
    const std::size_t carried = x.size();
    const std::vector<Type> types = counted(types_of(*from_, loop.results));
    const auto inlined = [&](const Region& r, const Values& p) {
      for (std::size_t i = 0; i < carried; ++i) map[r.params[i]] = p[i + 1];
      return b.inline_region(*from_, r, map);
    };
    const Values c = b.open_region(types);
    const Value goes_on = inlined(loop.regions[0], c)[0];
    Region condition = b.close_region({ops::turns_again(b, c[0], turns, goes_on)});
    const Values p = b.open_region(types);
    Values next = inlined(loop.regions[1], p);
    next.insert(next.begin(), ops::add(b, p[0], ops::integer(b, 1)));
    Region turn = b.close_region(std::move(next));
    Values operands{ops::integer(b, 0)};
    operands.insert(operands.end(), x.begin(), x.end());
    Values y = b.add_structural(*loop.op, std::move(operands), loop.attrs,
                                {std::move(condition), std::move(turn)}, types);
    f.body.results.assign(y.begin() + 1, y.end());
    return f;
  }

  Values while_calls(const Node& loop, const Values& inner, const std::string& callee) {
    Builder& b = *b_;
    const std::vector<Type> carried = types_of(*from_, loop.results), types = counted(carried);
    Values operands = at(loop.operands);
    operands.insert(operands.begin(), ops::integer(b, 0));
    const Values c = b.open_region(types);
    std::map<Value, Value> map = map_;
    for (std::size_t i = 0; i < carried.size(); ++i) map[loop.regions[0].params[i]] = c[i + 1];
    Region condition = b.close_region(b.inline_region(*from_, loop.regions[0], map));
    const Values p = b.open_region(types);
    Values x{ops::add(b, p[0], ops::integer(b, kFewTurns))};
    x.insert(x.end(), p.begin() + 1, p.end());
    for (Value v : inner) x.push_back(at(v));
    Values next = called(callee, std::move(x), carried);
    next.insert(next.begin(), ops::add(b, p[0], ops::integer(b, 1)));
    Region turn = b.close_region(std::move(next));
    Values y = b.add_structural(*loop.op, std::move(operands), loop.attrs,
                                {std::move(condition), std::move(turn)}, types);
    return Values(y.begin() + 1, y.end());
  }

  Values called(const std::string& callee, Values x, const std::vector<Type>& types) {
    const ir::Attrs attrs{{"callee", callee}, {std::string(kRecompute), true}};
    return b_->add_structural(ops::structural(Control::call), std::move(x), attrs, {}, types);
  }
  static std::vector<Type> counted(std::vector<Type> carried) {
    carried.insert(carried.begin(), kCount);
    return carried;
  }

  const std::function<std::string(const std::string&)>& name_;
  int depth_ = 0;
};

}  // namespace

std::vector<Function> in_segments(const Function& f,
                                  const std::function<std::string(const std::string&)>& name) {
  Segments pass(name);
  std::vector<Function> out{pass.run(f)};
  out.insert(out.end(), pass.made.begin(), pass.made.end());
  return out;
}

}  // namespace tlaloc::transform
