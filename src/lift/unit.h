// One translation unit, parsed: the syntax tree and what the preprocessor saw on the way.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"

namespace clang {
class ASTContext;
class CompilerInstance;
class Sema;
class SourceManager;
}  // namespace clang

namespace tlaloc::lift {

/// An #include, #include_next or __has_include that found its file.
struct IncludeDirective {
  enum class Kind { include, next, test };
  clang::FileID from;
  std::size_t name_offset = 0, name_length = 0;  ///< of `"x.h"` with its quotes, in `from`
  std::string path;                              ///< as it was found: what __FILE__ says
  std::string real;                              ///< the real path: the file's identity
  bool angled = false;
  Kind kind = Kind::include;
  bool is_read() const { return kind != Kind::test; }
};

/// The tokens that a macro invocation outside system headers became, by where the invocation
/// begins.
using MacroTokens = std::map<unsigned, std::vector<clang::Token>>;

/// Clang's complaint about the text. Elsewhere than where something is lifted it does not matter.
struct ParseError {
  clang::SourceLocation at;
  std::string text;
};

/// A conditional block, #if to #endif, that asks which compiler reads it.
struct Guard {
  clang::SourceLocation begin, end;
};

struct Unit {
  clang::CompilerInstance& compiler;
  clang::Sema& sema;
  clang::ASTContext& ast;
  clang::SourceManager& sources;
  const std::vector<IncludeDirective>& includes;
  const MacroTokens& macros;
  const std::vector<Guard>& guards;
  std::vector<ParseError> errors;
  std::string source;    ///< the main file, as on the command line
  bool for_gcc = false;  ///< g++ compiles it: what it calls a file differs
};

/// A file's real path, "" if it is none.
std::string real_path(const Unit& unit, clang::FileID file);
/// How the user's compiler would name it.
std::string spelled_path(const Unit& unit, clang::FileID file);
/// The same for a path at which Clang found it: Clang says ./x.h where g++ says x.h.
std::string spelled_path(const Unit& unit, const std::string& found);

}  // namespace tlaloc::lift
