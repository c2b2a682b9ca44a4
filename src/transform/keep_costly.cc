#include "transform/keep_costly.h"

#include <algorithm>

#include "ir/op_def.h"
#include "ops/cost.h"
#include "transform/forward_order.h"

namespace tlaloc::transform {
namespace {

using ir::Control;
using ir::Function;
using ir::Node;
using ir::Region;
using ir::Value;

constexpr const char* kMark = "mark";

bool is_costly(const Function& f, const Node& n) {
  return ops::is_costly(*n.op) && n.results.size() == 1 && f.type(n.results[0]).is_scalar();
}

void number(const Function& f, const Region& r, bool in_loop,
            std::map<Value, std::int64_t>& marks) {
  for (const Node& n : r.nodes) {
    if (in_loop && is_costly(f, n))
      marks.emplace(n.results[0], static_cast<std::int64_t>(marks.size()));
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions)
      number(f, inner, in_loop || n.op->control == Control::loop, marks);
  }
}

void find_marks(const Region& r, int backwards, std::map<std::int64_t, int>& at) {
  for (const Node& n : r.nodes) {
    if (n.regions.empty() && n.attrs.has(kMark)) {
      const auto [found, is_new] = at.try_emplace(n.attrs.integer(kMark), backwards);
      if (!is_new) found->second = std::min(found->second, backwards);
    }
    for (const Region& inner : n.regions)
      find_marks(inner, backwards + (n.attrs.has(kBackwards) ? 1 : 0), at);
  }
}

}  // namespace

std::map<Value, std::int64_t> costly_values(const Function& f) {
  std::map<Value, std::int64_t> marks;
  number(f, f.body, false, marks);
  return marks;
}

Function marked(Function f) {
  const auto marks = costly_values(f);
  ir::for_each_node(f.body, [&](Node& n) {
    if (n.results.size() != 1) return;
    if (const auto at = marks.find(n.results[0]); at != marks.end()) n.attrs.set(kMark, at->second);
  });
  return f;
}

Keeping computed_anyway(const Function& derivative) {
  Keeping out;
  find_marks(derivative.body, 0, out.computed_at);
  return out;
}

}  // namespace tlaloc::transform
