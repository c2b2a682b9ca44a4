#include "back/cpp/signature.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace tlaloc::back {

using ir::Parameter;
using ir::Tree;
using Kind = ir::Tree::Kind;

std::string spell(const ir::Type& t) {
  const std::string element(cpp_name_of(t.dtype));
  if (t.is_scalar()) return element;
  std::string axes;
  for (int i = 0; i < t.rank(); ++i) {
    const std::string name = t.name(i);
    const auto size = t.sizes[i].constant();
    axes += ", ";
    if (name.empty())
      axes += "tlaloc::Any";
    else if (size)
      axes += fmt::format("tlaloc::Axis<\"{}\", {}>", name, *size);
    else
      axes += fmt::format("tlaloc::Axis<\"{}\">", name);
  }
  if (t.names.empty() && t.rank() == 1) return fmt::format("tlaloc::Vector<{}>", element);
  if (t.names.empty() && t.rank() == 2) return fmt::format("tlaloc::Matrix<{}>", element);
  return fmt::format("tlaloc::Tensor<{}{}>", element, axes);
}

ir::Boundary plain_boundary(const ir::Function& f, const std::map<int, int>& written) {
  auto leaf = [&](ir::Value v, int number) {
    Tree t;
    t.kind = f.type(v).is_scalar() ? Kind::scalar : Kind::tensor;
    t.cpp_type = spell(f.type(v));
    t.leaf = number;
    t.differentiable = is_floating(f.type(v).dtype);
    return t;
  };
  ir::Boundary b;
  Names names;
  for (std::size_t i = 0; i < f.body.params.size(); ++i) {
    const ir::Value p = f.body.params[i];
    b.params.push_back(
        {names.fresh(f.values[p.id].name), leaf(p, static_cast<int>(i)), false, false});
  }
  std::vector<Tree> results;
  for (std::size_t i = 0; i < f.body.results.size(); ++i)
    if (std::none_of(written.begin(), written.end(),
                     [&](const auto& w) { return w.second == static_cast<int>(i); }))
      results.push_back(leaf(f.body.results[i], static_cast<int>(i)));
  if (results.size() == 1) {
    b.result = std::move(results[0]);
  } else {
    b.result.kind = Kind::tuple;
    b.result.children = std::move(results);
  }
  return b;
}

Signature::Signature(const ir::Boundary& b, std::map<int, int> written)
    : boundary_(b), written_(std::move(written)) {
  for (const Parameter& p : boundary_.params) type_names_.reserve(p.name);
  for (const Parameter& p : boundary_.params)
    if (p.tree.leaf < 0) add_records(p.tree, true);  // an enum alone is handed over as its integer
  add_records(boundary_.result, false);
}

// A record inside a record has no name of its own: the outer one's braces reach it.
void Signature::add_records(const Tree& t, bool deducible) {
  if (t.kind != Kind::record && !t.enumerated) {
    for (const Tree& child : t.children) add_records(child, deducible);
    return;
  }
  if (record_names_.contains(t.record)) return;
  record_names_[t.record] = type_names_.fresh(t.enumerated ? t.enum_name : t.cpp_type);
  (deducible ? deduced_records_ : explicit_records_).push_back(t.record);
}

bool Signature::has_names(const Tree& t) const {
  if (t.kind == Kind::record) return record_names_.contains(t.record);
  return std::all_of(t.children.begin(), t.children.end(),
                     [&](const Tree& child) { return has_names(child); });
}

std::string Signature::type(const Tree& t) const {
  std::string inside;
  if (t.enumerated && record_names_.contains(t.record)) return record_names_.at(t.record);
  switch (t.kind) {
    case Kind::record:
      return record_names_.at(t.record);
    case Kind::tuple:
    case Kind::pair:
      for (const Tree& child : t.children) inside += (inside.empty() ? "" : ", ") + type(child);
      return fmt::format("std::{}<{}>", t.kind == Kind::pair ? "pair" : "tuple", inside);
    case Kind::array:
      return t.children.empty()
                 ? t.cpp_type
                 : fmt::format("std::array<{}, {}>", type(t.children[0]), t.children.size());
    case Kind::optional:
      return fmt::format("std::optional<{}>", type(t.children[1]));
    case Kind::list:
      return (t.cpp_type == "std::span" ? "std::span<const " : "std::vector<") +
             type(t.children[0]) + ">";
    case Kind::span: {
      // A type that a compiler spelled says that the length is known at run time.
      const std::size_t extent = t.cpp_type.find(", 18446744073709551615");
      return extent == std::string::npos ? t.cpp_type : t.cpp_type.substr(0, extent) + ">";
    }
    default:
      return t.cpp_type;
  }
}

bool Signature::gives_nothing() const {
  return boundary_.result.kind == Kind::tuple && boundary_.result.children.empty() &&
         !written_.empty();
}

