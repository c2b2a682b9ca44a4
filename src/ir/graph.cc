#include "ir/graph.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace tlaloc::ir {
namespace {

void symbols_of(const Type& t, std::set<std::string>& out) {
  for (const Size& s : t.sizes)
    for (std::string& n : s.symbols()) out.insert(std::move(n));
}

void symbols_of(const Attrs& a, std::set<std::string>& out) {
  for (const auto& [name, value] : a.entries()) {
    if (const auto* s = std::get_if<Size>(&value)) symbols_of(Type{DType::i64, {*s}, {}}, out);
    if (const auto* l = std::get_if<Sizes>(&value)) symbols_of(Type{DType::i64, *l, {}}, out);
    if (const auto* n = std::get_if<std::string>(&value))
      out.insert(*n);  // a symbol that is born here
  }
}

void collect_captures(const Region& r, std::set<Value>& defined, Values& out) {
  const auto use = [&](Value v) {
    if (v && !defined.count(v) && std::find(out.begin(), out.end(), v) == out.end())
      out.push_back(v);
  };
  for (Value p : r.params) defined.insert(p);
  for (const Node& n : r.nodes) {
    for (Value v : n.operands) use(v);
    for (const Region& inner : n.regions) collect_captures(inner, defined, out);
    for (Value v : n.results) defined.insert(v);
  }
  for (Value v : r.results) use(v);
}

}  // namespace

Value Function::add_value(Type type, std::string name) {
  values.push_back({std::move(type), std::move(name)});
  return {static_cast<std::int32_t>(values.size()) - 1};
}

Value Function::add_param(Type type, std::string name) {
  body.params.push_back(add_value(std::move(type), std::move(name)));
  return body.params.back();
}

std::string Function::fresh_symbol(std::string_view stem) const {
  std::set<std::string> used;
  for (const ValueInfo& v : values) symbols_of(v.type, used);
  for_each_node(body, [&](const Node& n) { symbols_of(n.attrs, used); });
  for (const CommonSize& c : common_sizes) used.insert(c.symbol);
  if (!used.count(std::string(stem))) return std::string(stem);
  for (int i = 2;; ++i)
    if (std::string name = fmt::format("{}_{}", stem, i); !used.count(name)) return name;
}

bool Function::is_common_size(std::string_view symbol) const {
  return std::any_of(common_sizes.begin(), common_sizes.end(),
                     [&](const CommonSize& c) { return c.symbol == symbol; });
}

const Function* Graph::find(std::string_view name) const {
  for (const Function& f : functions)
    if (f.name == name) return &f;
  return nullptr;
}

void substitute(Function& f, const std::map<std::string, Size>& by) {
  for (ValueInfo& v : f.values)
    for (Size& s : v.type.sizes) s = s.substitute(by);
  for (CommonSize& c : f.common_sizes) {
    c.left = c.left.substitute(by);
    c.right = c.right.substitute(by);
  }
  for_each_node(f.body, [&](Node& n) { n.attrs = n.attrs.substitute(by); });
}

void for_each_node(const Region& r, const std::function<void(const Node&)>& visit) {
  for (const Node& n : r.nodes) {
    visit(n);
    for (const Region& inner : n.regions) for_each_node(inner, visit);
  }
}

void for_each_node(Region& r, const std::function<void(Node&)>& visit) {
  for (Node& n : r.nodes) {
    visit(n);
    for (Region& inner : n.regions) for_each_node(inner, visit);
  }
}

Values captures(const Region& r) {
  std::set<Value> defined;
  Values out;
  collect_captures(r, defined, out);
  return out;
}

}  // namespace tlaloc::ir
