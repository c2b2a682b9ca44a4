#include "lift/body_instantiate.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

namespace tlaloc::lift {

const clang::ASTContext& context_of(const clang::Sema& sema) { return sema.Context; }

const clang::FunctionDecl* definition_of(clang::Sema& sema, const clang::FunctionDecl& f) {
  const clang::FunctionDecl* with_body = nullptr;
  if (f.hasBody(with_body)) return with_body;
  auto* fd = const_cast<clang::FunctionDecl*>(&f);
  if (f.isImplicitlyInstantiable()) {
    sema.InstantiateFunctionDefinition(f.getLocation(), fd, true, true);
    sema.PerformPendingInstantiations();
  } else if (f.isDefaulted() && !f.isDeleted()) {
    if (auto* c = llvm::dyn_cast<clang::CXXConstructorDecl>(fd)) {
      if (c->isDefaultConstructor())
        sema.DefineImplicitDefaultConstructor(f.getLocation(), c);
      else if (c->isCopyConstructor())
        sema.DefineImplicitCopyConstructor(f.getLocation(), c);
      else if (c->isMoveConstructor())
        sema.DefineImplicitMoveConstructor(f.getLocation(), c);
    }
  }
  return f.hasBody(with_body) ? with_body : nullptr;
}

}  // namespace tlaloc::lift