std::string Signature::parameter(const Parameter& p, int number, bool named) const {
  const std::string name = named ? p.name : "/*" + p.name + "*/";
  const std::string t = p.tree.enumerated ? p.tree.cpp_type : type(p.tree);
  if (written_.contains(number)) return fmt::format("{}& {}", t, name);
  const bool small = p.tree.kind == Kind::scalar || p.tree.kind == Kind::span;
  return small || p.by_value ? fmt::format("{} {}", t, name) : fmt::format("const {}& {}", t, name);
}

std::vector<std::string> Signature::head(
    const std::string& name, const std::function<bool(const std::string&)>& used) const {
  std::vector<std::string> lines;
  std::string list;
  for (const auto* records : {&explicit_records_, &deduced_records_})
    for (int r : *records) list += (list.empty() ? "class " : ", class ") + record_names_.at(r);
  if (!list.empty()) lines.push_back(fmt::format("template <{}>", list));
  std::string params;
  for (int i = 0; const Parameter& p : boundary_.params)
    params += (params.empty() ? "" : ", ") + parameter(p, i++, used(p.name));
  // Not on the namespace: g++ would hide the template arguments mentioned in it, and warn of the
  // user's types.
  lines.push_back("[[gnu::visibility(\"hidden\")]]");
  const std::string result = gives_nothing() ? "void" : type(boundary_.result);
  lines.push_back(fmt::format("inline {} {}({})", result, name, params));
  return lines;
}

std::vector<std::string> Signature::paths() const {
  std::vector<std::string> out;
  for (const Parameter& p : boundary_.params) {
    const auto leaves = ir::leaves(p.tree);
    std::size_t i = 0;
    for (std::string& path : leaf_paths(p.tree, p.name)) {
      const Tree& leaf = *leaves[i++];
      const bool inside = leaf.enumerated && !leaf.column && p.tree.leaf < 0;
      out.push_back(inside ? fmt::format("static_cast<{}>({})", leaf.cpp_type, path)
                           : std::move(path));
    }
  }
  return out;
}

std::string Signature::result(const std::vector<std::string>& leaves) const {
  return braces(boundary_.result, leaves, true);
}

/// A list as a loop over its rows. The columns are names.
std::string Signature::rows(const Tree& t, const std::vector<std::string>& leaves) const {
  std::vector<std::string> inside = leaves;
  std::string count;
  for (const Tree* leaf : ir::leaves(t)) {
    std::string& text = inside[static_cast<std::size_t>(leaf->leaf)];
    if (count.empty()) count = text + ".size()";
    text += fmt::format("[{}]", ir::kRow);
  }
  const Tree& row = t.children[0];
  return fmt::format(
      "tlaloc::generated::rows({}, [&]<class Row>(std::size_t {}) {{ return Row{}; }})", count,
      ir::kRow, row.leaf >= 0 ? "(" + braces(row, inside, true) + ")" : braces(row, inside, true));
}

namespace {
/// Scalars only: copying it costs nothing.
bool is_light(const Tree& t) {
  if (t.kind == Kind::record || t.kind == Kind::constant || t.kind == Kind::list ||
      t.kind == Kind::optional)
    return false;
  if (t.leaf >= 0) return t.kind == Kind::scalar;
  return std::all_of(t.children.begin(), t.children.end(), is_light);
}
}  // namespace

/// `in_record`: whoever holds this knows its type, so that braces are enough. A pair or a tuple
/// takes its parts as arguments of a constructor: records there are named, or they would be copied.
/// (Those inside another record have no name.)
std::string Signature::braces(const Tree& t, const std::vector<std::string>& leaves,
                              bool in_record) const {
  if (t.leaf >= 0)
    return t.enumerated ? fmt::format("tlaloc::generated::enumerator({})", leaves[t.leaf])
                        : leaves[t.leaf];
  if (t.kind == Kind::constant || !t.from.empty()) return t.from;
  if (t.kind == Kind::optional)
    return fmt::format("tlaloc::generated::maybe<{}>({}, {})", type(t.children[1]),
                       braces(t.children[0], leaves, true), braces(t.children[1], leaves, true));
  if (t.kind == Kind::list) return rows(t, leaves);
  const bool typed_children = (t.kind == Kind::pair || t.kind == Kind::tuple) &&
                              std::all_of(t.children.begin(), t.children.end(),
                                          [&](const Tree& child) { return has_names(child); });
  std::string inside;
  for (const Tree& child : t.children)
    inside += (inside.empty() ? "" : ", ") + braces(child, leaves, !typed_children);
  if (t.kind == Kind::array && t.cpp_type.find('[') == std::string::npos)
    inside = "{" + inside + "}";
  return (in_record || is_light(t) ? "" : type(t)) + "{" + inside + "}";
}

}  // namespace tlaloc::back
