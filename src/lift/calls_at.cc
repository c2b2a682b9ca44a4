#include "lift/calls_at.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

class CallFinder : public clang::RecursiveASTVisitor<CallFinder> {
 public:
  CallFinder(const Unit& unit, int line, std::set<const clang::Decl*>& out)
      : sources_(unit.sources), line_(static_cast<unsigned>(line)), out_(out) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) {
    if (call->getOperator() != clang::OO_Call || !is_on_line(call->getBeginLoc())) return true;
    const auto* r = call->getArg(0)->IgnoreImpCasts()->getType()->getAsCXXRecordDecl();
    const auto* s = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(r);
    if (s && derived_type(*s)) out_.insert(s->getCanonicalDecl());
    return true;
  }

 private:
  bool is_on_line(clang::SourceLocation at) const {
    const auto [file, offset] = sources_.getDecomposedExpansionLoc(at);
    return is_main(sources_, file) && sources_.getLineNumber(file, offset) == line_;
  }

  const clang::SourceManager& sources_;
  unsigned line_;
  std::set<const clang::Decl*>& out_;
};

}  // namespace

std::set<const clang::Decl*> derived_called_at(const Unit& unit, int line) {
  std::set<const clang::Decl*> out;
  CallFinder finder(unit, line, out);
  for (clang::Decl* d : unit.ast.getTranslationUnitDecl()->decls())
    if (unit.sources.isInMainFile(unit.sources.getExpansionLoc(d->getLocation())))
      finder.TraverseDecl(d);
  return out;
}

}  // namespace tlaloc::lift
