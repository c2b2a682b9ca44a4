#include "transform/rules.h"

#include <fmt/format.h>

#include "transform/words.h"

namespace tlaloc::transform {

bool has_rule(const Node& n) { return n.attrs.find(kVjpRule) || n.attrs.find(kJvpRule); }

bool stays_a_call(const Node& n) { return has_rule(n) || n.attrs.find(kRecompute); }

std::vector<std::string> named_functions(const Node& call) {
  std::vector<std::string> out{call.attrs.string("callee")};
  for (std::string_view rule : {kVjpRule, kJvpRule})
    if (call.attrs.find(rule)) out.push_back(call.attrs.string(rule));
  return out;
}

void rename_functions(Node& call, const std::map<std::string, std::string>& names) {
  for (std::string_view name : {std::string_view("callee"), kVjpRule, kJvpRule})
    if (call.attrs.find(name))
      if (const auto to = names.find(call.attrs.string(name)); to != names.end())
        call.attrs.set(std::string(name), to->second);
}

base::Result<void> check_captures(const ir::Function& f, const Node& call,
                                  const std::vector<bool>& active) {
  const auto first = static_cast<std::size_t>(call.attrs.integer(kArguments));
  const auto end = first + static_cast<std::size_t>(call.attrs.integer(kCaptures));
  for (std::size_t i = first; i < end; ++i) {
    if (!active[i]) continue;
    const std::string& name = f.values[call.operands[i].id].name;
    return base::fail(base::Error{
        "custom derivative",
        fmt::format("the function captures {}, which is differentiated, and its rule gives no "
                    "derivative for it: make it an argument",
                    name.empty() ? "a value" : "'" + name + "'"),
        "custom.capture",
        call.where,
        {}});
  }
  return {};
}

bool any_rule(const ir::Graph& g) {
  bool found = false;
  for (const ir::Function& f : g.functions)
    ir::for_each_node(
        f.body, [&](const Node& n) { found |= n.op->control == ir::Control::call && has_rule(n); });
  return found;
}

ir::Graph without_rules(ir::Graph g) {
  for (ir::Function& f : g.functions)
    ir::for_each_node(f.body, [&](Node& n) {
      if (n.op->control != ir::Control::call || !has_rule(n)) return;
      ir::Attrs attrs;
      attrs.set("callee", n.attrs.string("callee"));
      n.attrs = attrs;
    });
  return g;
}

}  // namespace tlaloc::transform
