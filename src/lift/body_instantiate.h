// What the body lifter needs of Sema, kept from the other files: Sema.h is heavy.
#pragma once

namespace clang {
class ASTContext;
class FunctionDecl;
class Sema;
}  // namespace clang

namespace tlaloc::lift {

const clang::ASTContext& context_of(const clang::Sema& sema);

/// The declaration of `f` that has a body, instantiated if it was not yet, or null.
const clang::FunctionDecl* definition_of(clang::Sema& sema, const clang::FunctionDecl& f);

}  // namespace tlaloc::lift
