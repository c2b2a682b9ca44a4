#include "transform/signature.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/cpp_words.h"

namespace tlaloc::transform {

using ir::Tree;

namespace {

// Of a struct of more fields the headers do not know whether one moves (tlaloc/fields.h).
constexpr std::size_t kMostFields = 24;

// "std::span<const float, 3>" -> "std::vector<float>"
std::string vector_of_span(const std::string& span) {
  const std::size_t open = span.find('<');
  if (open == std::string::npos) return span;
  std::string element = span.substr(open + 1, span.find_last_of('>') - open - 1);
  element = element.substr(0, element.find(','));
  if (element.starts_with("const ")) element = element.substr(6);
  if (element.ends_with(" const")) element = element.substr(0, element.size() - 6);
  return fmt::format("std::vector<{}>", element);
}

Tree constant_of(const Tree& t, const std::string& path) {
  Tree c;
  c.kind = Tree::Kind::constant;
  c.field = t.field;
  c.cpp_type = t.cpp_type;
  c.enumerated = t.enumerated;
  c.enum_name = t.enum_name;
  c.record = t.record;
  c.from = path;
  return c;
}

}  // namespace

bool has_gradient(const Tree& t) {
  switch (t.kind) {
    case Tree::Kind::record:
      if (t.children.size() > kMostFields) return true;
      return std::any_of(t.children.begin(), t.children.end(), has_gradient);
    case Tree::Kind::constant:
      return false;
    case Tree::Kind::tuple:
    case Tree::Kind::pair:
    case Tree::Kind::array:
    case Tree::Kind::optional:
    case Tree::Kind::list:
      return std::any_of(t.children.begin(), t.children.end(), has_gradient);
    case Tree::Kind::scalar:
    case Tree::Kind::tensor:
    case Tree::Kind::span:
    case Tree::Kind::vector:
      return t.differentiable;
  }
  return false;
}

Tree gradient_tree(const Tree& t, const std::string& path, int& next_leaf) {
  if (t.kind == Tree::Kind::constant || (t.leaf >= 0 && !t.differentiable))
    return constant_of(t, path);
  Tree g = t;
  if (t.leaf >= 0) g.leaf = next_leaf++;
  if (t.kind == Tree::Kind::span) {
    g.kind = Tree::Kind::vector;
    g.cpp_type = vector_of_span(t.cpp_type);
  }
  if (t.kind == Tree::Kind::list) {
    g.cpp_type = "std::vector";
    if (!has_gradient(t)) g.from = path;  // copied whole
  }
  for (std::size_t i = 0; i < t.children.size(); ++i)
    g.children[i] = gradient_tree(t.children[i], ir::child_path(t, i, path), next_leaf);
  return g;
}

Tree tangent_tree(const Tree& t, int& next_leaf) {
  if (t.leaf >= 0 && !t.differentiable) return constant_of(t, "");
  Tree g = t;
  if (t.leaf >= 0) g.leaf = next_leaf++;
  for (Tree& child : g.children) child = tangent_tree(child, next_leaf);
  return g;
}

Tree renumbered(const Tree& t, int& next_leaf) {
  Tree g = t;
  if (t.leaf >= 0) g.leaf = next_leaf++;
  for (Tree& child : g.children) child = renumbered(child, next_leaf);
  return g;
}

Tree one_or_tuple(std::vector<Tree> trees) {
  if (trees.size() == 1) return std::move(trees[0]);
  Tree t;
  t.kind = Tree::Kind::tuple;
  for (const Tree& child : trees) t.cpp_type += (t.cpp_type.empty() ? "" : ", ") + child.cpp_type;
  t.cpp_type = fmt::format("std::tuple<{}>", t.cpp_type);
  t.children = std::move(trees);
  return t;
}

Tree pair_of(Tree first, Tree second) {
  Tree t;
  t.kind = Tree::Kind::pair;
  t.cpp_type = fmt::format("std::pair<{}, {}>", first.cpp_type, second.cpp_type);
  t.children = {std::move(first), std::move(second)};
  return t;
}

std::string unused_name(const std::vector<ir::Parameter>& params, std::string wanted) {
  while (base::is_cpp_word(wanted) ||
         std::any_of(params.begin(), params.end(),
                     [&](const ir::Parameter& p) { return p.name == wanted; }))
    wanted += '_';
  return wanted;
}

}  // namespace tlaloc::transform
