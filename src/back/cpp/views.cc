// A part of a vector that is only looked at, before the vector changes, is a span of it and no
// copy.
#include <algorithm>

#include "back/cpp/variables.h"
#include "back/words.h"

namespace tlaloc::back {

/// Variables that something else than an element access reads before the end: they may be moved
/// from or shared.
void Variables::find_escapes(const Region& r, std::vector<bool>& escapes) const {
  for (const Node& n : r.nodes) {
    const bool carries = n.op->control == Control::loop || n.op->control == Control::while_loop ||
                         n.op->control == Control::branch;
    if (carries) {
      for (const Region& inner : n.regions) find_escapes(inner, escapes);
      escape_carried(n, escapes);
      continue;
    }
    for (std::size_t i = n.op->access == Access::none ? 0 : 1; i < n.operands.size(); ++i)
      if (has(n.operands[i])) escapes[of(n.operands[i])] = true;
  }
}

void Variables::escape_carried(const Node& n, std::vector<bool>& escapes) const {
  const auto copied = [&](Value to, Value from) {
    if (has(from) && !same(from, to)) escapes[of(from)] = true;
  };
  const std::size_t skip = n.op->control == Control::loop ? 1 : 0;
  for (std::size_t i = 0; i < n.results.size(); ++i) {
    if (n.op->control == Control::branch) {
      for (const Region& side : n.regions) copied(n.results[i], side.results[i]);
      continue;
    }
    copied(n.regions[0].params[i + skip], n.operands[i + skip]);
    copied(n.regions[0].params[i + skip], n.regions.back().results[i]);
    copied(n.regions.back().params[i + skip], n.regions[0].params[i + skip]);
    copied(n.results[i], n.regions[0].params[i + skip]);
  }
}

bool Variables::may_view(const Node& load, const std::vector<bool>& escapes) const {
  const Value x = load.operands[0], y = load.results[0];
  if (form(y) != Form::vector || form(x) == Form::tensor || escapes[of(x)] || escapes[of(y)])
    return false;
  if (all_[of(y)].values.size() != 1) return false;
  const auto& values = all_[of(x)].values;
  return std::none_of(values.begin(), values.end(), [&](Value w) {
    return live_.birth(w) > live_.birth(y) && live_.live_after(y, live_.birth(w));
  });
}

void Variables::choose_views(const Region& r, const std::vector<bool>& escapes) {
  for (const Node& n : r.nodes) {
    if (n.op->control == Control::map) continue;
    for (const Region& inner : n.regions) choose_views(inner, escapes);
    if (n.op->access == Access::load && n.op->control == Control::none &&
        !f_.type(n.results[0]).is_scalar() && may_view(n, escapes))
      all_[of(n.results[0])].form = Form::span;
  }
}

}  // namespace tlaloc::back
