// Runs Clang over one source as the user's compiler would read it. Templates of system headers are
// instantiated only when something lifted needs them; errors do not end the parse.
#pragma once

#include <functional>
#include <string>

#include "base/error.h"
#include "lift/cache.h"
#include "lift/flags.h"
#include "lift/preamble.h"

namespace tlaloc::lift {

struct Unit;

struct ParseJob {
  std::string source;    ///< as on the command line
  std::string compiler;  ///< whose header directories are used
  Words args;            ///< the compiler's, without its name
  std::string builtin;   ///< the directory of Clang's builtin headers
  bool for_gcc = false;  ///< the compiler is g++
  bool lazy = true;      ///< leave templates of system headers alone
  Cache cache{};         ///< of preambles and header directories; off unless said otherwise
};

/// Parses and calls `work` once, while the parser still lives (it instantiates on demand). Fails if
/// the compiler cannot be asked for its directories, or on a fatal error (a missing header). `used`
/// is told what became of the cache.
base::Result<void> parse(const ParseJob& job, const std::function<void(Unit&)>& work,
                         PreambleUse* used = nullptr);

}  // namespace tlaloc::lift
