#include "lift/dormant.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

#include "lift/derived_type.h"

namespace tlaloc::lift {
namespace {

/// One parameter, or one and markers.
bool takes_one_callable(const clang::FunctionDecl& f) {
  const unsigned n = f.getNumParams();
  return n == 1 || (n == 2 && f.getParamDecl(1)->isParameterPack());
}

/// Whether a name that overload resolution has not settled may be a transformation.
bool may_transform(const clang::UnresolvedLookupExpr& e) {
  for (const clang::NamedDecl* d : e.decls()) {
    const auto* t = llvm::dyn_cast<clang::FunctionTemplateDecl>(d->getUnderlyingDecl());
    if (t && is_in_tlaloc(*t) && takes_one_callable(*t->getTemplatedDecl()) &&
        t->getDeclContext()->getRedeclContext()->isNamespace())
      return true;
  }
  return false;
}

bool has_instance(const clang::FunctionTemplateDecl& t) { return t.spec_begin() != t.spec_end(); }

class DormantFinder : public clang::RecursiveASTVisitor<DormantFinder> {
 public:
  bool found = false;

  bool TraverseFunctionTemplateDecl(clang::FunctionTemplateDecl* d) {
    return inside(*d, [&] { return Base::TraverseFunctionTemplateDecl(d); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* e) {
    const auto* t = e->getLambdaClass()->getDependentLambdaCallOperator();
    return t ? inside(*t, [&] { return Base::TraverseLambdaExpr(e); })
             : Base::TraverseLambdaExpr(e);
  }
  /// Looks into the body that `f` is an instance of.
  void look_into(const clang::FunctionDecl& f) {
    const clang::FunctionDecl* pattern = f.getTemplateInstantiationPattern();
    if (!pattern || !pattern->hasBody()) return;
    dormant_ = true;
    TraverseStmt(pattern->getBody());
    dormant_ = false;
  }
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr* e) {
    found = found || (dormant_ && may_transform(*e));
    return !found;
  }

 private:
  using Base = clang::RecursiveASTVisitor<DormantFinder>;
  template <class Visit>
  bool inside(const clang::FunctionTemplateDecl& t, Visit visit) {
    const bool before = dormant_;
    dormant_ = dormant_ || !has_instance(t);
    const bool go_on = visit();
    dormant_ = before;
    return go_on;
  }
  bool dormant_ = false;
};

/// Whether an instance may be left alone: it belongs to a library, and transforms nothing itself.
bool may_wait(const clang::SourceManager& sources, const clang::FunctionDecl& f) {
  if (!sources.isInSystemHeader(sources.getExpansionLoc(f.getLocation()))) return false;
  if (f.isInStdNamespace()) return true;
  DormantFinder finder;
  finder.look_into(f);
  return !finder.found;
}

}  // namespace

void put_aside_system_instantiations(clang::Sema& sema, Pending& aside) {
  const clang::SourceManager& sources = sema.getSourceManager();
  // Looking into a body may read more of a preamble, which adds to the list.
  Pending all, kept;
  all.swap(sema.PendingInstantiations);
  for (auto& pending : all) {
    const auto* f = llvm::dyn_cast<clang::FunctionDecl>(pending.first);
    (f && may_wait(sources, *f) ? aside : kept).push_back(pending);
  }
  kept.insert(kept.end(), sema.PendingInstantiations.begin(), sema.PendingInstantiations.end());
  sema.PendingInstantiations.swap(kept);
  sema.UndefinedButUsed.clear();
}

bool has_dormant_transformation(const clang::ASTContext& ast) {
  const clang::SourceManager& sources = ast.getSourceManager();
  DormantFinder finder;
  for (clang::Decl* d : ast.getTranslationUnitDecl()->decls()) {
    if (sources.isInSystemHeader(sources.getExpansionLoc(d->getLocation()))) continue;
    if (!finder.TraverseDecl(d)) break;
  }
  return finder.found;
}

}  // namespace tlaloc::lift
