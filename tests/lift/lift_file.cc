#include "lift_file.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "lift/parse.h"
#include "lift/unit.h"

namespace tlaloc::tests {
namespace {

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

void lift_all(lift::Unit& unit, const clang::DeclContext& scope, std::vector<LiftedFunction>& out) {
  for (const clang::Decl* d : scope.decls()) {
    if (const auto* n = llvm::dyn_cast<clang::NamespaceDecl>(d))
      if (!unit.sources.isInSystemHeader(n->getLocation())) lift_all(unit, *n, out);
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(d);
    if (!named || !is_wanted(*named)) continue;
    const clang::FunctionDecl* f = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (const auto* v = llvm::dyn_cast<clang::VarDecl>(d)) f = call_operator(*v);
    if (f) out.push_back({named->getNameAsString(), lift::lift_function(unit.sema, *f)});
  }
}

}  // namespace

base::Result<std::vector<LiftedFunction>> lift_file(const std::string& file,
                                                    std::vector<std::string> args) {
  lift::ParseJob job;
  job.source = file;
  job.compiler = TLALOC_TEST_COMPILER;
  job.builtin = TLALOC_CLANG_RESOURCES "/include";
  job.args = std::move(args);
  job.args.push_back(file);
  std::vector<LiftedFunction> out;
  auto ok = lift::parse(
      job, [&](lift::Unit& unit) { lift_all(unit, *unit.ast.getTranslationUnitDecl(), out); });
  if (!ok) return base::fail(std::move(ok.error()));
  return out;
}

}  // namespace tlaloc::tests
