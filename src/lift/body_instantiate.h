// What the body lifter needs of Sema, kept from the other files: Sema.h is heavy.
#pragma once

#include "clang/AST/Type.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace tlaloc::lift {

const clang::ASTContext& context_of(const clang::Sema& sema);

/// The declaration of `f` that has a body, instantiated if it was not yet, or null.
const clang::FunctionDecl* definition_of(clang::Sema& sema, const clang::FunctionDecl& f);

/// The instance of the function template tlaloc::detail::`name` for these types; null: the headers
/// have none.
const clang::FunctionDecl* instance_of(clang::Sema& sema, llvm::StringRef name,
                                       llvm::ArrayRef<clang::QualType> types);

}  // namespace tlaloc::lift
