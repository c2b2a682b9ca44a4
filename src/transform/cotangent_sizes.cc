#include "transform/cotangent_sizes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "ops/arithmetic.h"
#include "ops/basis.h"
#include "ops/table.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

// The symbols of sizes that are known when a program with these parameters is entered.
std::set<std::string> known_at_entry(const Function& f, std::size_t params) {
  std::set<std::string> out;
  for (std::size_t i = 0; i < params; ++i)
    for (const ir::Size& s : f.type(f.body.params[i]).sizes)
      if (const auto name = s.lone_symbol()) out.insert(*name);
  for (const ir::CommonSize& c : f.common_sizes) out.insert(c.symbol);
  return out;
}
bool are_within(const ir::Size& s, const std::set<std::string>& known) {
  const auto symbols = s.symbols();
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](const std::string& name) { return known.contains(name); });
}

// From node `first` on.
void use_instead(Function& f, const std::map<Value, Value>& by, std::size_t first) {
  const auto use = [&](Values& vs) {
    for (Value& v : vs)
      if (const auto at = by.find(v); at != by.end()) v = at->second;
  };
  const auto in_node = [&](ir::Node& n) {
    use(n.operands);
    for (ir::Region& r : n.regions) use(r.results);
  };
  for (std::size_t i = first; i < f.body.nodes.size(); ++i) {
    in_node(f.body.nodes[i]);
    for (ir::Region& r : f.body.nodes[i].regions) ir::for_each_node(r, in_node);
  }
  use(f.body.results);
}

// Cotangents with sizes that are not known at entry.
struct Unsure {
  std::map<Value, ir::Sizes> wanted;  // what the result's sizes are, by cotangent
  std::set<std::string> awaited;      // the symbols in them
};

Unsure given_symbols(Function& f, std::size_t params) {
  const auto known = known_at_entry(f, params);
  Unsure out;
  for (std::size_t i = params; i < f.body.params.size(); ++i) {
    ir::Type& t = f.values[f.body.params[i].id].type;
    const ir::Sizes sizes = t.sizes;
    for (ir::Size& s : t.sizes) {
      if (are_within(s, known)) continue;
      const auto symbols = s.symbols();
      out.awaited.insert(symbols.begin(), symbols.end());
      s = ir::Size::symbol(f.fresh_symbol("given"));
    }
    if (t.sizes != sizes) out.wanted[f.body.params[i]] = sizes;
  }
  return out;
}

// How many of the first nodes it takes until all these symbols are born.
std::ptrdiff_t births(const std::vector<ir::Node>& nodes, const std::set<std::string>& symbols) {
  std::ptrdiff_t out = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].op->control == ir::Control::bind_size &&
        symbols.contains(nodes[i].attrs.string("symbol")))
      out = static_cast<std::ptrdiff_t>(i) + 1;
  return out;
}

// The cotangent in its result's sizes, which it is compared with.
Value fitted(ir::Builder& b, Value ct, const ir::Sizes& sizes) {
  for (std::size_t axis = 0; axis < sizes.size(); ++axis)
    if (const ir::Size got = b.type(ct).sizes[axis]; got != sizes[axis])
      b.need({got, sizes[axis], "size.c1", "a cotangent has another size than its result"}, "vjp");
  return ops::resized(b, ct, sizes);
}

}  // namespace

bool is_known_at_entry(const Function& f, std::size_t params, const ir::Size& s) {
  return are_within(s, known_at_entry(f, params));
}

void cotangents_bear_sizes(Function& f, std::size_t params) {
  const Unsure unsure = given_symbols(f, params);
  if (unsure.wanted.empty()) return;
  const std::vector<ir::Node> nodes = std::exchange(f.body.nodes, {});
  const auto rest = nodes.begin() + births(nodes, unsure.awaited);
  f.body.nodes.assign(nodes.begin(), rest);
  ir::Builder b(f, ops::require_op());
  b.at(f.where);
  std::map<Value, Value> instead;
  for (const auto& [ct, sizes] : unsure.wanted) instead[ct] = fitted(b, ct, sizes);
  const std::size_t first = f.body.nodes.size();
  f.body.nodes.insert(f.body.nodes.end(), rest, nodes.end());
  use_instead(f, instead, first);
}

}  // namespace tlaloc::transform
