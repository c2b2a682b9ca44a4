// What the preprocessor sees, kept for the rewriting: the include graph, and macro invocations
// token by token.
#pragma once

#include <string>
#include <vector>

#include "lift/unit.h"

namespace tlaloc::lift {

struct Preprocessed {
  std::vector<IncludeDirective> includes;
  MacroTokens macros;
  std::vector<Guard> guards;
};

/// Fills `seen` while the unit is read; it must outlive the parse.
void watch(clang::CompilerInstance& compiler, Preprocessed& seen);

/// A file's real path, "" if it is none.
std::string real_path(const clang::SourceManager& sources, clang::FileID file);

}  // namespace tlaloc::lift
