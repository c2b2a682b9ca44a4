// Instantiations of system templates wait until something lifted needs them. One thing cannot wait:
// a generic lambda with a transformation inside that only such a template calls.
#pragma once

#include <deque>
#include <utility>

#include "clang/Basic/SourceLocation.h"

namespace clang {
class ASTContext;
class Sema;
class ValueDecl;
}  // namespace clang

namespace tlaloc::lift {

using Pending = std::deque<std::pair<clang::ValueDecl*, clang::SourceLocation>>;

/// Takes queued instantiations of system templates out of Sema's queue, and forgets what it wants
/// to say of functions used and not defined.
void put_aside_system_instantiations(clang::Sema& sema, Pending& aside);

/// Whether a template in the user's files holds a transformation and has no instance.
bool has_dormant_transformation(const clang::ASTContext& ast);

}  // namespace tlaloc::lift
