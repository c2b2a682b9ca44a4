#include "back/eval/last_uses.h"

#include <algorithm>
#include <functional>
#include <map>

#include "back/words.h"

namespace tlaloc::back {
namespace {

void for_each_use(const Node& n, const std::function<void(Value)>& use) {
  for (Value v : n.operands) use(v);
  for (const Region& r : n.regions) {
    for (const Node& inner : r.nodes) for_each_use(inner, use);
    for (Value v : r.results) use(v);
  }
}

}  // namespace

std::vector<Dying> last_uses(const Region& r, const ir::Values& inherited) {
  std::map<Value, std::size_t> last;
  for (Value p : r.params) last[p] = 0;
  for (Value v : inherited) last[v] = 0;
  for (std::size_t i = 0; i < r.nodes.size(); ++i) {
    for_each_use(r.nodes[i], [&](Value v) {
      if (const auto at = last.find(v); at != last.end()) at->second = i;
    });
    for (Value v : r.nodes[i].results) last[v] = i;
  }
  for (Value v : r.results) last.erase(v);
  std::vector<Dying> out(r.nodes.size());
  std::vector<ir::Values> inside(r.nodes.size());
  for (std::size_t i = 0; i < r.nodes.size(); ++i)
    for (const Region& inner : r.nodes[i].regions)
      for (Value v : ir::captures(inner)) inside[i].push_back(v);
  for (const auto& [v, i] : last) {
    if (i >= out.size()) continue;
    const bool captured = std::find(inside[i].begin(), inside[i].end(), v) != inside[i].end();
    (captured ? out[i].after : out[i].before).push_back(v);
  }
  return out;
}

}  // namespace tlaloc::back
