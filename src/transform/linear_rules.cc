#include "transform/linear_rules.h"

#include <algorithm>

#include "ir/op_def.h"
#include "transform/inline_calls.h"
#include "transform/rules.h"
#include "transform/vmap_values.h"

namespace tlaloc::transform {

using ir::Control;
using ir::Node;
using ir::Value;

std::map<std::string, ForwardRule> transposed_rules(const ir::Graph& g) {
  std::map<std::string, ForwardRule> out;
  for (const ir::Function& f : g.functions)
    ir::for_each_node(f.body, [&](const Node& n) {
      if (n.op->control == Control::call && n.attrs.has(kJvpRule) && !n.attrs.has(kVjpRule))
        out[n.attrs.string(kJvpRule)] = {n.operands.size(), n.where};
    });
  return out;
}

bool asks_for_transpose(const Variants::Request& r, const ForwardRule& rule) {
  if (r.params.size() <= rule.primals) return false;
  const auto tangents = r.params.begin() + static_cast<std::ptrdiff_t>(rule.primals);
  return std::none_of(r.params.begin(), tangents, [](bool b) { return b; }) &&
         std::all_of(tangents, r.params.end(), [](bool b) { return b; });
}

base::Result<void> check_linear(const ir::Graph& g, const ForwardRule& rule) {
  const ir::Graph flat = inline_calls(g);
  const ir::Function& f = flat.main();
  std::vector<bool> is_tangent(f.body.params.size(), false);  // a cotangent of each is given
  for (std::size_t i = 0; i < f.body.results.size(); ++i) is_tangent[rule.primals + i] = true;
  const LaneValues hangs(f, is_tangent);
  bool hidden = false;
  ir::for_each_node(f.body, [&](const Node& n) {
    hidden |= n.op->control == Control::call &&
              std::any_of(n.operands.begin(), n.operands.end(), [&](Value v) { return hangs(v); });
  });
  if (hidden ||
      std::none_of(f.body.results.begin(), f.body.results.end(), [&](Value v) { return hangs(v); }))
    return {};
  return base::fail(base::Error{
      "custom_jvp",
      "the rule is not linear in its tangents, and reverse mode transposes it: give it a reverse "
      "one as well, with custom_vjp_jvp",
      "custom.linear",
      rule.where,
      {}});
}

}  // namespace tlaloc::transform
