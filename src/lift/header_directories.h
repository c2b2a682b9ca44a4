// Where a compiler looks for its own headers: it is asked, and its answer is kept.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "lift/cache.h"
#include "lift/flags.h"

namespace tlaloc::lift {

/// The directories in "g++ -v -E" output, in order.
Words directories_in(std::string_view compiler_output);

struct HeaderDirectories {
  Words searched;  ///< in order, with Clang's builtin headers where the compiler's own were
  std::string
      for_gcc;  ///< a folder with those of GCC's own headers that have no Clang counterpart; ""
};

/// Asks the compiler. `builtin` takes the place of its own builtin headers, which only it can
/// parse. The answer is kept in the cache until the compiler, its flags or its environment change.
base::Result<HeaderDirectories> header_directories(const std::string& compiler, const Words& args,
                                                   const std::string& builtin, const Cache& cache);

/// Whether a directory holds a compiler's builtin headers (GCC's or Clang's).
bool is_builtin_directory(std::string_view path);

}  // namespace tlaloc::lift
