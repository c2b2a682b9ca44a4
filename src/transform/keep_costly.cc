#include "transform/keep_costly.h"

#include <algorithm>
#include <vector>

#include "transform/forward_order.h"
#include "transform/words.h"

namespace tlaloc::transform {
namespace {

constexpr const char* kMark = "mark";

bool is_costly(const Function& f, const Node& n) {
  return n.op->costly && n.results.size() == 1 && f.type(n.results[0]).is_scalar();
}

/// What a costly op gives; and what a loop gives to branches: whether its turns run backwards may
/// hang on it.
std::vector<Value> costly_results(const Function& f, const Node& n, const std::set<Value>& chosen) {
  std::vector<Value> out;
  if (n.op->control != Control::loop && !is_costly(f, n)) return out;
  for (Value y : n.results)
    if (f.type(y).is_scalar() && is_floating(f.type(y).dtype) &&
        (n.op->control != Control::loop || chosen.count(y)))
      out.push_back(y);
  return out;
}

/// `next`: the mark of the next node.
void number(const Function& f, const Region& r, bool in_loop, const std::set<Value>& chosen,
            std::int64_t& next, std::map<Value, std::int64_t>& marks) {
  for (const Node& n : r.nodes) {
    const auto results = in_loop ? costly_results(f, n, chosen) : std::vector<Value>();
    for (Value y : results) marks.emplace(y, next);
    if (!results.empty()) ++next;
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions)
      number(f, inner, in_loop || n.op->control == Control::loop, chosen, next, marks);
  }
}

void find_marks(const Region& r, int backwards, std::map<std::int64_t, int>& at) {
  for (const Node& n : r.nodes) {
    if (n.attrs.has(kMark) && !n.attrs.has(kBackwards)) {
      const auto [found, is_new] = at.try_emplace(n.attrs.integer(kMark), backwards);
      if (!is_new) found->second = std::min(found->second, backwards);
    }
    for (const Region& inner : n.regions)
      find_marks(inner, backwards + (n.attrs.has(kBackwards) ? 1 : 0), at);
  }
}

}  // namespace

std::set<Value> given_to_branches(const Function& f) {
  std::set<Value> out;
  ir::for_each_node(f.body, [&](const Node& n) {
    if (n.op->control == Control::branch)
      for (const Region& r : n.regions) out.insert(r.results.begin(), r.results.end());
  });
  return out;
}

std::map<Value, std::int64_t> costly_values(const Function& f) {
  std::map<Value, std::int64_t> marks;
  std::int64_t next = 0;
  number(f, f.body, false, given_to_branches(f), next, marks);
  return marks;
}

Function marked(Function f) {
  const auto marks = costly_values(f);
  ir::for_each_node(f.body, [&](Node& n) {
    for (Value y : n.results)
      if (const auto at = marks.find(y); at != marks.end()) n.attrs.set(kMark, at->second);
  });
  return f;
}

Keeping computed_anyway(const Function& derivative) {
  Keeping out;
  find_marks(derivative.body, 0, out.computed_at);
  return out;
}

}  // namespace tlaloc::transform
