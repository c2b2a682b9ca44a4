#include "transform/lane_types.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace tlaloc::transform {

using ir::Tree;
using Kind = Tree::Kind;

namespace {

/// The template arguments in "name<a, b<c, d>, \"e, f\">".
std::vector<std::string> template_arguments(const std::string& type) {
  std::vector<std::string> out;
  const std::size_t open = type.find('<');
  if (open == std::string::npos) return out;
  int depth = 0;
  bool quoted = false;
  std::string one;
  for (std::size_t i = open + 1; i + 1 < type.size(); ++i) {
    const char c = type[i];
    if (c == '"' && type[i - 1] != '\\') quoted = !quoted;
    if (!quoted) depth += (c == '<') - (c == '>');
    if (c == ',' && depth == 0 && !quoted) {
      out.push_back(std::move(one));
      one.clear();
    } else if (c != ' ' || !one.empty()) {
      one += c;
    }
  }
  if (!one.empty()) out.push_back(std::move(one));
  return out;
}

std::string without_const(std::string type) {
  if (type.starts_with("const ")) type = type.substr(6);
  if (type.ends_with(" const")) type = type.substr(0, type.size() - 6);
  return type;
}

/// The element type and the axes of a leaf.
std::pair<std::string, std::vector<std::string>> element_and_axes(const Tree& leaf) {
  if (leaf.kind == Kind::scalar) return {leaf.cpp_type, {}};
  std::vector<std::string> args = template_arguments(leaf.cpp_type);
  std::string element = without_const(args.empty() ? leaf.cpp_type : args[0]);
  const std::string any = "tlaloc::Any";
  if (leaf.kind == Kind::vector) return {std::move(element), {any}};
  if (leaf.kind == Kind::span) {
    // A compiler spells a length with a suffix, and "known at run time" as the greatest one.
    const std::string length =
        args.size() > 1 ? args[1].substr(0, args[1].find_first_not_of("0123456789")) : "";
    const bool sized = !length.empty() && length != "18446744073709551615";
    return {std::move(element), {sized ? fmt::format("tlaloc::Dim<{}>", length) : any}};
  }
  if (leaf.cpp_type.starts_with("tlaloc::Vector<")) return {std::move(element), {any}};
  if (leaf.cpp_type.starts_with("tlaloc::Matrix<")) return {std::move(element), {any, any}};
  args.erase(args.begin());
  return {std::move(element), std::move(args)};
}

std::string tensor_of(const std::string& element, const std::vector<std::string>& axes) {
  const bool plain = std::all_of(axes.begin(), axes.end(),
                                 [](const std::string& a) { return a == "tlaloc::Any"; });
  if (plain && axes.size() == 1) return fmt::format("tlaloc::Vector<{}>", element);
  if (plain && axes.size() == 2) return fmt::format("tlaloc::Matrix<{}>", element);
  return fmt::format("tlaloc::Tensor<{}, {}>", element, fmt::join(axes, ", "));
}

tl::unexpected<base::Error> no_place(const std::string& type, int place) {
  return base::fail(
      base::Error{"vmap",
                  fmt::format("{} has no place for the axis of the lanes as axis {}", type, place),
                  "vmap.argument",
                  {},
                  {}});
}

std::string several(const char* name, const std::vector<Tree>& parts) {
  std::string inside;
  for (const Tree& p : parts) inside += (inside.empty() ? "" : ", ") + p.cpp_type;
  return fmt::format("{}<{}>", name, inside);
}

int greatest(const Tree& t) {
  int out = t.record;
  for (const Tree& child : t.children) out = std::max(out, greatest(child));
  return out;
}

}  // namespace

std::string with_axis(const Tree& leaf, const std::string& axis, int place) {
  auto [element, axes] = element_and_axes(leaf);
  if (place < 0 || place > static_cast<int>(axes.size())) return {};
  axes.insert(axes.begin() + place, axis);
  return tensor_of(element, axes);
}

base::Result<Tree> LaneTypes::batched(const Tree& t, int place) {
  Tree out = t;
  if (t.enumerated) return out;  // the same in all lanes
  if (t.kind == Kind::optional) return no_place(t.cpp_type, place);
  if (t.kind == Kind::list)
    return base::fail(base::Error{
        "vmap",
        "a list of structs (std::vector or std::span of them) has no form over lanes: use a struct "
        "of vectors, or grad<I> of other arguments",
        "vmap.argument",
        {},
        {}});
  if (t.leaf >= 0) {
    out.kind = Kind::tensor;
    out.cpp_type = with_axis(t, axis_, place);
    if (out.cpp_type.empty()) return no_place(t.cpp_type, place);
    return out;
  }
  for (Tree& child : out.children) {
    auto made = batched(child, place);
    if (!made) return made;
    child = std::move(*made);
  }
  if (t.kind == Kind::tuple) out.cpp_type = several("std::tuple", out.children);
  if (t.kind == Kind::pair) out.cpp_type = several("std::pair", out.children);
  if (t.kind == Kind::array && !out.children.empty())
    out.cpp_type = fmt::format("std::array<{}, {}>", out.children[0].cpp_type, out.children.size());
  if (t.kind != Kind::record) return out;
  if (place != 0) return no_place(t.cpp_type, place);
  const auto [number, is_new] = records_.emplace(t.record, next_record_);
  next_record_ += is_new;
  Tree fields = std::move(out);
  fields.kind = Kind::tuple;
  fields.field = "fields";
  fields.record = -1;
  for (Tree& child : fields.children) child.field.clear();
  fields.cpp_type = several("std::tuple", fields.children);
  Tree record;
  record.kind = Kind::record;
  record.field = t.field;
  record.cpp_type = "Batched" + t.cpp_type;
  record.record = number->second;
  record.children.push_back(std::move(fields));
  return record;
}

int record_count(const ir::Boundary& b) {
  int out = greatest(b.result);
  for (const ir::Parameter& p : b.params) out = std::max(out, greatest(p.tree));
  return out + 1;
}

}  // namespace tlaloc::transform
