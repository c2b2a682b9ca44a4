// lift_print FILE [ARGS...]: prints the graph of every function of FILE that lift_file finds, or
// its refusal.
#include <iostream>

#include "ir/boundary.h"
#include "ir/text.h"
#include "lift_file.h"

namespace {

using namespace tlaloc;

std::string described(const lift::Lifted& l) {
  std::string out;
  for (const auto& p : l.program.boundary.params)
    for (const auto& path : ir::leaf_paths(p.tree, p.name))
      out += "# " + std::string(p.captured ? "capture " : "parameter ") + path + "\n";
  for (const auto& path : ir::leaf_paths(l.program.boundary.result, "result"))
    out += "# " + path + "\n";
  ir::Graph g = l.program.graph;
  for (ir::Function& f : g.functions) {
    f.where = {};
    for (ir::Requirement& r : f.requirements) r.where = {};
    ir::for_each_node(f.body, [](ir::Node& n) { n.where = {}; });
  }
  return out + ir::print(g);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<std::string> args{"-std=c++20"};
  args.insert(args.end(), argv + 2, argv + argc);
  auto all = tests::lift_file(argv[1], args);
  if (!all) {
    std::cerr << base::text(all.error()) << "\n";
    return 1;
  }
  for (const auto& f : *all)
    std::cout << "// " << f.name << "\n"
              << (f.lifted ? described(*f.lifted) : base::text(f.lifted.error()) + "\n");
  return 0;
}
