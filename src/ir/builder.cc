#include "ir/builder.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "ir/text.h"

namespace tlaloc::ir {
namespace {

struct ParamAxis {
  int param = -1, axis = -1;
};

// The first parameter axis whose size is exactly this symbol.
ParamAxis birth(const Function& f, const std::string& symbol) {
  if (f.is_common_size(symbol)) return {};
  for (std::size_t p = 0; p < f.body.params.size(); ++p) {
    const Type& t = f.type(f.body.params[p]);
    for (int a = 0; a < t.rank(); ++a)
      if (t.sizes[a].lone_symbol() == symbol) return {static_cast<int>(p), a};
  }
  return {};
}

bool born_at_entry(const Function& f, const Size& s) {
  const auto names = s.symbols();
  return std::all_of(names.begin(), names.end(), [&](const std::string& n) {
    return f.is_common_size(n) || birth(f, n).param >= 0;
  });
}

bool mentions(const Size& s, const std::string& symbol) {
  const auto names = s.symbols();
  return std::find(names.begin(), names.end(), symbol) != names.end();
}

// Common sizes are born in order, so the first one that hangs on `symbol` must come behind those
// that `by` mentions.
bool may_replace(const Function& f, const std::string& symbol, const Size& by) {
  if (mentions(by, symbol) || !born_at_entry(f, by)) return false;
  bool hangs = false;
  for (const CommonSize& c : f.common_sizes) {
    hangs = hangs || mentions(c.left, symbol) || mentions(c.right, symbol);
    if (hangs && mentions(by, c.symbol)) return false;
  }
  return true;
}

}  // namespace

base::Result<void> TypeQuery::equal(const Size& a, const Size& b, std::string_view op,
                                    std::string_view id, std::string text) {
  if (a == b) return {};
  if (a.constant() && b.constant())
    return base::fail(std::string(op), std::move(text), std::string(id));
  needs.push_back({a, b, std::string(id), std::move(text)});
  return {};
}

base::Result<std::vector<Type>> infer(const OpDef& op, std::span<const Type> x, const Attrs& attrs,
                                      std::vector<Equality>& needs) {
  TypeQuery q{x, attrs, needs, op.name};
  return op.infer(q);
}

Builder::Builder(Function& f, const OpDef& require)
    : function_(f), require_(require), where_(f.where) {}

Region& Builder::current() { return open_.empty() ? function_.body : open_.back(); }

void Builder::settle(const Equality& e, std::string_view op) {
  auto replace = [&](const std::string& symbol, const Size& by) {
    last_settled_ = {{symbol, by}};
    substitute(function_, last_settled_);
    for (Region& r : open_)
      for_each_node(r, [&](Node& n) { n.attrs = n.attrs.substitute(last_settled_); });
  };
  for (const auto& [symbol_side, other] :
       {std::pair(e.right, e.left), std::pair(e.left, e.right)}) {
    const auto symbol = symbol_side.lone_symbol();
    if (!symbol || !may_replace(function_, *symbol, other)) continue;
    const ParamAxis at = birth(function_, *symbol);
    if (at.param < 0) continue;
    ParamAxis partner;
    if (const auto lone = other.lone_symbol()) partner = birth(function_, *lone);
    // The younger symbol goes.
    if (std::pair(at.param, at.axis) < std::pair(partner.param, partner.axis)) continue;
    function_.requirements.push_back(
        {at.param, at.axis, partner.param, partner.axis, std::string(op), e.id, where_});
    replace(*symbol, other);
    return;
  }
  require(e, op);
}

void Builder::require(const Equality& e, std::string_view op) {
  add_structural(require_, {},
                 Attrs{{"left", e.left},
                       {"right", e.right},
                       {"op", std::string(op)},
                       {"id", e.id},
                       {"text", e.text}},
                 {}, {});
}

Size Builder::common_size(const Size& a, const Size& b, std::string_view op, std::string_view id,
                          std::string text) {
  const Size written = Size::broadcast(a, b);
  if (a == b || a == Size(1) || b == Size(1)) return written;
  for (const CommonSize& c : function_.common_sizes) {
    const bool same = (c.left == a && c.right == b) || (c.left == b && c.right == a);
    const bool within =
        !c.symbol.empty() && ((a == Size::symbol(c.symbol) && (b == c.left || b == c.right)) ||
                              (b == Size::symbol(c.symbol) && (a == c.left || a == c.right)));
    if (same || within) return c.symbol.empty() ? written : Size::symbol(c.symbol);
  }
  if (!born_at_entry(function_, a) || !born_at_entry(function_, b)) {
    for (const Size& s : {a, b})
      if (s != written) require({(s - written) * (s - 1), 0, std::string(id), text}, op);
    return written;
  }
  // A free size beside a number is the number or 1, and needs no symbol.
  const std::string symbol = written.constant() ? "" : function_.fresh_symbol("common");
  function_.common_sizes.push_back(
      {symbol, a, b, std::string(op), std::string(id), std::move(text), where_});
  return symbol.empty() ? written : Size::symbol(symbol);
}

base::Result<Values> Builder::try_add(const OpDef& op, Values operands, Attrs attrs) {
  for (;;) {  // settling an equality changes types, so the rule runs again
    std::vector<Type> x;
    for (Value v : operands) x.push_back(type(v));
    std::vector<Equality> needs;
    auto types = infer(op, x, attrs, needs);
    if (!types) {
      base::Error e = std::move(types.error());
      if (!e.where.known()) e.where = where_;
      return base::fail(std::move(e));
    }
    const std::size_t requirements = function_.requirements.size();
    for (const Equality& e : needs) {
      settle(e, op.name);
      if (function_.requirements.size() != requirements) break;
    }
    if (function_.requirements.size() != requirements) {
      attrs = attrs.substitute(last_settled_);
      continue;
    }
    return add_structural(op, std::move(operands), std::move(attrs), {}, std::move(*types));
  }
}

Values Builder::add_all(const OpDef& op, Values operands, Attrs attrs) {
  for (Value v : operands)
    TLALOC_CHECK(static_cast<bool>(v), fmt::format("{}: an operand is missing", op.name));
  auto r = try_add(op, std::move(operands), std::move(attrs));
  if (!r) base::bug(base::text(r.error()) + "\n" + print(function_), __FILE__, __LINE__);
  return std::move(*r);
}

Value Builder::add(const OpDef& op, Values operands, Attrs attrs) {
  const Values r = add_all(op, std::move(operands), std::move(attrs));
  TLALOC_CHECK(r.size() == 1, fmt::format("{} has {} results, not one", op.name, r.size()));
  return r[0];
}

Values Builder::add_structural(const OpDef& op, Values operands, Attrs attrs,
                               std::vector<Region> regions, std::vector<Type> result_types) {
  Node n{&op, std::move(operands), std::move(attrs), std::move(regions), {}, where_};
  for (Type& t : result_types) n.results.push_back(function_.add_value(std::move(t)));
  // A region that is not in the function yet hides its nodes from fresh_symbol: a value of no node
  // tells of the symbol born here.
  if (op.control == Control::bind_size)
    function_.add_value({DType::i64, {Size::symbol(n.attrs.string("symbol"))}, {}});
  current().nodes.push_back(std::move(n));
  return current().nodes.back().results;
}

Values Builder::open_region(const std::vector<Type>& params,
                            const std::vector<std::string>& names) {
  Region r;
  for (std::size_t i = 0; i < params.size(); ++i)
    r.params.push_back(function_.add_value(params[i], i < names.size() ? names[i] : std::string()));
  open_.push_back(std::move(r));
  return open_.back().params;
}

Region Builder::close_region(Values results) {
  TLALOC_CHECK(!open_.empty(), "close_region without open_region");
  Region r = std::move(open_.back());
  open_.pop_back();
  r.results = std::move(results);
  return r;
}

void Builder::copy(const Function& from, const Node& node, std::map<Value, Value>& map) {
  const auto mapped = [&](Value v) {
    const auto at = map.find(v);
    if (at != map.end()) return at->second;
    TLALOC_CHECK(!v || &from == &function_, "copying a node whose operand is not mapped");
    return v;
  };
  Values operands;
  for (Value v : node.operands) operands.push_back(mapped(v));
  std::vector<Region> regions;
  for (const Region& r : node.regions) {
    std::vector<Type> types;
    std::vector<std::string> names;
    for (Value p : r.params) types.push_back(from.type(p)), names.push_back(from.values[p.id].name);
    const Values params = open_region(types, names);
    for (std::size_t i = 0; i < params.size(); ++i) map[r.params[i]] = params[i];
    regions.push_back(close_region(inline_region(from, r, map)));
  }
  std::vector<Type> types;
  std::vector<std::string> names;
  for (Value v : node.results)
    types.push_back(from.type(v)), names.push_back(from.values[v.id].name);
  base::Location here = std::exchange(where_, node.where);
  const Values results =
      add_structural(*node.op, std::move(operands), node.attrs, std::move(regions), types);
  where_ = std::move(here);
  for (std::size_t i = 0; i < results.size(); ++i) {
    map[node.results[i]] = results[i];
    function_.values[results[i].id].name = names[i];
  }
}

Values Builder::inline_region(const Function& from, const Region& region,
                              std::map<Value, Value>& map) {
  for (const Node& n : region.nodes) copy(from, n, map);
  Values out;
  for (Value v : region.results) {
    const auto at = map.find(v);
    out.push_back(at == map.end() ? v : at->second);
  }
  return out;
}

const Node* Builder::def(Value v) const {
  const auto in = [&](const Region& r) -> const Node* {
    for (auto n = r.nodes.rbegin(); n != r.nodes.rend(); ++n)
      if (std::find(n->results.begin(), n->results.end(), v) != n->results.end()) return &*n;
    return nullptr;
  };
  for (auto r = open_.rbegin(); r != open_.rend(); ++r)
    if (const Node* n = in(*r)) return n;
  return in(function_.body);
}

void Builder::name(Value v, std::string name) { function_.values[v.id].name = std::move(name); }

}  // namespace tlaloc::ir
