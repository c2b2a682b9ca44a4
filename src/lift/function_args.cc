#include "lift/function_args.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

struct Traced {
  const clang::FunctionDecl* function = nullptr;
  clang::SourceLocation name_at;
  bool direct = true;
};

const clang::Expr* without_casts(const clang::Expr* e) {
  const clang::Expr* last = nullptr;
  while (e != last) {
    last = e;
    e = e->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e)) e = u->getSubExpr();
    if (const auto* c = llvm::dyn_cast<clang::CXXConstructExpr>(e); c && c->getNumArgs() == 1)
      e = c->getArg(0);
  }
  return e;
}

/// The function that a callable's expression names, at the end of variables and inner
/// transformations.
Traced trace(const clang::Expr* e) {
  Traced out;
  for (int steps = 0; steps < 50; ++steps) {
    e = without_casts(e);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) {
      const clang::FunctionDecl* f = call->getDirectCallee();
      if (!f || !is_transformation(*f)) return out;
      e = call->getArg(0);
      out.direct = false;
      continue;
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(e);
    if (!name) return out;
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      out.function = f;
      out.name_at = name->getLocation();
      return out;
    }
    const auto* v = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (!v || !v->getAnyInitializer() || llvm::isa<clang::ParmVarDecl>(v)) return out;
    e = v->getAnyInitializer();
    out.direct = false;
  }
  return out;
}

class ArgumentFinder : public clang::RecursiveASTVisitor<ArgumentFinder> {
 public:
  explicit ArgumentFinder(std::vector<FunctionArg>& out) : out_(out) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseFunctionDecl(clang::FunctionDecl* d) {
    return inside(d, [&] { return Base::TraverseFunctionDecl(d); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl* d) {
    return inside(d, [&] { return Base::TraverseCXXMethodDecl(d); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl* d) {
    return inside(d, [&] { return Base::TraverseCXXConstructorDecl(d); });
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* f = call->getDirectCallee();
    if (!f || !is_transformation(*f)) return true;
    const auto type = derived_type(f->getReturnType());
    if (!type->callable->isFunctionPointerType() && !type->callable->isMemberPointerType())
      return true;
    const Traced traced = trace(call->getArg(0));
    out_.push_back({f->getReturnType().getCanonicalType()->getAsCXXRecordDecl()->getCanonicalDecl(),
                    traced.function, traced.function && traced.direct ? call->getArg(0) : nullptr,
                    inside_, call->getBeginLoc(), traced.name_at});
    return true;
  }

 private:
  using Base = clang::RecursiveASTVisitor<ArgumentFinder>;
  template <class Visit>
  bool inside(const clang::Decl* d, Visit visit) {
    const clang::Decl* before = std::exchange(inside_, d);
    const bool go_on = visit();
    inside_ = before;
    return go_on;
  }
  std::vector<FunctionArg>& out_;
  const clang::Decl* inside_ = nullptr;
};

}  // namespace

std::vector<FunctionArg> function_args(const Unit& unit) {
  std::vector<FunctionArg> out;
  ArgumentFinder finder(out);
  for (clang::Decl* d : unit.ast.getTranslationUnitDecl()->decls())
    if (!unit.sources.isInSystemHeader(unit.sources.getExpansionLoc(d->getLocation())))
      finder.TraverseDecl(d);
  return out;
}

}  // namespace tlaloc::lift
