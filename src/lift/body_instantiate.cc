#include "lift/body_instantiate.h"

#include <vector>

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

const clang::FunctionDecl* instance_of(clang::Sema& sema, llvm::StringRef name,
                                       llvm::ArrayRef<clang::QualType> types) {
  clang::ASTContext& context = sema.Context;
  const auto in = [&](const clang::DeclContext& scope, llvm::StringRef what) {
    return scope.lookup(&context.Idents.get(what));
  };
  std::vector<clang::TemplateArgument> args;
  for (clang::QualType t : types) args.emplace_back(t.getCanonicalType().getUnqualifiedType());
  for (const auto* outer : in(*context.getTranslationUnitDecl(), "tlaloc")) {
    const auto* tlaloc = llvm::dyn_cast<clang::NamespaceDecl>(outer);
    if (!tlaloc) continue;
    for (const auto* inner : in(*tlaloc, "detail"))
      if (const auto* detail = llvm::dyn_cast<clang::NamespaceDecl>(inner))
        for (auto* d : in(*detail, name))
          if (auto* f = llvm::dyn_cast<clang::FunctionTemplateDecl>(d);
              f && f->getTemplateParameters()->size() == args.size())
            return sema.InstantiateFunctionDeclaration(
                f, clang::TemplateArgumentList::CreateCopy(context, args), f->getLocation());
  }
  return nullptr;
}

}  // namespace tlaloc::lift
