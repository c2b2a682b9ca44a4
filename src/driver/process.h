// Running other programs.
#pragma once

#include <string>

#include "driver/command.h"

namespace tlaloc::driver {

/// Runs the program (found through PATH) and waits; its exit status, 128 + n if signal n ended it,
/// 127 if it could not be started (and says so).
int run(const Words& words);

/// The same with both outputs thrown into `text`.
int run_quietly(const Words& words, std::string& text);

/// Becomes the program. Returns only if it could not: 127.
int become(const Words& words);

}  // namespace tlaloc::driver
