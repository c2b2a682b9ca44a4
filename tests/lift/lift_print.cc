// lift_print FILE [ARGS...]: lifts every function called `f` or `f_...` at namespace scope of FILE
// and prints its graph, or the refusal. For tests of the lifter, without transforms and printers.
#include <iostream>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "ir/text.h"
#include "lift/body.h"
#include "lift/parse.h"
#include "lift/unit.h"

namespace {

using namespace tlaloc;

bool is_wanted(const clang::NamedDecl& d) {
  const std::string name = d.getNameAsString();
  return name == "f" || name.rfind("f_", 0) == 0;
}

const clang::FunctionDecl* call_operator(const clang::VarDecl& v) {
  const auto* r = v.getType()->getAsCXXRecordDecl();
  if (!r) return nullptr;
  for (const auto* m : r->methods())
    if (m->getOverloadedOperator() == clang::OO_Call) return m;
  return nullptr;
}

std::string described(const lift::Lifted& l) {
  std::string out;
  for (const auto& p : l.program.boundary.params)
    for (const auto& path : ir::leaf_paths(p.tree, p.name))
      out += "# " + std::string(p.captured ? "capture " : "parameter ") + path + "\n";
  for (const auto& path : ir::leaf_paths(l.program.boundary.result, "result"))
    out += "# " + path + "\n";
  return out + ir::print(l.program.graph);
}

void lift_one(lift::Unit& unit, const std::string& name, const clang::FunctionDecl& f) {
  auto r = lift::lift_function(unit.sema, f);
  std::cout << "// " << name << "\n";
  std::cout << (r ? described(*r) : base::text(r.error()) + "\n");
}

void lift_all(lift::Unit& unit, const clang::DeclContext& scope) {
  for (const clang::Decl* d : scope.decls()) {
    if (const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(d))
      if (!unit.sources.isInSystemHeader(n->getLocation())) lift_all(unit, *n);
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(d);
    if (!named || !is_wanted(*named)) continue;
    const clang::FunctionDecl* f = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d)) f = call_operator(*v);
    if (f) lift_one(unit, named->getNameAsString(), *f);
  }
}

}  // namespace

int main(int argc, char** argv) {
  lift::ParseJob job;
  job.source = argv[1];
  job.compiler = "clang++-19";
  job.builtin = "/usr/lib/llvm-19/lib/clang/19/include";
  job.args = {"-std=c++20"};
  for (int i = 2; i < argc; ++i) job.args.push_back(argv[i]);
  job.args.push_back(job.source);
  auto ok = lift::parse(job, [](lift::Unit& unit) {
    lift_all(unit, *unit.ast.getTranslationUnitDecl());
    for (const auto& e : unit.errors)
      std::cerr << e.at.printToString(unit.sources) << ": " << e.text << "\n";
  });
  if (!ok) std::cerr << base::text(ok.error()) << "\n";
  return ok ? 0 : 1;
}
