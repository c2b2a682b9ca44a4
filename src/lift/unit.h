// One translation unit, parsed: the syntax tree and what the preprocessor saw on the way.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/TokenKinds.h"

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
  std::string from_real;                         ///< the same of `from`
  bool angled = false;
  Kind kind = Kind::include;
  bool is_read() const { return kind != Kind::test; }
};

/// A token that a macro became. Its text is asked of the source at `at`.
struct MacroToken {
  clang::SourceLocation at;
  clang::tok::TokenKind kind;
  bool has_space_before = false;
};
/// Of the macro invocations outside system headers, by where the invocation begins.
using MacroTokens = std::map<unsigned, std::vector<MacroToken>>;

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
  std::vector<ParseError> misuses;  ///< what our own headers say of the user's text, and where
  std::string source;               ///< the main file, as on the command line
  bool for_gcc = false;             ///< g++ compiles it: what it calls a file differs
};

/// Whether a file is the main one: what of it a precompiled preamble holds counts as it.
bool is_main(const clang::SourceManager& sources, clang::FileID file);
/// Whether `a` stands in the text before `b`.
bool is_before(const clang::SourceManager& sources, clang::SourceLocation a,
               clang::SourceLocation b);
/// A file's real path, "" if it is none.
std::string real_path(const Unit& unit, clang::FileID file);
/// How the user's compiler would name it.
std::string spelled_path(const Unit& unit, clang::FileID file);
/// The same for a path at which Clang found it: Clang says ./x.h where g++ says x.h.
std::string spelled_path(const Unit& unit, const std::string& found);

}  // namespace tlaloc::lift
