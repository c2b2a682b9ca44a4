#include "transform/splice.h"

#include <fmt/format.h>

#include "base/check.h"
#include "ops/basis.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

using ir::Sizes;

using Symbols = std::map<std::string, Size>;

/// What the callee's symbols are here: each is born at the first axis that is nothing else.
Symbols symbols_of(const Builder& b, const Function& callee, const Values& x) {
  Symbols by;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Sizes& sizes = callee.type(callee.body.params[i]).sizes;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis)
      if (const auto symbol = sizes[axis].lone_symbol(); symbol && !callee.is_common_size(*symbol))
        by.try_emplace(*symbol, const_cast<Builder&>(b).type(x[i]).sizes[axis]);
  }
  return by;
}

void meet(Builder& b, const ir::Requirement& r, const Values& x, const Size& right) {
  const Size left = b.type(x[r.left_param]).sizes[r.left_axis];
  if (left != right) b.need({left, right, r.id, "the sizes of the arguments differ"}, r.op);
}

/// What the callee's symbols are here, with what its entry needs checked.
Symbols sizes_here(Builder& b, const Function& callee, const Values& x) {
  for (const ir::Requirement& r : callee.requirements)
    if (r.right_param >= 0) meet(b, r, x, b.type(x[r.right_param]).sizes[r.right_axis]);
  Symbols by = symbols_of(b, callee, x);
  for (const ir::CommonSize& c : callee.common_sizes) {
    const Size common =
        b.common_size(c.left.substitute(by), c.right.substitute(by), c.op, c.id, c.text);
    if (!c.symbol.empty()) by.insert_or_assign(c.symbol, common);
  }
  // An axis that is an expression of sizes, a common size perhaps.
  for (const ir::Requirement& r : callee.requirements)
    if (r.right_param < 0) {
      const Size& written = callee.type(callee.body.params[r.left_param]).sizes[r.left_axis];
      meet(b, r, x, written.substitute(by));
    }
  return by;
}

/// The operand with the sizes that the callee's parameter has; they are equal when this runs.
Value fitted(Builder& b, const Sizes& want, Value x) {
  const Sizes got = b.type(x).sizes;
  if (got == want) return x;
  for (std::size_t axis = 0; axis < got.size(); ++axis)
    if (got[axis] != want[axis])
      b.need({got[axis], want[axis], "size.c1", "an argument has another size"}, "call");
  return b.type(x).sizes == want ? x : ops::resized(b, x, want);
}

}  // namespace

Values splice(Builder& b, Function callee, Values x,
              const std::function<std::string(const std::string&)>& fresh) {
  TLALOC_CHECK(x.size() == callee.body.params.size(), "spliced with a wrong number of values");
  Symbols by = sizes_here(b, callee, x);
  ir::for_each_node(callee.body, [&](ir::Node& n) {
    if (n.op->control != ir::Control::bind_size) return;
    const std::string stem = n.attrs.string("symbol"), name = fresh(stem);
    by.insert_or_assign(stem, Size::symbol(name));
    n.attrs.set("symbol", name);
  });
  ir::substitute(callee, by);
  std::map<Value, Value> map;
  for (std::size_t i = 0; i < x.size(); ++i)
    map[callee.body.params[i]] = fitted(b, callee.type(callee.body.params[i]).sizes, x[i]);
  return b.inline_region(callee, callee.body, map);
}

std::vector<ir::Type> call_types(Builder& b, const Function& callee, Values& x) {
  const Symbols by = sizes_here(b, callee, x);
  const auto here = [&](ir::Type t) {
    for (Size& s : t.sizes) s = s.substitute(by);
    return t;
  };
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = fitted(b, here(callee.type(callee.body.params[i])).sizes, x[i]);
  std::vector<ir::Type> out;
  for (Value y : callee.body.results) out.push_back(here(callee.type(y)));
  return out;
}

}  // namespace tlaloc::transform
