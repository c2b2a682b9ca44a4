#include "ir/boundary.h"

#include <fmt/format.h>

namespace tlaloc::ir {

std::string child_path(const Tree& t, std::size_t i, const std::string& path) {
  switch (t.kind) {
    case Tree::Kind::record:
      return path + "." + t.children[i].field;
    case Tree::Kind::pair:
      return path + (i == 0 ? ".first" : ".second");
    case Tree::Kind::tuple:
      return fmt::format("std::get<{}>({})", i, path);
    case Tree::Kind::optional:
      return i == 0 ? path + ".has_value()" : fmt::format("tlaloc::generated::held({})", path);
    case Tree::Kind::list:
      return fmt::format("{}[{}]", path, kRow);
    default:
      return fmt::format("{}[{}]", path, i);
  }
}

namespace {

void collect(const Tree& t, const std::string& path, std::vector<const Tree*>& out,
             std::vector<std::string>& paths) {
  if (t.leaf >= 0) {
    out.push_back(&t);
    paths.push_back(path);
  }
  for (std::size_t i = 0; i < t.children.size(); ++i)
    collect(t.children[i], child_path(t, i, path), out, paths);
}

}  // namespace

std::vector<const Tree*> leaves(const Tree& t) {
  std::vector<const Tree*> out;
  std::vector<std::string> paths;
  collect(t, "", out, paths);
  return out;
}

std::vector<std::string> leaf_paths(const Tree& t, const std::string& root) {
  std::vector<const Tree*> out;
  std::vector<std::string> paths;
  collect(t, root, out, paths);
  return paths;
}

}  // namespace tlaloc::ir
