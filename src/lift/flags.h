// The compiler's command line made into one for the parse: what changes the meaning of the text is
// kept, by an allow-list, and everything else is dropped. The compiler's own header directories are
// asked of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace tlaloc::lift {

using Words = std::vector<std::string>;

/// The flags of a compile that the parse needs, in order, with macros that the compiler would
/// define and Clang does not. `args` are the compiler's, without its name.
Words flags_for_parse(const Words& args);

/// The subset of `args` that changes where the compiler looks for its own headers.
Words flags_for_directories(const Words& args);

/// The directories in "g++ -v -E" output, in order.
Words directories_in(std::string_view compiler_output);

/// Asks the compiler for its header directories. `builtin` takes the place of its own builtin
/// headers, which only it can parse.
base::Result<Words> header_directories(const std::string& compiler, const Words& args,
                                       const std::string& builtin);

/// Whether a directory holds a compiler's builtin headers (GCC's or Clang's).
bool is_builtin_directory(std::string_view path);

}  // namespace tlaloc::lift
