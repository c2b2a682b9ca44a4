#include "transform/jacobian_type.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "transform/signature.h"

namespace tlaloc::transform {
namespace {

using ir::Tree;

/// The arguments between the outermost angle brackets.
std::vector<std::string> arguments(const std::string& type) {
  std::vector<std::string> out;
  const std::size_t open = type.find('<');
  if (open == std::string::npos) return out;
  int depth = 0;
  bool quoted = false;
  std::string one;
  for (std::size_t i = open + 1; i < type.size(); ++i) {
    const char c = type[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && depth == 0 && (c == ',' || c == '>')) {
      out.push_back(std::exchange(one, {}));
      if (c == '>') break;
      while (i + 1 < type.size() && type[i + 1] == ' ') ++i;
      continue;
    }
    if (!quoted && c == '<') ++depth;
    if (!quoted && c == '>') --depth;
    one += c;
  }
  return out;
}

std::string element(const Tree& t) {
  if (t.kind == Tree::Kind::scalar) return t.cpp_type;
  std::string e = arguments(t.cpp_type).at(0);
  if (e.starts_with("const ")) e = e.substr(6);
  return e;
}

const std::string kAny = "tlaloc::Any";

std::vector<std::string> axes(const Tree& t) {
  if (t.kind == Tree::Kind::scalar) return {};
  if (t.kind != Tree::Kind::tensor) return {kAny};
  if (t.cpp_type.starts_with("tlaloc::Vector<")) return {kAny};
  if (t.cpp_type.starts_with("tlaloc::Matrix<")) return {kAny, kAny};
  std::vector<std::string> out = arguments(t.cpp_type);
  out.erase(out.begin());
  return out;
}

/// x in tlaloc::Axis<"x", 3>; "" for an axis without a name.
std::string name_of(const std::string& axis) {
  const std::size_t open = axis.find('"');
  return open == std::string::npos ? ""
                                   : axis.substr(open + 1, axis.find('"', open + 1) - open - 1);
}

std::string primed(std::string axis, const std::vector<std::string>& taken) {
  const auto stands = [&] {
    const std::string name = name_of(axis);
    return !name.empty() && std::any_of(taken.begin(), taken.end(),
                                        [&](const std::string& a) { return name_of(a) == name; });
  };
  while (stands()) axis.insert(axis.find('"', axis.find('"') + 1), "'");
  return axis;
}

std::string tensor_type(const std::string& element, const std::vector<std::string>& axes) {
  const bool plain = std::all_of(axes.begin(), axes.end(), [](const auto& a) { return a == kAny; });
  if (plain && axes.size() == 1) return fmt::format("tlaloc::Vector<{}>", element);
  if (plain && axes.size() == 2) return fmt::format("tlaloc::Matrix<{}>", element);
  return fmt::format("tlaloc::Tensor<{}, {}>", element, fmt::join(axes, ", "));
}

}  // namespace

Tree jacobian_leaf(const Tree& y, const Tree& x, int leaf) {
  Tree t;
  t.leaf = leaf;
  t.differentiable = true;
  t.kind = y.kind;
  t.cpp_type = y.cpp_type;
  if (x.kind == Tree::Kind::scalar) return t;
  if (y.kind == Tree::Kind::scalar && x.kind != Tree::Kind::tensor) {
    t.kind = Tree::Kind::vector;
    t.cpp_type = fmt::format("std::vector<{}>", element(y));
    return t;
  }
  std::vector<std::string> all = axes(y);
  for (const std::string& axis : axes(x)) all.push_back(primed(axis, all));
  t.kind = Tree::Kind::tensor;
  t.cpp_type = tensor_type(element(y), all);
  return t;
}

Tree blocks_tree(std::vector<Tree> leaves, int record) {
  Tree held;
  held.kind = Tree::Kind::tuple;
  held.field = "leaves";
  for (const Tree& leaf : leaves)
    held.cpp_type += (held.cpp_type.empty() ? "" : ", ") + leaf.cpp_type;
  held.cpp_type = fmt::format("std::tuple<{}>", held.cpp_type);
  held.children = std::move(leaves);
  Tree t;
  t.kind = Tree::Kind::record;
  t.cpp_type = "Blocks";
  t.record = record;
  t.children.push_back(std::move(held));
  return t;
}

}  // namespace tlaloc::transform
