// Clang's source locations as the rest of the house knows them: file, line and column as the user's
// compiler says.
#pragma once

#include "base/error.h"

namespace clang {
class SourceLocation;
class SourceManager;
}  // namespace clang

namespace tlaloc::lift {

/// Macros are looked through to where the invocation stands; the user's own #line is followed.
base::Location location(const clang::SourceManager& sources, clang::SourceLocation at);

}  // namespace tlaloc::lift
