// Conditional blocks that ask which compiler reads them. The parse is Clang's; for g++ such a block
// may hold another text, so nothing that touches one is lifted.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lift/unit.h"

namespace clang {
class FunctionDecl;
class PPCallbacks;
class SourceManager;
}  // namespace clang

namespace tlaloc::lift {

/// Collects the guards of the user's files while they are read.
std::unique_ptr<clang::PPCallbacks> watch_guards(const clang::SourceManager& sources,
                                                 std::vector<Guard>& out);

/// Whether a condition names a macro that tells compilers apart.
bool tells_compilers_apart(std::string_view condition);

/// The guard that a function's text lies in or holds, or null.
const Guard* guard_around(const Unit& unit, const clang::FunctionDecl& f);

}  // namespace tlaloc::lift
