// The cache of preambles: the #includes that a file begins with, parsed once and kept as Clang
// keeps precompiled headers. A preamble is found by its text, the flags, the folder and this tool;
// it is used if every file that it read is as it was and every file that it missed is still not
// there. With or without it the lift sees the same. What is damaged or stale is made again without
// a word.
#pragma once

#include <memory>
#include <string>

#include "lift/cache.h"
#include "lift/preprocess.h"

namespace clang {
class CompilerInvocation;
class LangOptions;
}  // namespace clang

namespace tlaloc::lift {

/// How many bytes of a text its preamble is: up to the first token that is neither an #include nor
/// what chooses or prepares one, and never inside an #if. 0 if it includes nothing.
std::size_t preamble_size(std::string_view text, const clang::LangOptions& language);

/// What became of the cache, for --verbose.
enum class PreambleUse { none, built, read };

struct Preamble {
  PreambleUse use = PreambleUse::none;
  std::size_t bytes = 0;
  std::string precompiled;  ///< a path
  std::string seen;         ///< for read_seen()
};

/// Finds a preamble for the invocation, or makes it. `key` says what else it depends on. `use` is
/// none if the cache is off, the file has no preamble, or the preamble has errors.
Preamble find_preamble(const clang::CompilerInvocation& invocation, const Cache& cache,
                       const std::string& source, const std::string& key);

/// Makes an invocation begin behind the preamble.
void use_preamble(clang::CompilerInvocation& invocation, const Preamble& preamble);

}  // namespace tlaloc::lift
